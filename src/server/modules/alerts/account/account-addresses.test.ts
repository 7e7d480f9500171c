import { and, eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  alert_addresses,
  alert_confirmations,
  alert_searches,
  alerts,
} from '#server/db/alert-tables.ts';
import { mails } from '#server/db/mail-tables.ts';
import { accounts } from '#server/db/schema.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import { setVerifiedEmail } from '#server/modules/accounts/commands.ts';
import { MAX_ALERTS } from '#shared/limits.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { pauseUndeliverable } from '../addresses/pause-address.ts';
import { sendAlerts } from '../digests/send-alerts.ts';
import { pathOf, subscriberOf } from '../testing/subscriber.ts';

const board = setUpTestBoard();
const { ask } = board;
const { mailsTo, lastMail, open, subscribe, confirm, addMatch, readAlerts } = subscriberOf(board);

const from = { name: 'Board', address: 'jobs@board.example' };
const send = (delivery: 'captured' | 'smtp' = 'captured') =>
  sendAlerts(board.db, {
    outbox: createOutbox({ delivery, from }),
    site: { origin: 'http://localhost:3000', name: 'Test Board' },
    rate: 6_000,
    logger: pino({ level: 'silent' }),
  });

beforeEach(async () => {
  await board.db.delete(alert_addresses);
  await board.db.delete(alert_searches);
  await board.db.delete(alert_confirmations);
  await board.db.delete(mails);
  await board.db.execute(sql`delete from graphile_worker._private_jobs`);
});

async function person(verified_email = 'ada@example.com') {
  const { id } = await createAccount(board.db, { verified_email });
  return { id, token: await tokenFor(board.db, id) };
}

type Person = Awaited<ReturnType<typeof person>>;

const list = async ({ token }: Person) => (await ask('GET', '/api/saved-searches', { token })).body;

const save = ({ token }: Person, body: object = {}) =>
  ask('POST', '/api/saved-searches', {
    token,
    body: { search: '?q=weaver', frequency: 'immediate', ...body },
  });

const subscribed = async (values: { email?: string; search?: string; frequency?: string } = {}) => {
  await subscribe(values);
  await confirm(values.email);
};

/** The first part of a download of everything about a person, which is all of it here. */
async function download({ token }: Person): Promise<string> {
  await ask('POST', '/api/personal-data/export', { token });
  const state = async () => (await ask('GET', '/api/personal-data', { token })).body.export.state;
  await expect.poll(state).toBe('ready');
  return (await ask('GET', '/api/personal-data/export', { token })).body.content;
}

const addresses = async () =>
  (await board.db.select({ address: alert_addresses.address }).from(alert_addresses))
    .map(({ address }) => address)
    .sort();

describe('a new verified address', () => {
  test('gets the mails at once, and the former one gets no more', async () => {
    const ada = await person();
    await save(ada);
    await addMatch();
    expect(await send('smtp')).toBe(1);
    await setVerifiedEmail(board.db, ada.id, 'new@example.com');
    const waiting = and(eq(mails.status, 'queued'), sql`coalesce(expires_at > now(), true)`);
    expect(await board.db.$count(mails, waiting)).toBe(0);
    await addMatch();
    expect(await send()).toBe(1);
    expect(await mailsTo('ada@example.com')).toHaveLength(1);
    expect(await mailsTo('new@example.com')).toHaveLength(1);
    await setVerifiedEmail(board.db, ada.id, null);
    await addMatch();
    expect(await send()).toBe(0);
  });

  test('has not refused mails yet', async () => {
    const ada = await person();
    await save(ada);
    await board.db.transaction((tx) => pauseUndeliverable(tx, 'ada@example.com'));
    expect(await list(ada)).toMatchObject({ paused: 'undeliverable' });
    await setVerifiedEmail(board.db, ada.id, 'new@example.com');
    expect(await list(ada)).toMatchObject({ paused: null, email: 'new@example.com' });
    await addMatch();
    expect(await send()).toBe(1);
  });

  test('keeps the links in its mails when its alerts join those of the account', async () => {
    await subscribed({ email: 'new@example.com', search: '?q=dyer' });
    await addMatch('?q=dyer');
    await send();
    const end = pathOf((await lastMail('new@example.com')).unsubscribe);
    const ada = await person();
    await save(ada);
    await setVerifiedEmail(board.db, ada.id, 'new@example.com');
    expect(await addresses()).toEqual(['new@example.com']);
    expect((await open(end, {})).html).toContain('These emails have ended');
    expect(await readAlerts()).toMatchObject([
      { query: '?q=dyer', frequency: 'never' },
      { query: '?q=weaver', frequency: 'immediate', due: true },
    ]);
  });

  test('keeps the alert that sends mails if both have a search', async () => {
    await subscribed({ email: 'new@example.com', frequency: 'daily' });
    await subscribed({ email: 'new@example.com', search: '?q=dyer' });
    await open(pathOf((await lastMail('new@example.com')).button?.url), {});
    const ada = await person();
    await save(ada, { frequency: 'never' });
    await save(ada, { search: '?q=dyer', frequency: 'weekly' });
    await setVerifiedEmail(board.db, ada.id, 'new@example.com');
    expect(await readAlerts()).toEqual([
      { query: '?q=dyer', frequency: 'weekly', confirmed: true, due: true },
      { query: '?q=weaver', frequency: 'daily', confirmed: true, due: true },
    ]);
  });

  test('stays paused, and so do the searches that join', async () => {
    await subscribed({ email: 'new@example.com', search: '?q=dyer' });
    await addMatch('?q=dyer');
    await send();
    const manage = pathOf((await lastMail('new@example.com')).links?.[0]?.url);
    await open(manage, { do: 'pause' });
    const ada = await person();
    await save(ada);
    await setVerifiedEmail(board.db, ada.id, 'new@example.com');
    expect(await list(ada)).toMatchObject({ paused: 'person' });
    expect((await readAlerts()).map(({ due }) => due)).toEqual([false, false]);
    await open(manage, { do: 'resume' });
    expect((await readAlerts()).map(({ due }) => due)).toEqual([true, true]);
  });

  test('has at most as many searches as an address may have, first those that send mails', async () => {
    await subscribed({ email: 'new@example.com' });
    const ada = await person();
    for (let number = 0; number < MAX_ALERTS; number += 1) {
      await save(ada, { search: `?q=dyer+${number}`, frequency: number ? 'daily' : 'never' });
    }
    await setVerifiedEmail(board.db, ada.id, 'new@example.com');
    const { results } = await list(ada);
    expect(results).toHaveLength(MAX_ALERTS);
    const queries = results.map(({ query }: { query: string }) => query);
    expect(queries).toContain('?q=weaver');
    expect(queries).not.toContain('?q=dyer+0');
  });
});

describe('an address that two accounts have verified', () => {
  test('gets the mails of the one that has changed to it, and the other keeps its searches', async () => {
    const former = await person('shared@example.com');
    await save(former);
    const next = await person('next@example.com');
    await save(next, { search: '?q=dyer' });
    await setVerifiedEmail(board.db, next.id, 'shared@example.com');
    await addMatch();
    await addMatch('?q=dyer');
    expect(await send()).toBe(1);
    expect((await lastMail('shared@example.com')).lead).toContain('dyer');
    expect((await list(next)).results).toHaveLength(1);
    expect((await list(former)).results).toMatchObject([{ query: '?q=weaver' }]);
  });

  test('is not taken from its account by reading', async () => {
    const ada = await person();
    await save(ada);
    const other = await person();
    expect(await list(other)).toMatchObject({
      email: 'ada@example.com',
      manage: null,
      results: [],
    });
    expect(await list(ada)).toMatchObject({ email: 'ada@example.com', results: [{}] });
  });

  test('is not exported or deleted with the other account', async () => {
    const ada = await person();
    await save(ada);
    const other = await person();
    expect(await download(ada)).toContain('?q=weaver');
    expect(await download(other)).not.toContain('?q=weaver');
    const { token } = other;
    await ask('POST', '/api/personal-data/deletion-code', { token });
    const { code } = await lastMail();
    const deleted = await ask('POST', '/api/personal-data/deletion', { token, body: { code } });
    expect(deleted.status).toBe(204);
    expect(await list(ada)).toMatchObject({ email: 'ada@example.com', results: [{}] });
  });
});

test('simultaneous requests of a person save one search each', async () => {
  const ada = await person();
  const searches = ['weaver', 'dyer', 'spinner', 'tailor', 'knitter'];
  const saved = await Promise.all(searches.map((q) => save(ada, { search: `?q=${q}` })));
  expect(saved.map(({ status }) => status)).toEqual(searches.map(() => 201));
  expect((await list(ada)).results).toHaveLength(searches.length);
});

test('a person pauses and resumes all emails by the page that the list of searches names', async () => {
  const ada = await person();
  await save(ada);
  const { manage } = await list(ada);
  expect((await open(manage)).html).toContain('ada@example.com');
  await open(manage, { do: 'pause' });
  expect(await list(ada)).toMatchObject({ paused: 'person' });
  await open(manage, { do: 'resume' });
  expect(await list(ada)).toMatchObject({ paused: null });
  const now = Date.now;
  try {
    Date.now = () => now() + 25 * 3_600_000;
    expect((await open(manage)).status).toBe(404);
  } finally {
    Date.now = now;
  }
});

test('a person who ends everything keeps the searches of the account, and is asked before they are deleted', async () => {
  const ada = await person();
  await save(ada);
  const { manage } = await list(ada);
  expect((await open(manage, { do: 'end' })).html).toContain('All emails have ended');
  expect((await list(ada)).results).toMatchObject([{ frequency: 'never' }]);
  const question = await open(manage, { do: 'erase' });
  expect(question.html).toContain('saved searches of your account');
  expect(question.html).toContain('matching “weaver”');
  expect((await list(ada)).results).toHaveLength(1);
  expect((await open(manage, { do: 'manage' })).html).toContain('Your job alerts');
  await open(manage, { do: 'erase-now' });
  expect((await list(ada)).results).toEqual([]);
  expect(await board.db.$count(accounts, eq(accounts.id, ada.id))).toBe(1);
  expect(await board.db.$count(alerts)).toBe(0);
});
