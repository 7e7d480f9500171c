import { expect, test } from 'vitest';
import { accounts } from '#server/db/schema.ts';
import { erasePerson } from '#server/modules/personal-data/deletion/erase-person.ts';
import { addFullPerson, rowsWith } from '#server/modules/personal-data/testing/full-person.ts';
import { DELETION_WORD } from '#shared/domain/personal-data.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { createAccount } from '../support/factories.ts';
import { setUpTestBoard } from '../support/test-app.ts';
import { statement } from './statements.ts';

const board = setUpTestBoard();

/** Requests that somebody may send to delete another person's account. */
const attempts = (victim: string) => [
  { url: '/api/personal-data/deletion', body: { word: DELETION_WORD, id: victim } },
  { url: `/api/personal-data/deletion?id=${encodeURIComponent(victim)}`, body: { code: '' } },
  { url: `/api/accounts/${encodeURIComponent(victim)}`, body: {}, method: 'DELETE' },
];

test(statement(49), async () => {
  const victim = await addFullPerson(board.db, 'zora');
  const admin = await createAccount(board.db, { role: 'siteadmin' });
  const token = await tokenFor(board.db, admin.id);
  for (const { method = 'POST', url, body } of attempts(victim.id)) {
    const { status } = await board.ask(method, url, { token, body });
    expect([url, status >= 400]).toEqual([url, true]);
  }
  // A thief with the victim's token cannot read the code in the victim's download, and cannot guess it.
  const stolen = await tokenFor(board.db, victim.id);
  for (const body of [{ word: DELETION_WORD }, { code: '4829 1305' }, {}]) {
    const deletion = { token: stolen, body };
    const { status } = await board.ask('POST', '/api/personal-data/deletion', deletion);
    expect([400, 409]).toContain(status);
  }
  expect(await board.db.$count(accounts)).toBe(2);
  await board.db.transaction((tx) => erasePerson(tx, victim.id));
  expect(await rowsWith(board.db, 'zora')).toEqual([]);
  expect(await board.db.select({ id: accounts.id }).from(accounts)).toEqual([{ id: admin.id }]);
});
