import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import { notFound } from '#server/http/problem.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { anyone } from '#server/identity/access.ts';
import { presentCompany, presentCompanyInList } from './presenter.ts';
import { findCompany, listCompanies } from './queries.ts';

const isName = (key: string) => !key.includes('\0');

export function companyRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(
    app,
    'GET /api/companies',
    anyone,
    async ({ query: { limit, cursor, description } }) => {
      const after = cursor ? decodeCursor(cursor, isName) : undefined;
      const whole = description === 'markdown';
      const rows = await listCompanies(db, { limit, after, whole });
      const { page, ...next } = pageOf(rows, limit, ({ name, id }) => ({ key: name, id }));
      return {
        results: page.map((row) => presentCompanyInList(row, description === 'summary')),
        ...next,
      };
    },
  );

  registerEndpoint(app, 'GET /api/companies/:id', anyone, async ({ params: { id }, query }) => {
    const row = await findCompany(db, id);
    if (!row) throw notFound('company');
    return presentCompany(row, query.description);
  });
}
