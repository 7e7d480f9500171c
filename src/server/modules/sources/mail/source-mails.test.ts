import { expect, test } from 'vitest';
import { mails } from '#server/db/mail-tables.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount } from '#tests/support/factories.ts';
import { setUpSources } from '../testing/set-up-sources.ts';
import { sourceMails } from './source-mails.ts';

const { board, addSource } = setUpSources();

test('owners and the site admins who want emails learn that a source asks, each with the reason that is theirs', async () => {
  const { db } = board;
  const source = await addSource('acme', { state: 'asking' });
  const { company_id } = source;
  const admin = (name: string) =>
    createAccount(db, { role: 'siteadmin', name, verified_email: `${name}@board.example` });
  await createAccount(db, {
    role: 'companyadmin',
    company_id,
    verified_email: 'owner@acme.example',
  });
  await admin('boss');
  const quiet = await admin('quiet');
  const choice = { token: await tokenFor(db, quiet.id), body: { digest: false } };
  expect((await board.ask('PUT', '/api/admin/inbox/digest', choice)).status).toBe(204);

  const from = { name: 'Board', address: 'board@board.example' };
  const outbox = createOutbox({ delivery: 'captured', from });
  const notify = sourceMails(outbox, async () => ({
    origin: 'https://board.example',
    name: 'Board',
  }));
  await db.transaction((tx) => notify(tx, source, 'asks'));
  const sent = await db.select().from(mails).orderBy(mails.to_address);
  expect(sent.map(({ to_address, content }) => [to_address, content?.reason])).toEqual([
    [
      'boss@board.example',
      'You get this email because you are a site admin at board.example. You can turn these emails off in the inbox.',
    ],
    [
      'owner@acme.example',
      'You get this email because you manage the jobs of Ada & Sons at board.example.',
    ],
  ]);
  expect(sent.map(({ content }) => content?.button?.url)).toEqual([
    `https://board.example/admin/sources?source=${source.id}`,
    `https://board.example/dashboard?tab=import&source=${source.id}`,
  ]);
});
