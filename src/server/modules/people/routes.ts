import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { inBatches } from '#server/http/api/csv.ts';
import { decodeCursor, isTimestamp, pageOf } from '#server/http/api/cursor.ts';
import { badInput, notFound } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import {
  blockAccount,
  endSessionsOf,
  setRole,
  unblockAccount,
} from '#server/modules/accounts/commands.ts';
import type { Role } from '#shared/domain/roles.ts';
import { PEOPLE_HEADER, personCells, presentPerson } from './presenter.ts';
import {
  countPeople,
  listPeople,
  type PeopleFilters,
  type PersonRow,
  positionOf,
} from './queries.ts';

/** Whether PostgreSQL can compare the account id with stored ids. PostgreSQL texts cannot contain a null character. */
const isComparable = (id: string) => !id.includes('\0');

/** The endpoints with which site admins list people and change their access. */
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

  registerEndpoint(app, 'POST /api/admin/people/:id/role', async ({ params, body, caller }) => {
    const assignment = readAssignment(body);
    await requireFound(params.id, (id) => setRole(db, { siteAdmin: caller.id }, id, assignment));
    return undefined;
  });

  registerEndpoint(app, 'POST /api/admin/people/:id/block', async ({ params, body, caller }) => {
    const by = { siteAdmin: caller.id };
    await requireFound(params.id, (id) => blockAccount(db, by, id, body.reason));
    return undefined;
  });

  registerEndpoint(app, 'POST /api/admin/people/:id/unblock', async ({ params, caller }) => {
    await requireFound(params.id, (id) => unblockAccount(db, { siteAdmin: caller.id }, id));
    return undefined;
  });

  registerEndpoint(app, 'POST /api/admin/people/:id/end-sessions', async ({ params, caller }) => {
    const by = { siteAdmin: caller.id };
    const end = async (id: string) => (await endSessionsOf(db, by, id)) !== undefined;
    await requireFound(params.id, end);
    return undefined;
  });
}

/**
 * Runs a function that changes an account and returns false if the account does not exist.
 * @throws ProblemError 404 if it does not exist
 */
async function requireFound(id: string, change: (id: string) => Promise<boolean>): Promise<void> {
  if (!isComparable(id) || !(await change(id))) throw notFound('person');
}

/**
 * Checks that the company matches the role.
 * @throws ProblemError 400
 */
function readAssignment({ role, company }: { role: Role; company?: string | undefined }) {
  const refuse = (message: string) => badInput([{ path: 'company', message }]);
  if (role !== 'companyadmin') {
    if (company !== undefined) throw refuse('must be absent unless the role is companyadmin');
    return { role };
  }
  if (company === undefined) throw refuse('must be the id of a company');
  return { role, company };
}

async function* readRows(db: Database, filters: PeopleFilters): AsyncGenerator<string[]> {
  const rows = inBatches<PersonRow>(({ limit, after }) =>
    listPeople(db, filters, { limit, after: after && positionOf(filters, after) }),
  );
  for await (const row of rows) yield personCells(row);
}
