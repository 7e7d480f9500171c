import type { FastifyInstance } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import type { Reader } from '#server/db/prepared-reads.ts';
import { decodeCursor, pageOf } from '#server/http/api/cursor.ts';
import { entityTag } from '#server/http/api/etag.ts';
import { createdThenDeleted, notFound, requireSameId } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { renderRows } from '#server/modules/descriptions/commands.ts';
import type { CompanyOrder } from '#shared/domain/company-orders.ts';
import { capped, countJobsOf } from '../search/facet-counts.ts';
import { createCompany, deleteCompany, restoreDeletedCompany, updateCompany } from './commands.ts';
import { presentCompanyListItem, presentCompanyProfile, presentPlaces } from './presenter.ts';
import {
  countCompanies,
  countJobsWithFacts,
  countPlacesOf,
  findCompany,
  findCompanyInHtml,
  listCompanies,
  listCompaniesByJobs,
} from './queries.ts';

/**
 * The maximum time for which the cache stores the figures of a company (ms). A change of a job does not evict them, because
 * the pages of all jobs of companies without a description contain figures.
 */
const FIGURES_LIFETIME = 60 * 60 * 1_000;

/** Returns a function that checks whether the key of a cursor belongs to a list in this order. */
function isKey(order: CompanyOrder) {
  return (key: string) => !key.includes('\0') && (order === 'name' || /^\d{1,9} /.test(key));
}

export function companyRoutes(app: FastifyInstance, { db }: { db: BoardDatabase }): void {
  const render = renderRows(app, { db, log: app.log });

  registerEndpoint(app, 'GET /api/companies', async ({ db, query, dependOn }) => {
    const { limit, cursor, description, q } = query;
    const withCounts = query.counts === 'true';
    const order = query.sort || 'name';
    if (withCounts || order === 'jobs') dependOn('jobs');
    const after = cursor ? decodeCursor(cursor, isKey(order)) : undefined;
    const list = { q, limit, after, whole: description === 'markdown' };
    const [{ page, ...position }, total] = await Promise.all([
      order === 'jobs' ? readByJobs(db, list) : readByName(db, list, withCounts),
      withCounts ? db.reads.planned((reader) => countCompanies(reader, q)) : undefined,
    ]);
    return {
      results: page.map((row) => ({
        ...presentCompanyListItem(row, description === 'summary'),
        ...(withCounts && { jobs: capped(row.jobs ?? 0) }),
      })),
      ...(total !== undefined && { total }),
      ...position,
    };
  });

  registerEndpoint(app, 'GET /api/companies/:id', async ({ db, params: { id }, query, tag }) => {
    const form = query.description;
    if (form === 'markdown') return db.reads.planned((reader) => present(reader, id, tag));
    const found = await db.reads.planned((reader) => findCompanyInHtml(reader, id));
    if (!found) throw notFound('company');
    const [row = found] = await render('company', [found]);
    tag(entityTag(row.version, form));
    return presentCompanyProfile(row);
  });

  registerEndpoint(app, 'GET /api/companies/:id/figures', async ({ db, params, cacheAtMost }) => {
    cacheAtMost(FIGURES_LIFETIME);
    const { id } = params;
    const found = await db.reads.planned((reader) => findCompany(reader, id));
    if (!found) throw notFound('company');
    const [figures, places] = await Promise.all([
      db.reads.planned((reader) => countJobsWithFacts(reader, found.id)),
      db.reads.planned((reader) => countPlacesOf(reader, found.id)),
    ]);
    return { ...figures, places: presentPlaces(places) };
  });

  registerEndpoint(app, 'POST /api/companies', async ({ body, caller, idempotencyKey, tag }) => {
    const id = await createCompany(db, caller.id, body, idempotencyKey);
    return present(db, id, tag, createdThenDeleted());
  });

  registerEndpoint(
    app,
    'PUT /api/companies/:id',
    async ({ params: { id }, body, caller, ifMatch, tag }) => {
      requireSameId(body, id);
      await updateCompany(db, caller.id, id, body, ifMatch);
      return present(db, id, tag);
    },
  );

  registerEndpoint(
    app,
    'DELETE /api/companies/:id',
    async ({ params: { id }, caller, ifMatch }) => {
      await deleteCompany(db, caller.id, id, ifMatch);
      return undefined;
    },
  );

  registerEndpoint(
    app,
    'POST /api/companies/:id/restore',
    async ({ params: { id }, caller, tag }) => {
      await restoreDeletedCompany(db, caller.id, id);
      return present(db, id, tag);
    },
  );
}

type List = Parameters<typeof listCompanies>[1];

/** Reads a page of the companies by name. Also reads their numbers of jobs if `withCounts` is true. */
async function readByName(db: BoardDatabase, list: List, withCounts: boolean) {
  const rows = await db.reads.planned((reader) => listCompanies(reader, list));
  const { page, ...position } = pageOf(
    rows,
    list.limit,
    ({ name, id }) => ({ key: name, id }),
    list.after,
  );
  if (!withCounts) return { page: page.map((row) => ({ ...row, jobs: undefined })), ...position };
  const jobs = await countJobsOf(
    db,
    page.map(({ id }) => id),
  );
  return { page: page.map((row) => ({ ...row, jobs: jobs.get(row.id) })), ...position };
}

/** Reads a page of the companies by their number of jobs. */
async function readByJobs(db: BoardDatabase, list: List) {
  const rows = await db.reads.planned((reader) => listCompaniesByJobs(reader, list));
  return pageOf(
    rows,
    list.limit,
    ({ jobs, name, id }) => ({ key: `${jobs} ${name}`, id }),
    list.after,
  );
}

async function present(
  db: Reader,
  id: string,
  tag: (entityTag: string) => void,
  missing = notFound('company'),
) {
  const row = await findCompany(db, id);
  if (!row) throw missing;
  tag(entityTag(row.version, 'markdown'));
  return presentCompanyProfile(row);
}
