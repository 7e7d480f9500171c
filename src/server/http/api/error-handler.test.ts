import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { companies } from '#server/db/schema.ts';
import { tokenFor } from '#server/testing/access-tokens.ts';
import { createAccount } from '#server/testing/factories.ts';
import { setUpTestBoard } from '#server/testing/test-app.ts';
import { logProblem } from './error-handler.ts';

const board = setUpTestBoard();

test('a full disk is told of as that, and not as a database that cannot be reached', async () => {
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  // As PostgreSQL itself says it, here for one table alone.
  await board.db.execute(sql`
    create function refuse_for_room() returns trigger language plpgsql as $$
    begin raise exception using errcode = 'disk_full'; end $$`);
  await board.db.execute(sql`
    create trigger no_room after insert on companies execute function refuse_for_room()`);
  const reply = await board.ask('POST', '/api/companies', {
    token: await tokenFor(board.db, id),
    body: { name: 'Ada & Sons', description: 'We make things.', website: 'https://ada.example' },
  });
  expect(reply).toMatchObject({
    status: 507,
    body: {
      title: 'Insufficient Storage',
      detail: 'The board’s disk is full, and nothing was stored.',
      requestid: expect.any(String),
    },
  });
  expect(await board.db.$count(companies)).toBe(0);
});

test('a statement that finds the disk full after the commit does not refuse what is stored', async () => {
  const { app, db } = board;
  const request = { log: app.log, id: '1' } as FastifyRequest;
  const findNoRoom = sql`do $$ begin raise exception using errcode = 'disk_full'; end $$`;
  const statusOf = (work: Promise<unknown>) =>
    work.then(
      () => expect.unreachable(),
      (error: unknown) => logProblem(error, request).status,
    );
  expect(await statusOf(db.transaction((tx) => tx.execute(findNoRoom)))).toBe(507);
  expect(await statusOf(db.execute(findNoRoom))).toBe(503);
});
