import type { FastifyInstance } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import { decodeCursor, isMoment, pageOf } from '#server/http/api/cursor.ts';
import { entityTag } from '#server/http/api/etag.ts';
import { gone, goneAgain, notFound, requireSameId } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { renderRows } from '#server/modules/descriptions/commands.ts';
import { endOfDay } from '#shared/calendar-day.ts';
import { jobOrder } from '#shared/constants/job-search.ts';
import type { JobList } from '#shared/contract/job-responses.ts';
import {
  countFacets,
  countTotal,
  isKept,
  isSmallBoard,
  type ParsedSearch,
  suggestCompanies,
  suggestPlaces,
} from '../search/facet-counts.ts';
import { isPlaceKey, placeKey } from '../search/job-query.ts';
import { ask, searchOrCorrect } from '../search/search-jobs.ts';
import { closeJob, createJob, deleteJob, reopenJob, updateJob } from './commands.ts';
import { authorizeJobsOf, closedJobsOf } from './policy.ts';
import { findPostingIssues } from './posting/posting-issues.ts';
import {
  presentClosedJob,
  presentClosedJobListItem,
  presentJob,
  presentJobListItem,
} from './presenter.ts';
import {
  endOf,
  findDeletedJob,
  findJob,
  findJobInHtml,
  type JobRow,
  listClosedJobs,
  listOpenJobs,
  listSimilarJobs,
  missingJob,
} from './queries.ts';

/** For how long an answer that depends on the clock may be kept (ms). */
const CLOCK_PRECISION = 60_000;

export function jobRoutes(app: FastifyInstance, { db }: { db: BoardDatabase }): void {
  const render = renderRows(app, { db, log: app.log });

  /** With the descriptions as HTML. */
  async function findInHtml({ reads }: BoardDatabase, id: string) {
    const found = await reads.planned((reader) => findJobInHtml(reader, id));
    if (!found) return undefined;
    const [job = found.job] = await render('job', [found.job]);
    const [company = found.company] = await render('company', [found.company]);
    return { job, company };
  }

  registerEndpoint(app, 'GET /api/jobs', async ({ db, query, cacheFor }) => {
    const { limit, cursor, description, counts, sort, ...search } = query;
    const order = jobOrder(search.q, sort);
    const after = cursor ? decodeCursor(cursor, isPlaceKey(order)) : undefined;
    const page = { order, limit, after, form: description };
    const count = async (
      asked: ParsedSearch,
    ): Promise<Pick<JobList, 'counts'> & { total: number }> => {
      if (!counts) return countTotal(db, asked);
      const all = await countFacets(db, asked);
      return { total: all.total, counts: all };
    };
    // Without words the figures are kept; with words, to count may take longer than to find.
    const plain = { search, match: undefined };
    const kept = !search.q && !search.location && isKept(plain);
    const [{ result, asked, correction }, keptCounts, small] = await Promise.all([
      searchOrCorrect(
        db,
        search,
        (asked) => listOpenJobs(db, asked, page),
        // Where the list goes on, or did before, it is not known to be short.
        (rows) =>
          rows.length > limit || (after && rows.length > 0)
            ? Number.POSITIVE_INFINITY
            : rows.length,
        !after,
      ),
      kept ? count(plain) : undefined,
      kept || isSmallBoard(db),
    ]);
    const counted = keptCounts ?? (small ? await count(asked) : undefined);
    // What was posted within some days changes by itself, and so do the words that are known.
    if (search.posted || (search.q && result.length <= limit)) cacheFor(CLOCK_PRECISION);
    const { page: found, ...next } = pageOf(result, limit, (row) => ({
      key: placeKey(order, row),
      id: row.id,
    }));
    const rows = description === 'html' ? await render('job', found) : found;
    const total = counted?.total ?? (after || next.next ? undefined : rows.length);
    return {
      results: rows.map(presentJobListItem),
      ...(total !== undefined && { total }),
      ...(counted?.counts && { counts: counted.counts }),
      ...(correction && { correction }),
      ...next,
    };
  });

  registerEndpoint(
    app,
    'GET /api/jobs/counts',
    async ({ db, query: search, cacheFor, allowStale }) => {
      cacheFor(CLOCK_PRECISION);
      // With a frequent word they take longer to make than a flow of writes would let them stand.
      if (search.q) allowStale();
      const { result } = await searchOrCorrect(
        db,
        search,
        (asked) => countFacets(db, asked),
        ({ total }) => total,
      );
      return result;
    },
  );

  registerEndpoint(app, 'GET /api/jobs/companies', async ({ db, query, cacheFor }) => {
    const { name = '', ...search } = query;
    cacheFor(CLOCK_PRECISION);
    return { results: await suggestCompanies(db, await ask(db, search), name) };
  });

  registerEndpoint(app, 'GET /api/jobs/places', async ({ db, query: { name = '' } }) => ({
    results: await suggestPlaces(db, name),
  }));

  registerEndpoint(
    app,
    'GET /api/jobs/:id',
    async ({ db, params: { id }, query: { description: form }, tag, cacheFor }) => {
      const row = await requireOpen(
        db,
        id,
        form === 'html'
          ? await findInHtml(db, id)
          : await db.reads.planned((reader) => findJob(reader, id)),
      );
      const { validthrough } = row.job;
      if (validthrough) cacheFor(endOfDay(validthrough).getTime() - Date.now());
      tag(entityTag(row.job.version, row.company.version, form));
      return presentJob(row, form === 'text' ? 'text' : 'as it is');
    },
  );

  registerEndpoint(app, 'GET /api/jobs/:id/closed', async ({ db, params: { id } }) => {
    const row = await findInHtml(db, id);
    const end = row && endOf(row.job);
    if (row && !end) throw notFound('closed job');
    const deleted = row
      ? undefined
      : await db.reads.planned((reader) => findDeletedJob(reader, id));
    const was = row?.job ?? deleted;
    const closed = end ?? deleted?.at;
    if (!was || !closed) throw notFound('closed job');
    const similar = await listSimilarJobs(db, { ...was, id });
    return presentClosedJob({ id, closed, row, similar });
  });

  registerEndpoint(app, 'GET /api/jobs/closed', async ({ query, caller }) => {
    const { limit, cursor } = query;
    const after = cursor ? decodeCursor(cursor, isMoment) : undefined;
    const rows = await listClosedJobs(db, { of: closedJobsOf(caller), limit, after });
    const { page, ...next } = pageOf(rows, limit, ({ closed_at, id }) => ({
      key: closed_at.toISOString(),
      id,
    }));
    return { results: page.map(presentClosedJobListItem), ...next };
  });

  registerEndpoint(app, 'GET /api/jobs/:id/posting-gaps', async ({ params: { id }, caller }) => {
    const job = presentJob(await requireOpen(db, id, await findInHtml(db, id)));
    authorizeJobsOf(caller, job.company.id);
    return { results: findPostingIssues(job) };
  });

  registerEndpoint(app, 'POST /api/jobs', async ({ body, caller, idempotencyKey, tag }) => {
    const id = await createJob(db, caller.id, body, idempotencyKey);
    return presentWritten(db, id, tag, goneAgain());
  });

  registerEndpoint(
    app,
    'PUT /api/jobs/:id',
    async ({ params: { id }, body, caller, ifMatch, tag }) => {
      requireSameId(body, id);
      await updateJob(db, caller.id, id, body, ifMatch);
      return presentWritten(db, id, tag);
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
      await reopenJob(db, caller.id, id, body);
      return presentWritten(db, id, tag);
    },
  );

  registerEndpoint(app, 'DELETE /api/jobs/:id', async ({ params: { id }, caller, ifMatch }) => {
    await deleteJob(db, caller.id, id, ifMatch);
    return undefined;
  });
}

/** What a write has made of a job, also where it is closed since. @throws `deleted` where it was deleted since */
async function presentWritten(
  db: BoardDatabase,
  id: string,
  tag: (entityTag: string) => void,
  deleted = gone('job'),
) {
  const row = await findJob(db, id);
  if (!row) throw deleted;
  tag(entityTag(row.job.version, row.company.version, 'markdown'));
  return presentJob(row);
}

/** @throws ProblemError 404, 410 where it is closed or was deleted */
async function requireOpen(db: BoardDatabase, id: string, row: JobRow | undefined) {
  if (!row) throw await db.reads.planned((reader) => missingJob(reader, id));
  if (endOf(row.job)) throw gone('job');
  return row;
}
