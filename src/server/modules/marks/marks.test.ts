import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { job_marks } from '#server/db/mark-tables.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { MAX_JOB_MARKS, MAX_READ_JOBS } from '#shared/limits.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const { ask } = board;

const NIL_ID = '00000000-0000-0000-0000-000000000000';
const SAVED = '2026-11-20T08:15:00.000Z';
const EARLIER = '2026-10-01T08:15:00.000Z';
const NONE = { saved: null, applied: null, hidden: null, note: '' };

async function person() {
  const { id } = await createAccount(board.db);
  const token = await tokenFor(board.db, id);
  return {
    id,
    marks: async () => (await ask('GET', '/api/marks', { token })).body,
    mark: async (job: string, mark: object) =>
      (await ask('PUT', `/api/marks/jobs/${job}`, { token, body: { ...NONE, ...mark } })).status,
    add: (body: object) => ask('POST', '/api/marks', { token, body }),
    hide: async (company: string) =>
      (await ask('PUT', `/api/marks/companies/${company}`, { token })).status,
    show: async (company: string) =>
      (await ask('DELETE', `/api/marks/companies/${company}`, { token })).status,
  };
}

async function newJob(values: Parameters<typeof createJob>[1] = {}) {
  const { id: company_id } = await createCompany(board.db, { name: 'Loom' });
  return createJob(board.db, { company_id, ...values });
}

test('a person saves a job, notes something, and removes both', async () => {
  const [ada, bo] = [await person(), await person()];
  const { id } = await newJob();
  expect(await ada.mark(id, { saved: SAVED, note: ' Ask Jana. ' })).toBe(204);
  const mark = { job: id, ...NONE, saved: SAVED, note: 'Ask Jana.' };
  expect(await ada.marks()).toEqual({ jobs: [mark], companies: [] });
  expect(await bo.marks()).toEqual({ jobs: [], companies: [] });
  expect(await ada.mark(id, {})).toBe(204);
  expect(await ada.marks()).toEqual({ jobs: [], companies: [] });
  expect(await board.db.select().from(job_marks)).toEqual([]);
});

test('a time before the year 2000 becomes its first day', async () => {
  const ada = await person();
  const { id } = await newJob();
  expect(await ada.mark(id, { saved: '0000-01-01T00:00:00.000Z' })).toBe(204);
  expect((await ada.marks()).jobs[0].saved).toBe('2000-01-01T00:00:00.000Z');
});

test('a time in the future becomes the present', async () => {
  const ada = await person();
  const { id } = await newJob();
  await ada.mark(id, { applied: '2999-01-01T00:00:00.000Z' });
  const [mark] = (await ada.marks()).jobs;
  expect(Date.parse(mark.applied)).toBeLessThanOrEqual(Date.now());
});

test('a job that does not exist cannot be marked', async () => {
  const ada = await person();
  expect(await ada.mark(NIL_ID, { saved: SAVED })).toBe(404);
  expect(await ada.mark('x', { saved: SAVED })).toBe(404);
});

test('the mark of a deleted job stays until it is removed', async () => {
  const ada = await person();
  const { id } = await newJob();
  await ada.mark(id, { saved: SAVED });
  await board.db.delete(jobs).where(eq(jobs.id, id));
  expect((await ada.marks()).jobs).toHaveLength(1);
  expect(await ada.mark(id, {})).toBe(204);
  expect((await ada.marks()).jobs).toEqual([]);
});

test('a person hides a company and shows it again', async () => {
  const ada = await person();
  const { company_id } = await newJob();
  expect(await ada.hide(company_id)).toBe(204);
  expect(await ada.hide(company_id)).toBe(204);
  expect((await ada.marks()).companies).toEqual([
    { company: company_id, companyname: 'Loom', hidden: expect.any(String) },
  ]);
  expect(await ada.hide(NIL_ID)).toBe(404);
  expect(await ada.show(company_id)).toBe(204);
  expect((await ada.marks()).companies).toEqual([]);
});

test('the marks of a browser are added once, and replace none of the account', async () => {
  const ada = await person();
  const [one, two] = [await newJob(), await newJob()];
  await ada.mark(one.id, { saved: EARLIER, note: 'Mine' });
  const browser = {
    jobs: [
      { ...NONE, job: one.id, saved: SAVED, applied: SAVED, note: 'Other' },
      { ...NONE, job: two.id.toUpperCase(), saved: SAVED, note: 'New' },
      { ...NONE, job: NIL_ID, saved: SAVED },
    ],
    companies: [
      { company: two.company_id, hidden: SAVED },
      { company: NIL_ID, hidden: SAVED },
    ],
  };
  const added = await ada.add(browser);
  expect(added.status).toBe(200);
  const byId = new Map<string, object>(
    added.body.jobs.map((mark: { job: string }) => [mark.job, mark]),
  );
  expect(byId.get(one.id)).toEqual({
    job: one.id,
    saved: EARLIER,
    applied: SAVED,
    hidden: null,
    note: 'Mine',
  });
  expect(byId.get(two.id)).toEqual({ ...NONE, job: two.id, saved: SAVED, note: 'New' });
  expect(byId.size).toBe(2);
  expect(added.body.companies).toEqual([
    { company: two.company_id, companyname: 'Loom', hidden: SAVED },
  ]);
  expect((await ada.add(browser)).body).toEqual(added.body);
});

test(`more than ${MAX_JOB_MARKS} jobs are refused, and nothing is lost`, async () => {
  const ada = await person();
  const row = { account_id: ada.id, saved_at: new Date() };
  await board.db.insert(job_marks).values(
    Array.from({ length: MAX_JOB_MARKS }, (_, n) => ({
      ...row,
      job_id: NIL_ID.replace(/.{3}$/, String(n).padStart(3, '0')),
    })),
  );
  const { id } = await newJob();
  expect(await ada.mark(id, { saved: SAVED })).toBe(409);
  expect((await ada.add({ jobs: [{ ...NONE, job: id, saved: SAVED }] })).status).toBe(409);
  expect((await ada.marks()).jobs).toHaveLength(MAX_JOB_MARKS);
});

test('a merge with a deleted company leaves it out', async () => {
  const ada = await person();
  const { id } = await createCompany(board.db, {});
  await ada.hide(id);
  await board.db.delete(companies).where(eq(companies.id, id));
  expect((await ada.marks()).companies).toEqual([]);
  const added = await ada.add({ companies: [{ company: id, hidden: SAVED }] });
  expect([added.status, added.body.companies]).toEqual([200, []]);
});

test('jobs are read by their ids, closed ones with their time, without an account', async () => {
  const open = await newJob({ title: 'Weaver', validthrough: '2999-01-01' });
  const closed = await newJob({ title: 'Dyer', closed_at: new Date(SAVED), closed_by: 'admin' });
  const { status, body } = await ask('POST', '/api/jobs/read', {
    body: { ids: [closed.id, NIL_ID, open.id, closed.id] },
  });
  expect(status).toBe(200);
  expect(
    body.results.map(({ job, ...times }: { job: { title: string } }) => [job.title, times]),
  ).toEqual([
    ['Dyer', { closesat: null, closedat: SAVED }],
    ['Weaver', { closesat: expect.stringContaining('2999-01-0'), closedat: null }],
  ]);
  const tooMany = Array.from({ length: MAX_READ_JOBS + 1 }, () => open.id);
  expect((await ask('POST', '/api/jobs/read', { body: { ids: tooMany } })).status).toBe(400);
});
