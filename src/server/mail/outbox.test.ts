import { beforeEach, expect, test } from 'vitest';
import { mails } from '#server/db/mail-tables.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import {
  createOutbox,
  MAX_LIST_MAILS_PER_RECIPIENT,
  MAX_MAILS_PER_RECIPIENT,
  type Mail,
} from './outbox.ts';

const board = setUpTestBoard();
const from = { name: 'Board', address: 'jobs@board.example' };
const outbox = createOutbox({ delivery: 'smtp', from });

beforeEach(async () => {
  await board.db.delete(mails);
});

const MAIL: Mail = {
  to: 'Ada@example.com',
  subject: 'Your code',
  content: {
    heading: 'Your code',
    paragraphs: ['Type it into the window that waits for it.'],
    code: '4829 1305',
    reason: 'Someone entered this address at the board.',
  },
  expiresAt: new Date('2031-01-01T00:00:00Z'),
  turn: 0,
};

const queue = (mail: Mail) => board.db.transaction((tx) => outbox.queue(tx, mail));

test('a mail is stored in the transaction of the change that causes it', async () => {
  expect(await queue(MAIL)).toBe('queued');
  const [stored, ...others] = await board.db.select().from(mails);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({
    to_address: MAIL.to,
    subject: MAIL.subject,
    content: MAIL.content,
    message_id: `<${stored?.id}@board.example>`,
    status: 'queued',
    attempts: 0,
    expires_at: MAIL.expiresAt,
  });
});

test('a transaction that is rolled back stores no mail', async () => {
  const failing = board.db.transaction(async (tx) => {
    expect(await outbox.queue(tx, MAIL)).toBe('queued');
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await board.db.$count(mails)).toBe(0);
});

test('an email address receives a limited number of mails per hour, even from concurrent transactions', async () => {
  const addresses = ['ada@example.com', 'ADA@example.com', 'Ada+jobs@Example.com'];
  const results: string[] = [];
  while (results.length < MAX_MAILS_PER_RECIPIENT + addresses.length) {
    results.push(...(await Promise.all(addresses.map((to) => queue({ ...MAIL, to })))));
  }
  expect(results.filter((result) => result === 'queued')).toHaveLength(MAX_MAILS_PER_RECIPIENT);
  expect(await board.db.$count(mails)).toBe(MAX_MAILS_PER_RECIPIENT);
  expect(await queue({ ...MAIL, to: 'grace@example.com' })).toBe('queued');
  await board.db.update(mails).set({ created_at: new Date(Date.now() - 60 * 60 * 1_000) });
  expect(await queue(MAIL)).toBe('queued');
});

test('mails of a list are counted apart, so that they never hold up a code', async () => {
  const { content, expiresAt: _, turn: __, ...rest } = MAIL;
  const listMail = { ...rest, content: { ...content, code: undefined, list: 'alerts.example' } };
  const results: string[] = [];
  while (results.length < MAX_LIST_MAILS_PER_RECIPIENT + 2) results.push(await queue(listMail));
  expect(results.filter((result) => result === 'queued')).toHaveLength(
    MAX_LIST_MAILS_PER_RECIPIENT,
  );
  for (let number = 0; number < MAX_MAILS_PER_RECIPIENT; number += 1) {
    expect(await queue(MAIL)).toBe('queued');
  }
  expect(await queue(MAIL)).toBe('refused');
});

const { content } = MAIL;
test.each<[string, Partial<Mail>]>([
  ['a recipient with a line feed', { to: 'ada@example.com\nBcc: eve@example.com' }],
  ['two recipients', { to: 'ada@example.com, eve@example.com' }],
  ['a recipient with a name', { to: 'Ada <ada@example.com>' }],
  ['a recipient that is an option of a program', { to: '-oQ/tmp ada@example.com' }],
  ['a subject with a line feed', { subject: 'Code\r\nBcc: eve@example.com' }],
  ['a subject with a line separator', { subject: 'Code\u2028Bcc: eve@example.com' }],
  ['an empty subject', { subject: '' }],
  ['a paragraph with a line feed', { content: { ...content, paragraphs: ['a\nb'] } }],
  ['a code with markup', { content: { ...content, code: '<b>1234' } }],
  ['a code that does not expire', { expiresAt: undefined }],
  [
    'a button that runs a script',
    { content: { ...content, button: { label: 'Open', url: 'javascript:alert(1)' } } },
  ],
])('%s is refused', async (_, change) => {
  await expect(queue({ ...MAIL, ...change })).rejects.toThrow();
  expect(await board.db.$count(mails)).toBe(0);
});

test('a board without a mail server captures mails on a loopback address, and refuses them elsewhere', async () => {
  const captured = createOutbox({ delivery: 'captured', from });
  expect(captured.canSend).toBe(true);
  await board.db.transaction((tx) => captured.queue(tx, MAIL));
  const [stored] = await board.db.select().from(mails);
  expect(stored).toMatchObject({ status: 'captured', content: MAIL.content });
  const none = createOutbox({ delivery: 'none', from });
  expect(none.canSend).toBe(false);
  await expect(board.db.transaction((tx) => none.queue(tx, MAIL))).rejects.toThrow(
    'No mail server is configured',
  );
  expect(await board.db.$count(mails)).toBe(1);
});
