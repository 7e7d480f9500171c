import type { FastifyInstance } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import type { Reader } from '#server/db/prepared-reads.ts';
import { decodeCursor, pageOf } from '#server/http/api/cursor.ts';
import { entityTag } from '#server/http/api/etag.ts';
import { createdThenDeleted, notFound, requireSameId } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { renderRows } from '#server/modules/descriptions/commands.ts';
import { createCompany, deleteCompany, updateCompany } from './commands.ts';
import { presentCompany, presentCompanyListItem } from './presenter.ts';
import { findCompany, findCompanyInHtml, listCompanies } from './queries.ts';

const isName = (key: string) => !key.includes('\0');

export function companyRoutes(app: FastifyInstance, { db }: { db: BoardDatabase }): void {
  const render = renderRows(app, { db, log: app.log });

  registerEndpoint(
    app,
    'GET /api/companies',
    async ({ db, query: { limit, cursor, description } }) => {
      const after = cursor ? decodeCursor(cursor, isName) : undefined;
      const whole = description === 'markdown';
      const rows = await db.reads.planned((reader) =>
        listCompanies(reader, { limit, after, whole }),
      );
      const { page, ...next } = pageOf(rows, limit, ({ name, id }) => ({ key: name, id }));
      return {
        results: page.map((row) => presentCompanyListItem(row, description === 'summary')),
        ...next,
      };
    },
  );

  registerEndpoint(app, 'GET /api/companies/:id', async ({ db, params: { id }, query, tag }) => {
    const form = query.description;
    if (form === 'markdown') return db.reads.planned((reader) => present(reader, id, tag));
    const found = await db.reads.planned((reader) => findCompanyInHtml(reader, id));
    if (!found) throw notFound('company');
    const [row = found] = await render('company', [found]);
    tag(entityTag(row.version, form));
    return presentCompany(row);
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
  return presentCompany(row);
}
