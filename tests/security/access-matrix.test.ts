import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { accounts, audit_events, companies, jobs, uploads } from '#server/db/schema.ts';
import { invitations, memberships, sent_invitations } from '#server/db/team-tables.ts';
import { loadTestBundle, setUpTestBoard } from '../support/test-app.ts';
import { CALLS, createWorld, type World } from './access-calls.ts';
import {
  compareRoutes,
  contradictions,
  PEOPLE,
  type Person,
  ROWS,
  type RowName,
  routeOf,
} from './access-matrix.ts';
import { statement } from './statements.ts';

const registered = new Set<string>();

// Subscribe before the app is built, to see all of its routes.
// https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks
const collect = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    const methods = [method].flat().filter((name) => name !== 'HEAD');
    if (methods.length > 4) registered.add(`ALL ${url}`);
    else for (const name of methods) registered.add(`${name} ${url}`);
  });
};
subscribe('fastify.initialization', collect);
afterAll(() => {
  unsubscribe('fastify.initialization', collect);
});

const board = setUpTestBoard();

async function filesOf(): Promise<Pick<World, 'styleSheet' | 'upload'>> {
  const name = `${'a'.repeat(64)}.webp`;
  await openUploadStorage(board).put(name, Buffer.from('a picture'));
  const [styleSheet = ''] = (await loadTestBundle()).assets.__root__?.css ?? [];
  return { styleSheet, upload: `/uploads/${name}` };
}

async function statusFor(row: RowName, person: Person, world: World): Promise<number> {
  const [method = '', path = ''] = routeOf(row).split(' ');
  const { headers, body, ...call } = (await CALLS[row]?.(world, person)) ?? {};
  if (!call.url && /[:*]/.test(path)) throw new Error(`access-calls.ts has no request for ${row}`);
  const { statusCode } = await board.app.inject({
    method: call.method ?? (method === 'ALL' ? 'GET' : (method as 'GET')),
    url: call.url ?? path,
    ...(body !== undefined && { payload: body }),
    headers: {
      ...headers,
      ...(world.tokens[person] && { authorization: `Bearer ${world.tokens[person]}` }),
    },
  });
  return statusCode;
}

const everything = () =>
  Promise.all(
    [
      jobs,
      companies,
      accounts,
      memberships,
      invitations,
      sent_invitations,
      uploads,
      audit_events,
    ].map((table) => board.db.select().from(table)),
  );

test(statement(7), async () => {
  expect(compareRoutes(registered)).toEqual({ missing: [], without: [] });
  expect(contradictions()).toEqual([]);

  const files = await filesOf();
  const world = await createWorld(board, files);
  const before = await everything();
  const statusesByRow = new Map<RowName, number[]>();
  const statusesOf = (row: RowName) => {
    const statuses = statusesByRow.get(row) ?? [];
    statusesByRow.set(row, statuses);
    return statuses;
  };
  const each = ROWS.flatMap(([row, statuses]) =>
    PEOPLE.map((person, column) => ({ row, person, column, status: statuses[column] ?? 0 })),
  );
  // Refused calls come first and share the people and entities of one `World`, because none of them may change
  // anything.
  for (const { row, person, column } of each.filter(({ status }) => status >= 400)) {
    statusesOf(row)[column] = await statusFor(row, person, world);
  }
  expect(await everything()).toEqual(before);
  for (const { row, person, column } of each.filter(({ status }) => status < 400)) {
    const writes = /^(POST|PUT|DELETE) \/api\//.test(row);
    const own = writes ? await createWorld(board, files) : world;
    statusesOf(row)[column] = await statusFor(row, person, own);
  }
  expect(Object.fromEntries(statusesByRow)).toEqual(Object.fromEntries(ROWS));
});

test('the comparison reports a route without a row and a row without a route', () => {
  const others = [...registered].filter((route) => route !== 'GET /readyz');
  expect(compareRoutes([...others, 'GET /api/secrets'])).toEqual({
    missing: ['GET /api/secrets'],
    without: ['GET /readyz'],
  });
});

test('the comparison reports a row that contradicts the contract', () => {
  expect(
    contradictions([
      ['GET /api/jobs (x)', [401, 200, 403, 200, 200]],
      ['PUT /api/jobs/:id', [200, 200, 200, 403, 200]],
      ['POST /api/companies', [401, 403, 201, 403, 418]],
    ]),
  ).toEqual([
    'GET /api/jobs (x): nobody',
    'GET /api/jobs (x): company admin',
    'PUT /api/jobs/:id: nobody',
    'PUT /api/jobs/:id: user',
    'POST /api/companies: company admin',
    'POST /api/companies: site admin',
  ]);
});
