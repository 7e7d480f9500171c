import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { company_claims } from '#server/db/claim-tables.ts';
import { inbox_digests } from '#server/db/inbox-tables.ts';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { mails } from '#server/db/mail-tables.ts';
import { job_reports } from '#server/db/report-tables.ts';
import { accounts } from '#server/db/schema.ts';
import { source_runs, sources } from '#server/db/source-tables.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import type { Moderation } from '#shared/domain/board-rules.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import {
  createAccount,
  createCompany,
  createDraft,
  createJob,
  createRename,
  createReport,
} from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { sendDigests } from './digest/send-digests.ts';

const board = setUpTestBoard();

let boss: { id: string; token: string };
let other: { id: string; token: string };
beforeEach(async () => {
  for (const table of [company_claims, job_drafts, job_reports, sources, mails]) {
    await board.db.delete(table);
  }
  await board.db.update(accounts).set({ role: 'user', company_id: null });
  boss = await siteAdmin('Boss');
  other = await siteAdmin('Grace');
});

async function siteAdmin(name: string) {
  const verified_email = `${name.toLowerCase()}@board.example`;
  const { id } = await createAccount(board.db, { role: 'siteadmin', name, verified_email });
  return { id, token: await tokenFor(board.db, id) };
}

const outbox = createOutbox({
  delivery: 'captured',
  from: { name: 'Board', address: 'board@board.example' },
});
const site = { origin: 'https://board.example', name: 'Board' };
const digest = (moderation: Moderation = 'daily') =>
  sendDigests(board.db, { outbox, site, rules: { moderation } });
const subjects = async () =>
  (await board.db.select().from(mails).orderBy(mails.to_address)).map(
    ({ to_address, subject }) => `${to_address}: ${subject}`,
  );

const read = async (query = '', { token } = boss) =>
  (await board.ask('GET', `/api/admin/inbox${query}`, { token })).body;
const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const inReview = (hour: number) => ({ state: 'review' as const, submitted_at: at(hour) });

/** Adds one item of each kind, the oldest first. Returns their ids. */
async function addItems() {
  const { id: company_id } = await createCompany(board.db, { name: 'Loom Labs' });
  const { id: account_id } = await createAccount(board.db, { name: 'Ada' });
  const [registration, claim, question] = [uuidv7(), uuidv7(), uuidv7()];
  const company = { name: 'Weft', website: 'https://weft.example', description: '', logo: '' };
  await board.db.insert(company_claims).values([
    { id: registration, account_id, registration: company, ...inReview(1) },
    { id: claim, account_id, company_id, ...inReview(2) },
  ]);
  const ofCompany = { company_id, author: account_id };
  const draft = await createDraft(board.db, {
    ...ofCompany,
    job: { title: 'Weaver' },
    ...inReview(3),
  });
  const job = await createJob(board.db, { company_id, title: 'Dyer' });
  await createDraft(board.db, {
    ...ofCompany,
    id: job.id,
    job_id: job.id,
    job: { title: 'Head dyer' },
    ...inReview(4),
  });
  for (const hour of [5, 6, 7]) {
    await createReport(board.db, { job_id: job.id, title: 'Dyer', created_at: at(hour) });
  }
  const source = { company_id, system: 'greenhouse', tenant: question };
  await board.db
    .insert(sources)
    .values({ id: question, ...source, state: 'proposed', created_at: at(8) });
  const rename = await createRename(board.db, { company_id, account_id, requested_at: at(9) });
  return {
    registration,
    claim,
    rename: rename.id,
    job: draft.id,
    edit: job.id,
    report: job.id,
    question,
  };
}

describe('the inbox', () => {
  test('lists everything that waits, the oldest first, with the reports of a job as one item', async () => {
    const ids = await addItems();
    const body = await read();
    expect(body).toMatchObject({
      total: 7,
      counts: { registration: 1, claim: 1, rename: 1, job: 1, edit: 1, report: 1, question: 1 },
      ended: '',
      digest: true,
      frequency: 'daily',
    });
    const ofLoomLabs = { company: 'Loom Labs', person: '', reports: 0, version: 1 };
    expect(body.results).toEqual([
      {
        kind: 'registration',
        id: ids.registration,
        since: at(1).toISOString(),
        ...ofLoomLabs,
        title: 'Weft',
        company: 'Weft',
        person: 'Ada',
      },
      {
        kind: 'claim',
        id: ids.claim,
        since: at(2).toISOString(),
        ...ofLoomLabs,
        title: 'Loom Labs',
        person: 'Ada',
      },
      {
        kind: 'job',
        id: ids.job,
        since: at(3).toISOString(),
        ...ofLoomLabs,
        title: 'Weaver',
        person: 'Ada',
      },
      {
        kind: 'edit',
        id: ids.edit,
        since: at(4).toISOString(),
        ...ofLoomLabs,
        title: 'Head dyer',
        person: 'Ada',
      },
      {
        kind: 'report',
        id: ids.report,
        since: at(5).toISOString(),
        ...ofLoomLabs,
        title: 'Dyer',
        reports: 3,
        version: null,
      },
      {
        kind: 'question',
        id: ids.question,
        since: at(8).toISOString(),
        ...ofLoomLabs,
        title: 'Loom Labs',
      },
      {
        kind: 'rename',
        id: ids.rename,
        since: at(9).toISOString(),
        ...ofLoomLabs,
        title: 'Loom Labs',
        person: 'Ada',
      },
    ]);
  });

  test('has pages, and lists one kind only if it is asked for it', async () => {
    const ids = await addItems();
    const first = await read('?limit=4');
    const second = await read(`?limit=4&cursor=${first.next}`);
    expect([first.results.length, second.results.length, second.next]).toEqual([4, 3, undefined]);
    const reports = await read('?kind=report');
    expect(reports.results.map(({ id }: { id: string }) => id)).toEqual([ids.report]);
    expect([reports.total, reports.counts.job]).toEqual([7, 1]);
    for (const query of ['?kind=x', '?item=job-1', '?limit=101', '?cursor=x']) {
      const { status } = await board.ask('GET', `/api/admin/inbox${query}`, { token: boss.token });
      expect(status).toBe(400);
    }
  });

  test('says who decided an item that another site admin has open', async () => {
    const ids = await addItems();
    const { token } = other;
    const endOf = async (kind: keyof typeof ids) =>
      (await read(`?limit=1&item=${kind}-${ids[kind]}`)).ended;
    for (const kind of ['claim', 'rename', 'job', 'edit', 'report', 'question'] as const) {
      expect(await endOf(kind)).toBe('');
    }
    const reports = (await board.db.select().from(job_reports)).map(({ id }) => id);
    const calls: [string, object?][] = [
      [`/api/claims/${ids.claim}/reject`, { reason: 'We cannot tell that you work there.' }],
      [`/api/renames/${ids.rename}/approve`],
      [`/api/job-drafts/${ids.job}/approve`],
      [`/api/job-drafts/${ids.edit}/reject`, { reason: 'It is unclear.' }],
      [`/api/reported-jobs/${ids.report}/resolve`, { reports }],
      [`/api/sources/${ids.question}/resume`],
    ];
    for (const [path, body] of calls) {
      const { status } = await board.ask('POST', path, { token, body });
      expect([path, Math.floor(status / 100)]).toEqual([path, 2]);
    }
    expect(await endOf('claim')).toBe('Grace rejected this request. It is rejected.');
    expect(await endOf('rename')).toBe('Grace approved this request.');
    expect(await endOf('job')).toBe('Grace approved this job. It is published.');
    expect(await endOf('edit')).toBe('Grace rejected this job. It is rejected.');
    expect(await endOf('report')).toBe('Grace resolved these reports.');
    expect(await endOf('question')).toBe('Grace answered this question.');
    expect((await read()).total).toBe(1);
    const late = await board.ask('POST', `/api/reported-jobs/${ids.report}/resolve`, {
      token: boss.token,
      body: { reports },
    });
    expect([late.status, late.body.detail]).toEqual([409, 'Grace resolved these reports.']);
  });

  test('names only the person who answered the question of a source, not someone who changed it at another time', async () => {
    const { question } = await addItems();
    const { token } = other;
    const call = async (method: string, path: string, body?: object) => {
      const url = `/api/sources/${question}${path}`;
      expect((await board.ask(method, url, { token, body })).status).toBeLessThan(300);
    };
    const set = (state: 'active' | 'asking') => board.db.update(sources).set({ state });
    const ended = async () => (await read(`?limit=1&item=question-${question}`)).ended;
    await call('POST', '/resume');
    await board.db.insert(source_runs).values({ source_id: question, outcome: 'asked' });
    await set('asking');
    expect(await ended()).toBe('');
    // A later list has the missing jobs again.
    await call('PUT', '', { interval: 60, settings: {} });
    await call('POST', '/run', { close: false });
    await set('active');
    expect(await ended()).toBe('This source no longer needs a decision.');
    await set('asking');
    await call('POST', '/run', { close: true });
    expect(await ended()).toBe('Grace answered this question.');
    await call('DELETE', '');
    expect(await ended()).toBe('Grace removed this source.');
  });
});

test('a job that was rejected and submitted again shows the earlier reason and the earlier job', async () => {
  const { id: company } = await createCompany(board.db);
  const author = await createAccount(board.db, { role: 'companyadmin', company_id: company });
  const token = await tokenFor(board.db, author.id);
  const { id, body } = await createDraft(board.db, {
    company_id: company,
    author: author.id,
    job: { title: 'Weaver' },
    ...inReview(3),
  });
  const path = `/api/job-drafts/${id}`;
  const reason = 'Say more.\nWhat is the work?';
  await board.ask('POST', `${path}/reject`, { token: boss.token, body: { reason } });
  await board.ask('PUT', path, { token, body: { ...body, title: 'Head weaver' } });
  const { body: draft } = await board.ask('GET', path, { token: boss.token });
  expect([draft.state, draft.job.title, draft.reason]).toEqual(['draft', 'Head weaver', '']);
  expect(draft.rejected).toMatchObject({ reason, job: { title: 'Weaver' } });
});

describe('the daily email about the inbox', () => {
  test('says what waits, to each site admin who wants it, once a day, whichever process sends it', async () => {
    await digest();
    expect(await subjects()).toEqual([]);
    await addItems();
    const choose = (isWanted: boolean, { token } = boss) =>
      board.ask('PUT', '/api/admin/inbox/digest', { token, body: { digest: isWanted } });
    expect((await choose(false, other)).status).toBe(204);
    expect((await read('', other)).digest).toBe(false);
    await Promise.all([digest(), digest()]);
    const sent =
      'boss@board.example: 1 new company, 1 claim, 1 change of name or website, 1 job, 1 edit, 1 reported job and 1 question of a source wait at Board';
    expect(await subjects()).toEqual([sent]);
    const [mail] = await board.db.select().from(mails);
    expect(mail?.content?.paragraphs[0]).toMatch(/ wait, the oldest for \d+ days\.$/);
    expect(mail?.content?.button?.url).toBe('https://board.example/admin/inbox');
    await board.db
      .update(inbox_digests)
      .set({ sent_at: new Date(Date.now() - 24 * 60 * 60 * 1_000) });
    await digest();
    expect(await subjects()).toEqual([sent, sent]);
  });

  test('comes within an hour of something new if the board says so, and never if it says so', async () => {
    await board.ask('PUT', '/api/admin/inbox/digest', {
      token: other.token,
      body: { digest: false },
    });
    await addItems();
    await digest('never');
    expect(await subjects()).toEqual([]);
    await digest('hourly');
    expect(await subjects()).toHaveLength(1);
    const sent = (minutes: number) =>
      board.db.update(inbox_digests).set({ sent_at: new Date(Date.now() - minutes * 60_000) });
    await sent(40);
    await digest('hourly');
    expect(await subjects()).toHaveLength(1);
    const job = await createJob(board.db, { title: 'Weaver' });
    await board.ask('POST', `/api/jobs/${job.id}/reports`, { body: { reason: 'wrong' } });
    await sent(20);
    await digest('hourly');
    expect(await subjects()).toHaveLength(1);
    await sent(40);
    await board.db.update(job_reports).set({ created_at: new Date(Date.now() - 60_000) });
    await digest();
    expect(await subjects()).toHaveLength(1);
    await digest('hourly');
    expect(await subjects()).toHaveLength(2);
  });

  test('the third report of fraud on a job is mailed at once, and no other report', async () => {
    const job = await createJob(board.db, { title: 'Weaver' });
    for (const reason of ['scam', 'wrong', 'scam', 'scam', 'scam']) {
      const { status } = await board.ask('POST', `/api/jobs/${job.id}/reports`, {
        body: { reason },
      });
      expect(status).toBe(204);
    }
    const subject = '“Weaver” is reported as fraud at Test Board';
    expect(await subjects()).toEqual([
      `boss@board.example: ${subject}`,
      `grace@board.example: ${subject}`,
    ]);
  });
});
