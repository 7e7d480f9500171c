import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { inBatches } from '#server/http/api/csv.ts';
import { decodeCursor, isTimestamp, pageOf } from '#server/http/api/cursor.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { PEOPLE_HEADER, personCells, presentPerson } from './presenter.ts';
import {
  countPeople,
  listPeople,
  type PeopleFilters,
  type PersonRow,
  positionOf,
} from './queries.ts';

/** Whether PostgreSQL can compare the id. PostgreSQL texts cannot contain a null character. */
const isComparable = (id: string) => !id.includes('\0');

/** People as site admins see them. */
export function peopleRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(app, 'GET /api/admin/people', async ({ query }) => {
    const { limit, cursor, ...filters } = query;
    const after = cursor ? decodeCursor(cursor, isTimestamp, isComparable) : undefined;
    const [rows, total] = await Promise.all([
      listPeople(db, filters, { limit: limit + 1, after }),
      countPeople(db, filters),
    ]);
    const { page, ...rest } = pageOf(rows, limit, (row) => positionOf(filters, row), after);
    return { results: page.map(presentPerson), ...rest, total };
  });

  registerEndpoint(app, 'GET /api/admin/people.csv', async ({ query: filters }) => ({
    name: 'people.csv',
    header: PEOPLE_HEADER,
    rows: readRows(db, filters),
  }));
}

async function* readRows(db: Database, filters: PeopleFilters): AsyncGenerator<string[]> {
  const rows = inBatches<PersonRow>(({ limit, after }) =>
    listPeople(db, filters, { limit, after: after && positionOf(filters, after) }),
  );
  for await (const row of rows) yield personCells(row);
}
