import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAIL_STATUSES, mail_state, mails } from '#server/db/mail-tables.ts';
import { accounts, audit_events } from '#server/db/schema.ts';
import { MAX_MAILS_PER_RECIPIENT } from '#server/mail/outbox.ts';
import { accountOf } from '#server/modules/audit/actors.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createMail } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

let admin: { id: string; token: string };
let user: string;
beforeEach(async () => {
  await board.db.delete(mails);
  await board.db.delete(mail_state);
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  admin = { id, token: await tokenFor(board.db, id) };
  user = await tokenFor(board.db, (await createAccount(board.db)).id);
});

const PATH = '/api/admin/mails';
const ask = (method: string, path = '', token: string | undefined = admin.token) =>
  board.ask(method, `${PATH}${path}`, { token });
const list = async (query = '') => (await ask('GET', query)).body;

const findMail = async (id: string) =>
  (await board.db.select().from(mails).where(eq(mails.id, id)))[0];

async function eventsOf(id: string) {
  return board.db
    .select({
      actor: accountOf(audit_events.actor),
      action: audit_events.action,
      before: audit_events.before,
      after: audit_events.after,
    })
    .from(audit_events)
    .where(and(eq(audit_events.kind, 'mail'), eq(audit_events.thing_id, id)))
    .orderBy(audit_events.id);
}

async function pendingJobs(): Promise<unknown[]> {
  const { rows } = await board.db.execute<{ key: string }>(
    'select key from graphile_worker.jobs order by key',
  );
  return rows.map(({ key }) => key);
}

describe('the list of mails that need attention', () => {
  test('has those that failed or may have been sent, the latest first, without their content', async () => {
    const failed = await createMail(board.db, { created_at: new Date('2026-01-02T00:00:00Z') });
    const unknown = await createMail(board.db, {
      status: 'unknown',
      failure: null,
      created_at: new Date('2026-01-03T00:00:00Z'),
    });
    for (const status of ['queued', 'sending', 'sent', 'captured'] as const) {
      await createMail(board.db, { status });
    }
    const response = await ask('GET');
    expect(response.headers['cache-control']).toContain('no-store');
    expect(response.body).toEqual({
      sending: 'off',
      waiting: 2,
      total: 2,
      results: [
        {
          id: unknown.id,
          to: 'ada@example.com',
          subject: 'A subject',
          status: 'unknown',
          reason: '',
          attempts: 1,
          created: '2026-01-03T00:00:00.000Z',
          resendable: true,
        },
        expect.objectContaining({ id: failed.id, reason: '550 5.1.1 No such user' }),
      ],
    });
  });

  test('the list of mails is read page by page', async () => {
    const created_at = new Date('2026-01-02T00:00:00Z');
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push((await createMail(board.db, { created_at })).id);
    const read = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const page: { results: { id: string }[]; next?: string } = await list(
        `?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      read.push(...page.results.map(({ id }) => id));
      cursor = page.next;
    }
    expect(read).toEqual(ids.sort().reverse());
  });

  test.each(['?limit=0', '?limit=101', '?cursor=x', '?limit=a'])(
    'the list of mails refuses the query %s',
    async (query) => {
      expect((await ask('GET', query)).status).toBe(400);
    },
  );
});

describe('the list of all mails', () => {
  beforeEach(async () => {
    for (const status of MAIL_STATUSES) {
      await createMail(board.db, {
        status,
        subject: `The ${status} one`,
        to_address: 'Eve_1@b.example',
      });
    }
  });

  test.each([
    ['?status=all', ['queued', 'queued', 'sent', 'failed', 'unknown', 'captured']],
    ['?status=queued', ['queued', 'queued']],
    ['?status=sent', ['sent']],
    ['?status=captured', ['captured']],
    ['?status=all&q=eve_1%40B', ['queued', 'queued', 'sent', 'failed', 'unknown', 'captured']],
    ['?status=all&q=the+SENT', ['sent']],
    ['?status=all&q=eveX1', []],
    ['?q=the', ['failed', 'unknown']],
  ])('the list of mails with the query %s has the right states', async (query, statuses) => {
    const { results, total } = await list(query);
    const found = results.map(({ status }: { status: string }) => status);
    expect([found.sort(), total]).toEqual([statuses.sort(), statuses.length]);
  });

  test('the list of mails can be downloaded, without the codes in the mails', async () => {
    await createMail(board.db, {
      status: 'queued',
      content: { heading: 'h', paragraphs: [], code: '4829 1305', reason: 'r' },
    });
    const headers = { authorization: `Bearer ${admin.token}` };
    const { body, headers: sent } = await board.app.inject({
      url: `${PATH}.csv?status=queued`,
      headers,
    });
    expect(sent['content-disposition']).toBe('attachment; filename="mails.csv"');
    expect(body.split('\r\n')).toHaveLength(3 + 2);
    expect(body).not.toContain('BCDF');
  });

  test.each(['?status=sending', '?status=all&status=sent', '?q=%00'])(
    'the list of mails and its CSV file refuse the query %s',
    async (query) => {
      for (const path of ['', '.csv'])
        expect((await ask('GET', `${path}${query}`)).status).toBe(400);
    },
  );
});

describe('sending a mail again', () => {
  test('a mail can be sent again if it failed or its outcome is unknown', async () => {
    for (const status of ['failed', 'unknown'] as const) {
      const { id } = await createMail(board.db, { status, attempts: 12, unknown_outcomes: 2 });
      expect((await ask('POST', `/${id}/resend`)).status).toBe(204);
      expect(await findMail(id)).toMatchObject({
        status: 'queued',
        attempts: 0,
        unknown_outcomes: 0,
        finished_at: null,
      });
      expect(await pendingJobs()).toContain(`send_mail:${id}`);
      expect(await eventsOf(id)).toEqual([
        { actor: admin.id, action: 'update', before: { status }, after: { status: 'queued' } },
      ]);
    }
  });

  test('a mail is sent again only once if two site admins request it at the same time', async () => {
    const { id } = await createMail(board.db);
    const both = await Promise.all([1, 2].map(() => ask('POST', `/${id}/resend`)));
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test('is refused if it is waiting, was sent, has expired, or does not exist', async () => {
    const expired = { expires_at: new Date(Date.now() - 1_000) };
    for (const [values, status] of [
      [{ status: 'queued' }, 409],
      [{ status: 'sending' }, 409],
      [{ status: 'sent' }, 409],
      [{ status: 'captured' }, 409],
      [expired, 409],
      [{ content: null }, 409],
    ] as const) {
      const before = await createMail(board.db, values);
      expect((await ask('POST', `/${before.id}/resend`)).status).toBe(status);
      expect(await findMail(before.id)).toEqual(before);
    }
    for (const id of [uuidv7(), 'x', '%00']) {
      expect((await ask('POST', `/${id}/resend`)).status).toBe(404);
    }
    expect((await list()).results.map((mail: { resendable: boolean }) => mail.resendable)).toEqual([
      false,
      false,
    ]);
  });
});

describe('a test mail', () => {
  test('is queued to the verified address of the site admin', async () => {
    await board.db
      .update(accounts)
      .set({ verified_email: 'root@example.com' })
      .where(eq(accounts.id, admin.id));
    expect((await ask('POST', '/test')).status).toBe(204);
    const { results } = await list('?status=all');
    expect(results).toMatchObject([
      { to: 'root@example.com', subject: 'Test mail from Test Board', status: 'captured' },
    ]);
  });

  test('needs a verified address, and is limited like all mails to an address', async () => {
    expect((await ask('POST', '/test')).status).toBe(409);
    await board.db
      .update(accounts)
      .set({ verified_email: 'root@example.com' })
      .where(eq(accounts.id, admin.id));
    for (let n = 0; n < MAX_MAILS_PER_RECIPIENT; n += 1) await ask('POST', '/test');
    const refused = await ask('POST', '/test');
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      expect.stringContaining('many emails'),
    ]);
    expect((await list('?status=all')).total).toBe(MAX_MAILS_PER_RECIPIENT);
  });
});

describe('sending', () => {
  test('is paused and resumed, and the audit trail records each change once', async () => {
    const before = (await eventsOf('sending')).length;
    for (const [action, sending] of [
      ['pause', 'paused'],
      ['pause', 'paused'],
      ['resume', 'off'],
      ['resume', 'off'],
    ]) {
      expect((await ask('POST', `/${action}`)).status).toBe(204);
      expect((await list()).sending).toBe(sending);
    }
    expect((await eventsOf('sending')).slice(before)).toEqual([
      { actor: admin.id, action: 'update', before: { status: 'on' }, after: { status: 'paused' } },
      { actor: admin.id, action: 'update', before: { status: 'paused' }, after: { status: 'on' } },
    ]);
  });

  test('resuming creates queue jobs for the waiting mails', async () => {
    const { id } = await createMail(board.db, { status: 'queued', finished_at: null });
    await board.db.insert(mail_state).values({ paused_at: new Date(), pause_reason: 'restored' });
    expect(await list()).toMatchObject({ sending: 'restored', waiting: 1 });
    await ask('POST', '/resume');
    expect(await pendingJobs()).toContain(`send_mail:${id}`);
  });
});

test('nobody but site admins reads, resends, pauses or resumes mails', async () => {
  const { id } = await createMail(board.db);
  const company = await createAccount(board.db, { role: 'companyadmin' });
  const companyAdmin = await tokenFor(board.db, company.id);
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '.csv'],
    ['POST', `/${id}/resend`],
    ['POST', '/pause'],
    ['POST', '/resume'],
  ] as const) {
    expect((await board.ask(method, `${PATH}${path}`)).status).toBe(401);
    for (const token of [user, companyAdmin]) {
      const { status, body } = await ask(method, path, token);
      expect([method, path, status]).toEqual([method, path, 403]);
      expect(JSON.stringify(body)).not.toContain('ada@example.com');
    }
  }
  expect((await findMail(id))?.status).toBe('failed');
  expect(await board.db.$count(mail_state)).toBe(0);
});
