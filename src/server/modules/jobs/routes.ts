import type { FastifyInstance } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import { decodeCursor, isTimestamp, pageOf } from '#server/http/api/cursor.ts';
import { entityTag } from '#server/http/api/etag.ts';
import { createdThenDeleted, gone, notFound, requireSameId } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { readCategories } from '#server/modules/categories/queries.ts';
import { renderRows } from '#server/modules/descriptions/commands.ts';
import { readRatesDate } from '#server/modules/facts/queries.ts';
import { newJobByRules } from '#shared/contract/job-requests.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import { jobOrder } from '#shared/domain/job-search.ts';
import { MAX_EXACT_COUNT, MAX_SUGGESTIONS } from '#shared/limits.ts';
import { findAlternatives } from '../search/alternatives.ts';
import { slugsOfJob } from '../search/category-filter.ts';
import { explainRanking } from '../search/explain-ranking.ts';
import { suggestCompanies } from '../search/facet-counts.ts';
import { listPage } from '../search/list-page.ts';
import { isPositionKey } from '../search/list-position.ts';
import { countJobs, parseSearch, searchJobs } from '../search/search-jobs.ts';
import { readPlaces, suggestPlaces } from '../search/suggest-places.ts';
import { suggestSearches } from '../search/suggestions/suggest-searches.ts';
import { changeJobs, restoreJob } from './bulk/change-jobs.ts';
import { closeJob, createJob, deleteJob, reopenJob, updateJob } from './commands.ts';
import { presentInReview } from './drafts/presenter.ts';
import { findDraft } from './drafts/queries.ts';
import { kindOf } from './drafts/transitions.ts';
import { authorizeJobsOf, managedJobsOf } from './policy.ts';
import { findPostingIssues } from './posting/posting-issues.ts';
import {
  presentClosedJob,
  presentClosedJobListItem,
  presentJob,
  presentJobListItem,
} from './presenter.ts';
import {
  closingTime,
  findDeletedJob,
  findJob,
  findJobInHtml,
  type JobRow,
  listClosedJobs,
  listSimilarJobs,
  missingJob,
  readJobs,
} from './queries.ts';

/** The maximum time for which the cache stores responses that depend on the current time (ms). */
const CLOCK_PRECISION = 60_000;

type Options = {
  db: BoardDatabase;
  rules: BoardRules;
};

export function jobRoutes(app: FastifyInstance, { db, rules }: Options): void {
  const render = renderRows(app, { db, log: app.log });

  /** Finds a job and its company, with both descriptions rendered as HTML. */
  async function findInHtml({ reads }: BoardDatabase, id: string) {
    const found = await reads.planned((reader) => findJobInHtml(reader, id));
    if (!found) return undefined;
    const [job = found.job] = await render('job', [found.job]);
    const [company = found.company] = await render('company', [found.company]);
    return { ...found, job, company };
  }

  registerEndpoint(app, 'GET /api/jobs', async ({ db, query, cacheAtMost }) => {
    const { limit, cursor, description, counts: withCounts, group, sort, ...filters } = query;
    const order = jobOrder(filters.q, sort);
    const after = cursor ? decodeCursor(cursor, isPositionKey(order)) : undefined;
    const page = { order, limit, after, description, isGrouped: group === 'true' };
    const found = await searchJobs(db, filters, page, { withCounts: withCounts === 'true' });
    const { rows, total, mentions, counts, correction, understood, company } = found;
    const isByPay = understood.some(({ kind }) => kind === 'pay');
    const comparesPay = filters.minsalary || filters.salary || order === 'salary' || isByPay;
    const ratesdate = comparesPay ? await readRatesDate(db) : undefined;
    // The age of jobs, and the dictionary that corrects words, change without a write. If the list depends on them,
    // limit how long it is cached.
    if (filters.posted || (filters.q && rows.length <= limit)) cacheAtMost(CLOCK_PRECISION);
    const { page: jobs, ...position } = listPage(rows, page);
    const results = description === 'html' ? await render('job', jobs) : jobs;
    return {
      results: results.map(presentJobListItem),
      ...(total !== undefined && {
        total,
        ...(total > MAX_EXACT_COUNT && { more: true as const }),
      }),
      ...(mentions && { mentions }),
      ...(counts && { counts }),
      ...(correction && { correction }),
      ...(understood.length > 0 && { understood }),
      ...(company && { company }),
      ...(ratesdate && jobs.length > 0 && { ratesdate }),
      ...position,
    };
  });

  registerEndpoint(app, 'GET /api/jobs/alternatives', ({ db, query: filters, cacheAtMost }) => {
    cacheAtMost(CLOCK_PRECISION);
    return findAlternatives(db, filters);
  });

  registerEndpoint(app, 'GET /api/admin/ranking', ({ db, query: { limit, ...filters } }) =>
    explainRanking(db, filters, limit),
  );

  registerEndpoint(
    app,
    'GET /api/jobs/counts',
    async ({ db, query: filters, cacheAtMost, allowStale }) => {
      cacheAtMost(CLOCK_PRECISION);
      // Allow stale counts: during a steady flow of writes, the counts of a frequent word would be outdated before they
      // are complete.
      if (filters.q) allowStale();
      return countJobs(db, filters);
    },
  );

  registerEndpoint(app, 'GET /api/jobs/companies', async ({ db, query, cacheAtMost }) => {
    const { name = '', ...filters } = query;
    cacheAtMost(CLOCK_PRECISION);
    return { results: await suggestCompanies(db, await parseSearch(db, filters), name) };
  });

  registerEndpoint(app, 'GET /api/jobs/places', async ({ db, query: { name = '' } }) => ({
    results: await suggestPlaces(db, name, MAX_SUGGESTIONS),
  }));

  registerEndpoint(app, 'GET /api/places', async ({ query: { location = '' } }) =>
    readPlaces(location),
  );

  registerEndpoint(
    app,
    'GET /api/jobs/suggestions',
    async ({ db, query: { q = '' }, cacheAtMost }) => {
      // The titles and skills from which suggestions come change without a write.
      cacheAtMost(CLOCK_PRECISION);
      return suggestSearches(db, q);
    },
  );

  registerEndpoint(
    app,
    'GET /api/jobs/:id',
    async ({ db, params: { id }, query: { description: form }, tag, cacheAtMost }) => {
      const row = await requireOpen(
        db,
        id,
        form === 'html'
          ? await findInHtml(db, id)
          : await db.reads.planned((reader) => findJob(reader, id)),
      );
      const { closes_at } = row.job;
      if (closes_at) cacheAtMost(closes_at.getTime() - Date.now());
      const known = await readCategories(db);
      const categories = await db.reads.planned((reader) => slugsOfJob(reader, id, known));
      tag(tagOf(row, form, categories));
      return {
        ...presentJob(row, form === 'text' ? 'text' : 'stored'),
        ...(known.length > 0 && { categories }),
      };
    },
  );

  registerEndpoint(app, 'GET /api/jobs/:id/closed', async ({ db, params: { id } }) => {
    const row = await findInHtml(db, id);
    const end = row && closingTime(row.job);
    if (row && !end) throw notFound('closed job');
    const deleted = row
      ? undefined
      : await db.reads.planned((reader) => findDeletedJob(reader, id));
    const was = row?.job ?? deleted;
    const closed = end ?? deleted?.at;
    if (!was || !closed) throw notFound('closed job');
    const similar = await listSimilarJobs(db, { ...was, ...row?.facts, id });
    return presentClosedJob({ id, closed, row, similar });
  });

  registerEndpoint(app, 'GET /api/jobs/:id/similar', async ({ db, params: { id } }) => {
    const { job, facts } = await requireOpen(db, id, await findInHtml(db, id));
    const similar = await listSimilarJobs(db, { ...job, ...facts });
    return { results: similar.map(presentJobListItem) };
  });

  registerEndpoint(app, 'POST /api/jobs/read', async ({ body: { ids } }) => ({
    results: (await readJobs(db, ids)).map(({ row, closes, closed }) => ({
      job: presentJobListItem(row),
      closesat: closes?.toISOString() ?? null,
      closedat: closed?.toISOString() ?? null,
    })),
  }));

  registerEndpoint(app, 'GET /api/jobs/closed', async ({ query, caller }) => {
    const { limit, cursor } = query;
    const after = cursor ? decodeCursor(cursor, isTimestamp) : undefined;
    const rows = await listClosedJobs(db, { of: managedJobsOf(caller), limit, after });
    const { page, ...next } = pageOf(rows, limit, ({ closed_at, id }) => ({
      key: closed_at.toISOString(),
      id,
    }));
    return { results: page.map(presentClosedJobListItem), ...next };
  });

  registerEndpoint(app, 'GET /api/jobs/:id/posting-issues', async ({ params: { id }, caller }) => {
    const row = await requireOpen(db, id, await findInHtml(db, id));
    const job = presentJob(row);
    authorizeJobsOf(caller, job.company.id);
    const hasDescription = job.description !== '';
    const sourceCloses = row.job.source_validthrough;
    return { results: findPostingIssues({ ...job, hasDescription, sourceCloses }) };
  });

  registerEndpoint(
    app,
    'POST /api/jobs',
    async ({ body, caller, idempotencyKey, tag }) => {
      const id = await createJob(db, caller.id, body, idempotencyKey, rules);
      const inReview = await findDraft(db, id);
      if (inReview?.draft.state === 'review' && kindOf(inReview.draft) === 'new') {
        tag(entityTag(inReview.draft.version, inReview.company.version, 'markdown'));
        return presentInReview(inReview, rules);
      }
      return presentWritten(db, id, tag, createdThenDeleted());
    },
    { body: newJobByRules(rules) },
  );

  registerEndpoint(
    app,
    'PUT /api/jobs/:id',
    async ({ params: { id }, body, caller, ifMatch, tag }) => {
      requireSameId(body, id);
      const isReviewed = await updateJob(db, caller.id, id, body, ifMatch, rules);
      const job = await presentWritten(db, id, tag);
      return isReviewed ? { ...job, state: 'review' } : job;
    },
  );

  registerEndpoint(app, 'POST /api/jobs/:id/close', async ({ params: { id }, caller, ifMatch }) => {
    await closeJob(db, caller.id, id, ifMatch);
    return undefined;
  });

  registerEndpoint(
    app,
    'POST /api/jobs/:id/reopen',
    async ({ params: { id }, body, caller, tag }) => {
      await reopenJob(db, caller.id, id, body, rules);
      return presentWritten(db, id, tag);
    },
  );

  registerEndpoint(app, 'DELETE /api/jobs/:id', async ({ params: { id }, caller, ifMatch }) => {
    await deleteJob(db, caller.id, id, ifMatch);
    return undefined;
  });

  registerEndpoint(app, 'POST /api/jobs/:id/restore', async ({ params: { id }, caller, tag }) => {
    await restoreJob(db, caller.id, id);
    return presentWritten(db, id, tag);
  });

  registerEndpoint(app, 'POST /api/jobs/bulk', async ({ body, caller }) => ({
    results: await changeJobs(db, caller.id, body, rules),
  }));
}

/**
 * The `ETag` of a job. It also changes with the day of the last check and with the categories, which are no new version of
 * the job.
 */
function tagOf({ job, company }: JobRow, form: string, categories: string[] = []): string {
  const checked = job.checked ? [job.checked] : [];
  return entityTag(job.version, company.version, form, ...checked, ...categories);
}

/**
 * Presents a job after a write, even if it has been closed since.
 * @throws `deleted` if the job has been deleted since the write
 */
async function presentWritten(
  db: BoardDatabase,
  id: string,
  tag: (entityTag: string) => void,
  deleted = gone('job'),
) {
  const row = await findJob(db, id);
  if (!row) throw deleted;
  tag(tagOf(row, 'markdown'));
  return presentJob(row);
}

/**
 * Returns the job if it is open.
 * @throws ProblemError 404; 410 if the job is closed or deleted
 */
async function requireOpen(db: BoardDatabase, id: string, row: JobRow | undefined) {
  if (!row) throw await db.reads.planned((reader) => missingJob(reader, id));
  if (closingTime(row.job)) throw gone('job');
  return row;
}
