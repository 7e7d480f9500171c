import type { FastifyInstance } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import { type Cursor, decodeCursor, isTimestamp, pageOf } from '#server/http/api/cursor.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { jobOrder } from '#shared/domain/job-search.ts';
import { isPlainDate } from '#shared/domain/plain-date.ts';
import type { SearchParameters } from '../../search/filters.ts';
import { listPage } from '../../search/list-page.ts';
import { isPositionKey } from '../../search/list-position.ts';
import { countJobs, searchJobs } from '../../search/search-jobs.ts';
import { managedJobsOf } from '../policy.ts';
import { presentDashboardDraft, presentDashboardJob } from './presenter.ts';
import {
  countInState,
  countStates,
  draftOrder,
  listDraftsInState,
  listJobsInState,
  readDashboardJobs,
} from './queries.ts';

export function dashboardRoutes(app: FastifyInstance): void {
  registerEndpoint(app, 'GET /api/dashboard', async ({ db, query, caller }) => {
    const { state: given, limit, cursor, ...search } = query;
    const state = given || 'open';
    const scope = managedJobsOf(caller);
    const counts = await countStates(db, scope);
    if (state === 'open') {
      const company = scope === 'all' ? search.company : [scope.company];
      return { counts, ...(await listOpen(db, { ...search, company }, { limit, cursor })) };
    }
    const { q, company } = search;
    const filter = { q, company };
    const total = await countInState(db, scope, state, filter);
    if (state === 'closing' || state === 'closed') {
      const isKey = state === 'closing' ? isPlainDate : isTimestamp;
      const after = cursor ? decodeCursor(cursor, isKey) : undefined;
      const rows = await listJobsInState(db, scope, state, { ...filter, limit, after });
      const { page, ...position } = pageOf(rows, limit, (row) => row, after);
      const jobs = await readDashboardJobs(
        db,
        page.map(({ id }) => id),
      );
      return { counts, total, results: jobs.map(presentDashboardJob), ...position };
    }
    const after = cursor ? decodeCursor(cursor, isTimestamp) : undefined;
    const rows = await listDraftsInState(db, scope, state, { ...filter, limit, after });
    const { page, ...position } = pageOf(
      rows,
      limit,
      (row): Cursor => ({ key: row[draftOrder(state)]?.toISOString() ?? '', id: row.id }),
      after,
    );
    return { counts, total, results: page.map(presentDashboardDraft), ...position };
  });
}

/**
 * Lists open jobs by the public search, so that words and filters mean the same on the dashboard as in a search. Jobs that
 * only mention the words are listed, too.
 */
async function listOpen(
  db: BoardDatabase,
  { sort, ...asked }: SearchParameters & { sort?: string | undefined },
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Omit<Dashboard, 'counts'>> {
  const filters = { ...asked, mentions: 'true' } as const;
  const order = jobOrder(filters.q, sort);
  const after = cursor ? decodeCursor(cursor, isPositionKey(order)) : undefined;
  const page = { order, limit, after, description: 'summary' as const };
  const found = await searchJobs(db, filters, page);
  const { correction } = found;
  const { page: rows, ...position } = listPage(found.rows, page);
  const jobs = await readDashboardJobs(
    db,
    rows.map(({ id }) => id),
  );
  return {
    total: found.total ?? (await countJobs(db, filters)).total,
    results: jobs.map(presentDashboardJob),
    ...(correction && { correction }),
    ...position,
  };
}
