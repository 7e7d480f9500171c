import type { FastifyInstance } from 'fastify';
import type { BoardDatabase, Database } from '#server/db/client.ts';
import { inBatches } from '#server/http/api/csv.ts';
import { decodeCursor, pageOf } from '#server/http/api/cursor.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import { readMissingFacts } from '#server/modules/facts/commands.ts';
import { mergeCompanies } from '#server/modules/merges/merge-companies.ts';
import { COMPANY_ADMINS } from '#shared/domain/roles.ts';
import { COMPANY_HEADER, companyCells, presentAdministered } from './presenter.ts';
import {
  type AdministeredRow,
  type CompanyFilters,
  countAdministered,
  listAdministered,
  withJobs,
} from './queries.ts';

const isKey = (key: string) => !key.includes('\0');

/** The endpoints with which site admins list and merge companies. */
export function administeredCompanyRoutes(
  app: FastifyInstance,
  { db }: { db: BoardDatabase },
): void {
  const ending = new AbortController();
  let reading = Promise.resolve();

  /**
   * After a merge, recomputes the groups of the moved jobs, so that they join those of their new company. If the server
   * stops before, the hourly task does this.
   */
  function regroupJobs(): void {
    reading = reading
      .then(() => readMissingFacts(db, { signal: ending.signal }))
      .then(() => {})
      .catch((error: unknown) => {
        app.log.warn({ err: error }, 'Facts of merged jobs not read; retrying in an hour');
      });
  }

  app.addHook('onClose', async () => {
    ending.abort();
    await reading;
  });

  registerEndpoint(app, 'GET /api/admin/companies', async ({ query }) => {
    const { limit, cursor, ...filters } = query;
    const after = cursor ? decodeCursor(cursor, isKey) : undefined;
    const [rows, total] = await Promise.all([
      listAdministered(db, filters, { limit: limit + 1, after }),
      countAdministered(db, filters),
    ]);
    const { page, ...rest } = pageOf(rows, limit, ({ name, id }) => ({ key: name, id }), after);
    return {
      results: (await withJobs(db, page)).map(({ jobs, ...row }) => presentAdministered(row, jobs)),
      ...rest,
      total,
    };
  });

  registerEndpoint(app, 'GET /api/admin/companies.csv', async ({ query: filters }) => ({
    name: 'companies.csv',
    header: COMPANY_HEADER,
    rows: readRows(db, filters),
  }));

  registerEndpoint(
    app,
    'POST /api/companies/:id/merge',
    async ({ params: { id }, body: { into }, caller }) => {
      const permit = (tx: Database) => lockCaller(tx, caller.id, COMPANY_ADMINS);
      const merged = await mergeCompanies(db, { actor: caller.id, permit }, { id, into });
      regroupJobs();
      return merged;
    },
  );
}

async function* readRows(db: BoardDatabase, filters: CompanyFilters): AsyncGenerator<string[]> {
  const rows = inBatches<AdministeredRow & { jobs: number }>(async ({ limit, after }) =>
    withJobs(
      db,
      await listAdministered(db, filters, {
        limit,
        after: after && { key: after.name, id: after.id },
      }),
    ),
  );
  for await (const { jobs, ...row } of rows) yield companyCells(row, jobs);
}
