import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { companies } from '#server/db/schema.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { logProblem } from './error-handler.ts';

const board = setUpTestBoard();

test('the server reports a full disk as 507, not as an unavailable database', async () => {
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  // Let one table raise PostgreSQL's error code for a full disk.
  await board.db.execute(sql`
    create function refuse_insert() returns trigger language plpgsql as $$
    begin raise exception using errcode = 'disk_full'; end $$`);
  await board.db.execute(sql`
    create trigger no_room after insert on companies execute function refuse_insert()`);
  const reply = await board.ask('POST', '/api/companies', {
    token: await tokenFor(board.db, id),
    body: { name: 'Ada & Sons', description: 'We make things.', website: 'https://ada.example' },
  });
  expect(reply).toMatchObject({
    status: 507,
    body: {
      title: 'Insufficient Storage',
      detail: 'The server’s disk is full. Nothing was stored. Try again later.',
      requestid: expect.any(String),
    },
  });
  expect(await board.db.$count(companies)).toBe(0);
});

test('the server does not report 507 if the disk is full after the commit', async () => {
  const { app, db } = board;
  const request = { log: app.log, id: '1' } as FastifyRequest;
  const failWithFullDisk = sql`do $$ begin raise exception using errcode = 'disk_full'; end $$`;
  const statusOf = (work: Promise<unknown>) =>
    work.then(
      () => expect.unreachable(),
      (error: unknown) => logProblem(error, request).status,
    );
  expect(await statusOf(db.transaction((tx) => tx.execute(failWithFullDisk)))).toBe(507);
  expect(await statusOf(db.execute(failWithFullDisk))).toBe(503);
});
