import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { companies } from '#server/db/schema.ts';
import { tokenFor } from '#server/testing/access-tokens.ts';
import { createAccount } from '#server/testing/factories.ts';
import { setUpTestBoard } from '#server/testing/test-app.ts';

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
