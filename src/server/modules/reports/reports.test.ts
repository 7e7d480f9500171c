import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { mails } from '#server/db/mail-tables.ts';
import { job_reports } from '#server/db/report-tables.ts';
import { audit_events, jobs } from '#server/db/schema.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import { withAccounts } from '#server/modules/audit/testing/trail.ts';
import { MAX_OPEN_REPORTS } from '#shared/domain/reports.ts';
import { RATE_LIMITS } from '#shared/limits.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createJob } from '#tests/support/factories.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';
import { deleteOldReports, RESOLVED_REPORT_DAYS, resolveReports } from './commands.ts';
import { answerMail } from './mail/answer-mail.ts';

const board = setUpTestBoard();

let admin: { id: string; token: string };
let job: { id: string; title: string };
beforeEach(async () => {
  await board.db.delete(mails);
  await board.db.delete(job_reports);
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  admin = { id, token: await tokenFor(board.db, id) };
  job = await createJob(board.db, { title: 'Weaver' });
});

const report = (body: object, id = job.id) =>
  board.ask('POST', `/api/jobs/${id}/reports`, { body });
const list = async (query = '') =>
  (await board.ask('GET', `/api/reported-jobs${query}`, { token: admin.token })).body;
const resolve = (body: object, id = job.id) =>
  board.ask('POST', `/api/reported-jobs/${id}/resolve`, { token: admin.token, body });
const stored = () => board.db.select().from(job_reports);
const openIds = async () =>
  (await stored()).filter(({ resolved_at }) => !resolved_at).map(({ id }) => id);

describe('a report', () => {
  test('appears in the list of site admins, without the visitor’s email address', async () => {
    const { status, headers } = await report({
      reason: 'scam',
      text: ' They asked me to pay. ',
      email: ' ada@example.com ',
    });
    expect(status).toBe(204);
    expect(headers['set-cookie']).toBeUndefined();
    expect(await stored()).toEqual([
      expect.objectContaining({ email: 'ada@example.com', text: 'They asked me to pay.' }),
    ]);
    const body = await list();
    expect(body).toEqual({
      total: 1,
      results: [
        {
          job: job.id,
          title: 'Weaver',
          companyname: expect.any(String),
          state: 'open',
          author: null,
          reports: [
            {
              id: expect.any(String),
              reason: 'scam',
              text: 'They asked me to pay.',
              answerable: true,
              created: expect.any(String),
            },
          ],
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('ada@example.com');
  });

  test.each([
    [{}, 'reason'],
    [{ reason: 'dull' }, 'reason'],
    [{ reason: 'scam', text: 'x'.repeat(1_001) }, 'text'],
    [{ reason: 'scam', email: 'ada' }, 'email'],
    [{ reason: 'scam', email: 'ada@example.com\r\nBcc: eve@example.com' }, 'email'],
  ])('%j is refused at %s', async (body, path) => {
    const response = await report(body);
    expect(response.status).toBe(400);
    expect(response.body.errors.map((error: { path: string }) => error.path)).toEqual([path]);
    expect(await stored()).toEqual([]);
  });

  test('is refused for a job that is closed, deleted or unknown', async () => {
    await board.db.update(jobs).set({ closed_at: new Date(), closed_by: 'admin' });
    expect((await report({ reason: 'scam' })).status).toBe(410);
    await board.db.delete(jobs);
    expect((await report({ reason: 'scam' })).status).toBe(410);
    expect((await report({ reason: 'scam' }, uuidv7())).status).toBe(404);
    expect((await report({ reason: 'scam' }, 'x')).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  test('a report is refused if the job has many open reports, also if they arrive at the same time', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: MAX_OPEN_REPORTS + 5 }, () => report({ reason: 'wrong' })),
    );
    const statuses = outcomes.map(({ status }) => status).sort();
    expect(statuses).toEqual([
      ...Array.from({ length: MAX_OPEN_REPORTS }, () => 204),
      ...Array.from({ length: 5 }, () => 409),
    ]);
    expect(await stored()).toHaveLength(MAX_OPEN_REPORTS);
    const other = await createJob(board.db);
    expect((await report({ reason: 'wrong' }, other.id)).status).toBe(204);
  });

  test('a report is refused if its network has sent many', async () => {
    const app = await buildTestApp(board, { RATE_LIMIT_SCALE: '1' });
    const send = (remoteAddress: string) =>
      app.inject({
        method: 'POST',
        url: `/api/jobs/${job.id}/reports`,
        payload: { reason: 'wrong' },
        remoteAddress,
      });
    try {
      const statuses: number[] = [];
      // The limit is per minute. The calls may fall into two minutes, so send twice as many.
      for (let n = 0; n <= 2 * RATE_LIMITS.report; n += 1) {
        statuses.push((await send('192.0.2.1')).statusCode);
      }
      expect(statuses).toContain(429);
      expect((await send('198.51.100.1')).statusCode).toBe(204);
    } finally {
      await app.close();
    }
  });
});

describe('the list of reported jobs', () => {
  test('has each job once, the earliest report first, page by page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { id } = await createJob(board.db);
      ids.push(id);
      for (const reason of ['scam', 'wrong'] as const) {
        await board.db.insert(job_reports).values({
          id: uuidv7(),
          job_id: id,
          title: `Job ${n}`,
          reason,
          text: '',
          created_at: new Date(Date.UTC(2026, 0, 1 + n)),
        });
      }
    }
    const read: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const page: { total: number; results: { job: string; reports: [] }[]; next?: string } =
        await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(page.total).toBe(5);
      for (const { job: id, reports } of page.results) {
        read.push(id);
        expect(reports).toHaveLength(2);
      }
      cursor = page.next;
    }
    expect(read).toEqual(ids);
  });

  test('also has jobs that have been closed or deleted since', async () => {
    await report({ reason: 'scam' });
    await board.db.update(jobs).set({ closed_at: new Date(), closed_by: 'admin' });
    expect((await list()).results).toMatchObject([{ title: 'Weaver', state: 'closed' }]);
    await board.db.delete(jobs);
    expect((await list()).results).toMatchObject([
      { title: 'Weaver', state: 'deleted', companyname: '' },
    ]);
  });

  test.each(['?limit=0', '?limit=101', '?cursor=x', '?limit=a'])(
    'the list of reported jobs refuses the query %s',
    async (query) => {
      const url = `/api/reported-jobs${query}`;
      expect((await board.ask('GET', url, { token: admin.token })).status).toBe(400);
    },
  );
});

describe('resolving reports', () => {
  test('resolving reports mails the answer to each email address once, and deletes the addresses', async () => {
    for (const email of ['ada@example.com', 'ada@example.com', 'grace@example.com', '']) {
      await report({ reason: 'closed', email });
    }
    const reports = await openIds();
    const { status } = await resolve({ reports, answer: 'Thank you.\nThe job is closed now.' });
    expect(status).toBe(204);
    expect((await list()).results).toEqual([]);
    expect((await stored()).map(({ email }) => email)).toEqual([null, null, null, null]);
    const sent = await board.db.select().from(mails);
    expect(sent.map(({ to_address }) => to_address).sort()).toEqual([
      'ada@example.com',
      'grace@example.com',
    ]);
    expect(sent[0]?.content?.paragraphs).toEqual([
      'You reported the job “Weaver” at Test Board. A site admin has answered:',
      '> Thank you.\n> The job is closed now.',
    ]);
    const events = await board.db
      .select()
      .from(audit_events)
      .where(and(eq(audit_events.kind, 'report'), eq(audit_events.thing_id, job.id)));
    expect(await withAccounts(board.db, events)).toEqual([
      expect.objectContaining({
        actor: admin.id,
        before: { open: 4 },
        after: { open: 0, answered: 2 },
      }),
    ]);
  });

  test('without an answer sends no mail', async () => {
    await report({ reason: 'closed', email: 'ada@example.com' });
    expect((await resolve({ reports: await openIds() })).status).toBe(204);
    expect(await board.db.select().from(mails)).toEqual([]);
  });

  test('with an answer is refused if the board cannot send mails; no email address is deleted', async () => {
    await report({ reason: 'closed', email: 'ada@example.com' });
    const from = { name: 'Board', address: 'jobs@board.example' };
    const send = answerMail(createOutbox({ delivery: 'none', from }), {
      origin: 'https://board.example',
      name: 'Board',
    });
    const given = { callerId: admin.id, id: job.id, reports: await openIds(), answer: 'Thanks.' };
    await expect(resolveReports(board.db, given, send)).rejects.toThrow(
      'No mail server is configured',
    );
    expect((await stored()).map(({ email }) => email)).toEqual(['ada@example.com']);
  });

  test('leaves open the reports that have arrived since', async () => {
    await report({ reason: 'closed' });
    const reports = await openIds();
    await report({ reason: 'scam' });
    expect((await resolve({ reports })).status).toBe(204);
    expect((await list()).results[0].reports).toMatchObject([{ reason: 'scam' }]);
  });

  test('reports can be resolved even after the job was deleted', async () => {
    await report({ reason: 'scam', email: 'ada@example.com' });
    await board.db.delete(jobs);
    expect((await resolve({ reports: await openIds(), answer: 'Removed.' })).status).toBe(204);
    expect(await board.db.select().from(mails)).toHaveLength(1);
  });

  test('if two site admins resolve reports at the same time, only one succeeds, and the other learns that they are resolved', async () => {
    await report({ reason: 'closed', email: 'ada@example.com' });
    const reports = await openIds();
    const outcomes = await Promise.all([1, 2].map(() => resolve({ reports, answer: 'Done.' })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([204, 409]);
    const late = outcomes.find(({ status }) => status === 409);
    expect(late?.body.detail).toBe('You resolved these reports.');
    expect(await board.db.select().from(mails)).toHaveLength(1);
  });

  test('resolving is refused for a job without reports, and for reports of another job', async () => {
    await report({ reason: 'closed' });
    const reports = await openIds();
    expect((await resolve({ reports }, uuidv7())).status).toBe(404);
    expect((await resolve({ reports }, 'x')).status).toBe(404);
    expect((await resolve({ reports: [uuidv7()] })).status).toBe(404);
    expect((await resolve({ reports: [] })).status).toBe(400);
    expect((await resolve({ reports, answer: 'x'.repeat(1_001) })).status).toBe(400);
    expect(await openIds()).toEqual(reports);
  });
});

test('resolved reports are deleted after some time, but open ones stay', async () => {
  const old = new Date(Date.now() - (RESOLVED_REPORT_DAYS + 1) * 24 * 60 * 60 * 1_000);
  const row = {
    job_id: job.id,
    title: 'Weaver',
    reason: 'scam',
    text: '',
    created_at: old,
  } as const;
  const [openId, oldId, newId] = [uuidv7(), uuidv7(), uuidv7()];
  await board.db.insert(job_reports).values([
    { ...row, id: openId },
    { ...row, id: oldId, resolved_at: old },
    { ...row, id: newId, resolved_at: new Date() },
  ]);
  await deleteOldReports(board.db);
  expect((await stored()).map(({ id }) => id).sort()).toEqual([openId, newId].sort());
});
