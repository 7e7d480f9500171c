import { desc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import { actors } from '#server/db/personal-tables.ts';
import { audit_events, jobs } from '#server/db/schema.ts';
import { keyOf } from '#server/modules/audit/actors.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createJob } from '#tests/support/factories.ts';
import { locksAwaited } from '#tests/support/locks.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { createRenewalToken } from './token.ts';

const board = setUpTestBoard();
const { ask } = board;

const TODAY = new Date('2026-11-20T12:00:00.000Z');
const SOON = '2026-11-27';
const RENEWED = '2027-01-19';

let company: string;
let tokens: Record<'admin' | 'user' | 'another' | 'site', string>;
let admin: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: TODAY });
  const { db } = board;
  const sign = async ({ id }: { id: string }) => tokenFor(db, id);
  const own = await createAccount(db, { role: 'companyadmin' });
  admin = own.id;
  company = own.company_id ?? '';
  tokens = {
    admin: await sign(own),
    user: await sign(await createAccount(db)),
    another: await sign(await createAccount(db, { role: 'companyadmin' })),
    site: await sign(await createAccount(db, { role: 'siteadmin' })),
  };
});
afterEach(() => {
  vi.useRealTimers();
});

const ownJob = (values: Partial<typeof jobs.$inferInsert> = {}) =>
  createJob(board.db, { company_id: company, validthrough: SOON, ...values });

async function linkTo(id: string, validthrough = SOON): Promise<string> {
  const [key] = await loadKeys(board.db);
  if (!key) throw new Error('there is no key');
  const [actor] = await board.db.select().from(actors).where(eq(actors.account_id, admin));
  return createRenewalToken(key, { id, validthrough, recipient: actor?.key ?? '' });
}

const read = (token: string) => ask('POST', '/api/job-renewals/read', { body: { token } });
const close = (token: string) => ask('POST', '/api/job-renewals/close', { body: { token } });
const renew = (token: string) => ask('POST', '/api/job-renewals', { body: { token } });
const closingDateOf = async (id: string) =>
  (await board.db.select().from(jobs).where(eq(jobs.id, id)))[0]?.validthrough;

describe('a mailed link', () => {
  test('shows the job without changing it, and renews it for 60 days if the person asks for that', async () => {
    const { id, version, updated_at } = await ownJob({ title: 'Weaver' });
    const token = await linkTo(id);
    expect(await read(token)).toMatchObject({
      status: 200,
      body: {
        id,
        title: 'Weaver',
        company: { id: company },
        validthrough: SOON,
        renewable: true,
        detail: 'If you renew it, it closes on 19 January 2027.',
      },
    });
    const [unchanged] = await board.db.select().from(jobs).where(eq(jobs.id, id));
    expect(unchanged).toMatchObject({ version, updated_at, validthrough: SOON });

    expect(await renew(token)).toMatchObject({
      status: 200,
      body: { validthrough: RENEWED, renewable: false },
    });
    expect((await board.get(`/api/jobs/${id}`)).body.validthrough).toBe(RENEWED);
    const [event] = await board.db
      .select()
      .from(audit_events)
      .where(eq(audit_events.thing_id, id))
      .orderBy(desc(audit_events.id))
      .limit(1);
    expect(event).toMatchObject({
      actor: 'renewal link',
      action: 'update',
      before: { validthrough: SOON },
      after: { validthrough: RENEWED },
    });
  });

  test('closes the job without changing its closing date, and then neither renews nor closes it', async () => {
    const { id } = await ownJob();
    const token = await linkTo(id);
    const detail = 'This job closed on 20 November 2026. Log in to reopen it.';
    expect(await close(token)).toMatchObject({ status: 200, body: { renewable: false, detail } });
    expect((await board.get(`/api/jobs/${id}`)).status).toBe(410);
    const [stored] = await board.db.select().from(jobs).where(eq(jobs.id, id));
    expect(stored).toMatchObject({ closed_at: TODAY, closed_by: 'admin', validthrough: SOON });
    for (const use of [close, renew]) {
      expect(await use(token)).toMatchObject({ status: 410, body: { detail } });
    }
  });

  const REFUSALS = {
    'is already renewed': {
      change: { validthrough: '2027-01-10' },
      status: 409,
      detail: 'This job is already renewed: it is open until 10 January 2027.',
    },
    'has an earlier closing date now': {
      change: { validthrough: '2026-11-22' },
      status: 409,
      detail: 'The closing date was changed to 22 November 2026. Log in to renew the job.',
    },
    'no longer has a closing date': {
      change: { validthrough: null },
      status: 409,
      detail: 'This job no longer has a closing date.',
    },
    'was closed by an admin': {
      change: { closed_at: new Date('2026-11-19T08:00:00Z'), closed_by: 'admin' as const },
      status: 410,
      detail: 'This job closed on 19 November 2026. Log in to reopen it.',
    },
  };
  test.each(Object.entries(REFUSALS))(
    'cannot renew or close a job that %s, and says why',
    async (_, { change, status, detail }) => {
      const { id } = await ownJob();
      const token = await linkTo(id);
      await board.db.update(jobs).set(change).where(eq(jobs.id, id));
      expect(await renew(token)).toMatchObject({ status, body: { detail } });
      expect(await close(token)).toMatchObject({ status, body: { detail } });
      expect(await read(token)).toMatchObject({ status: 200, body: { renewable: false, detail } });
    },
  );

  test('cannot renew a job whose closing date has passed, even before the task has closed it', async () => {
    const { id } = await ownJob();
    const token = await linkTo(id);
    vi.setSystemTime('2026-11-28T00:00:00.000Z');
    const detail = 'This job closed on 27 November 2026. Log in to reopen it.';
    expect(await renew(token)).toMatchObject({ status: 410, body: { detail } });
    expect(await closingDateOf(id)).toBe(SOON);
  });

  test('to a deleted job says that the job was deleted', async () => {
    const { id } = await ownJob({ title: 'Weaver' });
    const token = await linkTo(id);
    await board.db.delete(jobs).where(eq(jobs.id, id));
    const detail = 'This job was deleted.';
    expect(await renew(token)).toMatchObject({ status: 410, body: { detail } });
    expect((await read(token)).body).toMatchObject({ title: 'Weaver', company: null, detail });
  });

  test.each(['', 'nonsense', 'A'.repeat(69), `${'A'.repeat(69)}=`, 7, null])(
    'with the token %j is a bad request',
    async (token) => {
      for (const path of [
        '/api/job-renewals',
        '/api/job-renewals/read',
        '/api/job-renewals/close',
      ]) {
        expect((await ask('POST', path, { body: { token } })).status).toBe(400);
      }
    },
  );
});

/** Starts requests that all wait for a lock on the job's row, and then releases the lock. */
async function atOnce(id: string, requests: (() => Promise<{ status: number }>)[]) {
  return board.db.transaction(async (tx) => {
    await tx.execute(sql`select from jobs where id = ${id} for update`);
    const results: Promise<{ status: number }>[] = [];
    for (const [index, request] of requests.entries()) {
      results.push(request());
      await vi.waitUntil(async () => (await locksAwaited(board.db)) > index, { timeout: 10_000 });
    }
    return results;
  });
}

describe('concurrent requests', () => {
  test('only one of two concurrent renewals succeeds, and the response to the other says until when the job is open', async () => {
    const { id } = await ownJob();
    const token = await linkTo(id);
    const results = await Promise.all(await atOnce(id, [() => renew(token), () => renew(token)]));
    expect(results).toMatchObject([
      { status: 200 },
      { status: 409, body: { detail: expect.stringContaining('already renewed') } },
    ]);
    expect(await closingDateOf(id)).toBe(RENEWED);
  });

  test('a renewal that waits for the deletion of its job says that the job was deleted', async () => {
    const { id } = await ownJob();
    const token = await linkTo(id);
    const remove = () => ask('DELETE', `/api/jobs/${id}`, { token: tokens.admin });
    const results = await Promise.all(await atOnce(id, [remove, () => renew(token)]));
    expect(results).toMatchObject([
      { status: 204 },
      { status: 410, body: { detail: 'This job was deleted.' } },
    ]);
  });

  test('a renewal by an admin is refused if a concurrent renewal by a mailed link was first', async () => {
    const { id } = await ownJob();
    const token = await linkTo(id);
    const byAdmin = () => ask('POST', `/api/jobs/${id}/renew`, { token: tokens.admin });
    const results = await Promise.all(await atOnce(id, [() => renew(token), byAdmin]));
    expect(results).toMatchObject([{ status: 200 }, { status: 409 }]);
  });
});

describe('POST /api/jobs/:id/renew', () => {
  const renewAs = (id: string, token?: string, headers = {}) =>
    ask('POST', `/api/jobs/${id}/renew`, { ...(token && { token }), headers });

  test('renews a job for 60 days, and records the admin who has renewed it', async () => {
    const { id } = await ownJob();
    const response = await renewAs(id, tokens.admin);
    expect(response).toMatchObject({ status: 200, body: { id, validthrough: RENEWED } });
    expect(response.headers.etag).toBe('"2.1.markdown"');
    const [event] = await board.db
      .select()
      .from(audit_events)
      .where(eq(audit_events.actor, keyOf(admin)));
    expect(event).toMatchObject({ thing_id: id, after: { validthrough: RENEWED } });
    expect((await renewAs((await ownJob()).id, tokens.site)).status).toBe(200);
  });

  test('refuses a renewal by anyone but the admins of the job', async () => {
    const { id } = await ownJob();
    expect((await renewAs(id)).status).toBe(401);
    expect((await renewAs(id, tokens.user)).status).toBe(403);
    expect((await renewAs(id, tokens.another)).status).toBe(403);
    expect(await closingDateOf(id)).toBe(SOON);
  });

  test.each([
    ['has no closing date', { validthrough: null }, 409],
    ['closes later anyway', { validthrough: '2027-03-01' }, 409],
    ['is closed', { closed_at: TODAY }, 410],
    ['has passed its closing date', { validthrough: '2026-11-19' }, 410],
  ])('refuses to renew a job that %s', async (_, values, status) => {
    const { id } = await ownJob(values);
    expect((await renewAs(id, tokens.admin)).status).toBe(status);
    const { results } = (
      await ask('POST', '/api/jobs/bulk', {
        token: tokens.admin,
        body: { action: 'renew', ids: [id] },
      })
    ).body;
    expect(results).toMatchObject([{ id, status }]);
    const unchanged = 'validthrough' in values ? values.validthrough : SOON;
    expect(await closingDateOf(id)).toBe(unchanged);
  });

  test('refuses a renewal with an outdated ETag, and answers 404 for an unknown job', async () => {
    const { id } = await ownJob();
    expect((await renewAs(id, tokens.admin, { 'if-match': '"7.1.markdown"' })).status).toBe(412);
    expect((await renewAs('nonsense', tokens.admin)).status).toBe(404);
    await board.db.delete(jobs).where(eq(jobs.id, id));
    expect((await renewAs(id, tokens.admin)).status).toBe(410);
  });

  test('renews imported jobs, too; one request can renew many jobs, with a result for each', async () => {
    const imported = await ownJob({ source: 'ashby', source_id: 'one' });
    const [open, foreign] = [await ownJob(), await createJob(board.db, { validthrough: SOON })];
    const ids = [imported.id, open.id, foreign.id];
    const body = { action: 'renew', ids };
    const response = await ask('POST', '/api/jobs/bulk', { token: tokens.admin, body });
    expect(response.body.results.map(({ status }: { status: number }) => status)).toEqual([
      200, 200, 403,
    ]);
    expect(await Promise.all(ids.map(closingDateOf))).toEqual([RENEWED, RENEWED, SOON]);
  });
});
