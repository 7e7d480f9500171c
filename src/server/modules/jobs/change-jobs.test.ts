import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts, audit_events, companies, jobs } from '#server/db/schema.ts';
import { defaultClosingDate } from '#shared/domain/job-lifetime.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { JOB_LIFETIME_DAYS, MAX_CHANGED_JOBS, RESTORE_PERIOD } from '#shared/limits.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import {
  deleteCompany,
  deleteJob,
  eventsSince,
  newestEvent,
  rowsOf,
} from '../audit/testing/trail.ts';

const board = setUpTestBoard();
const { ask, get } = board;
const NIL_ID = '00000000-0000-0000-0000-000000000000';

let company: string;
let employer: { id: string; token: string };
let siteAdmin: { id: string; token: string };

beforeEach(async () => {
  const person = async (values: Parameters<typeof createAccount>[1]) => {
    const { id } = await createAccount(board.db, values);
    return { id, token: await tokenFor(board.db, id) };
  };
  company = (await createCompany(board.db)).id;
  employer = await person({ role: 'companyadmin', company_id: company });
  siteAdmin = await person({ role: 'siteadmin' });
});

const postJob = (values: Parameters<typeof createJob>[1] = {}) =>
  createJob(board.db, { company_id: company, ...values });

const change = (action: string, ids: string[], token = employer.token) =>
  ask('POST', '/api/jobs/bulk', { token, body: { action, ids } });

const restore = (id: string, token = employer.token) =>
  ask('POST', `/api/jobs/${id}/restore`, { token });

const listed = async () =>
  (await get('/api/jobs')).body.results.map(({ title }: { title: string }) => title).sort();

/** Sets back the time of a deletion, so that it can no longer be undone. */
async function makeOld(event: number): Promise<void> {
  await board.db.transaction(async (tx) => {
    // The audit trail is append-only, so its triggers must be off.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx
      .update(audit_events)
      .set({ at: new Date(Date.now() - RESTORE_PERIOD - 1_000) })
      .where(eq(audit_events.id, event));
  });
}

describe('POST /api/jobs/:id/restore', () => {
  test('restores a job that the caller deleted, as it was and with the same id', async () => {
    const { id } = await postJob({ title: 'Weaver' });
    const before = (await get(`/api/jobs/${id}`)).body;
    await ask('DELETE', `/api/jobs/${id}`, { token: employer.token });
    expect(await listed()).toEqual([]);

    const restored = await restore(id);
    expect(restored).toMatchObject({ status: 200, body: before });
    expect(await get(`/api/jobs/${id}`)).toMatchObject({ status: 200, body: before });
    expect(await listed()).toEqual(['Weaver']);
    const [event] = await eventsSince(board.db, (await newestEvent(board.db)) - 1);
    expect(event).toMatchObject({ actor: employer.id, action: 'create', thing_id: id });
  });

  test('refuses to restore a job if that is not possible, and says why', async () => {
    const own = await postJob();
    expect(await restore(own.id)).toMatchObject({
      status: 409,
      body: { detail: 'This job is not deleted.' },
    });
    for (const id of [NIL_ID, 'nope']) expect((await restore(id)).status).toBe(404);

    await deleteJob(board.db, own.id, siteAdmin.id);
    expect(await restore(own.id)).toMatchObject({
      status: 403,
      body: { detail: 'Someone else deleted this job. Ask a site admin to restore it.' },
    });
    const { id: foreign } = await createJob(board.db);
    await deleteJob(board.db, foreign, employer.id);
    expect((await restore(foreign)).status).toBe(403);
    expect((await restore(foreign, siteAdmin.token)).status).toBe(200);

    const old = await postJob();
    await makeOld(await deleteJob(board.db, old.id, employer.id));
    expect(await restore(old.id)).toMatchObject({
      status: 410,
      body: { detail: expect.stringMatching(/^This job was deleted more than an hour ago/) },
    });

    const orphan = await createJob(board.db);
    await deleteJob(board.db, orphan.id, siteAdmin.id);
    await deleteCompany(board.db, orphan.company_id, siteAdmin.id);
    expect(await restore(orphan.id, siteAdmin.token)).toMatchObject({
      status: 409,
      body: { detail: 'The company of this job is deleted. Restore the company first.' },
    });
  });

  test('refuses to restore a job for people without the role', async () => {
    const { id } = await postJob();
    await deleteJob(board.db, id);
    const user = await createAccount(board.db);
    expect((await ask('POST', `/api/jobs/${id}/restore`)).status).toBe(401);
    expect((await restore(id, await tokenFor(board.db, user.id))).status).toBe(403);
  });

  test('restores a job only once for two concurrent requests', async () => {
    const { id } = await postJob();
    await deleteJob(board.db, id, employer.id);
    const replies = await Promise.all([restore(id), restore(id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('POST /api/jobs/bulk', () => {
  test('closes several jobs in one request, and reopens them with their closing dates', async () => {
    const tomorrow = toPlainDate(new Date(Date.now() + 24 * 60 * 60 * 1_000));
    const [one, two] = [await postJob({ validthrough: tomorrow }), await postJob()];
    await postJob({ title: 'Stays' });
    const ids = [one.id, two.id];
    expect(await change('close', ids)).toMatchObject({
      status: 200,
      body: { results: ids.map((id) => ({ id, status: 200 })) },
    });
    expect(await listed()).toEqual(['Stays']);
    expect((await get(`/api/jobs/${one.id}`)).status).toBe(410);
    expect((await change('close', [one.id])).body.results).toEqual([
      { id: one.id, status: 410, detail: 'This job is closed.' },
    ]);

    await change('reopen', ids);
    expect((await get(`/api/jobs/${one.id}`)).body.validthrough).toBe(tomorrow);
    expect((await get(`/api/jobs/${two.id}`)).body.validthrough).toBe('');
    expect((await change('reopen', [one.id])).body.results).toMatchObject([{ status: 409 }]);
  });

  test('reopens a job that its source no longer lists, so that imports do not close it again', async () => {
    const closed = { closed_at: new Date(), source: 'ashby', source_id: 'one' };
    const { id } = await postJob({ ...closed, validthrough: '2020-01-01' });
    await change('reopen', [id]);
    expect(await rowsOf(board.db, jobs)).toMatchObject([
      {
        kept_open: true,
        closed_at: null,
        validthrough: defaultClosingDate(new Date(), JOB_LIFETIME_DAYS),
      },
    ]);
  });

  test('closes a job without undoing an edit that someone else has made since the caller read the list', async () => {
    const { id } = await postJob({ title: 'Weaver' });
    await board.db.update(jobs).set({ title: 'Master Weaver' }).where(eq(jobs.id, id));
    await change('close', [id]);
    await change('reopen', [id]);
    await change('delete', [id]);
    await change('restore', [id]);
    expect(await listed()).toEqual(['Master Weaver']);
  });

  test('deletes several jobs in one transaction, and restores all of them', async () => {
    const batch = await Promise.all(
      Array.from({ length: 10 }, (_, number) => postJob({ title: `Spam ${number}` })),
    );
    const before = (await rowsOf(board.db, jobs)).map(({ version, ...row }) => row);
    const ids = batch.map(({ id }) => id.toUpperCase());
    const { results } = (await change('delete', ids)).body;
    expect(results).toEqual(batch.map(({ id }) => ({ id, status: 200 })));
    expect(await listed()).toEqual([]);
    const moments = await board.db
      .select({ at: audit_events.at })
      .from(audit_events)
      .where(sql`action = 'delete' and thing_id = any(${sql.param(batch.map(({ id }) => id))})`)
      .groupBy(audit_events.at);
    expect(moments).toHaveLength(1);

    expect((await change('restore', ids)).body.results).toEqual(results);
    expect(await listed()).toHaveLength(10);
    expect((await rowsOf(board.db, jobs)).map(({ version, ...row }) => row)).toEqual(before);
  });

  test('changes the jobs that the caller may change, and says why it did not change the others', async () => {
    const { id: own } = await postJob();
    const { id: foreign } = await createJob(board.db, { title: 'Foreign' });
    const { id: deleted } = await postJob();
    await deleteJob(board.db, deleted);
    const ids = [own, foreign, deleted, NIL_ID, own];
    expect((await change('delete', ids)).body.results).toEqual([
      { id: own, status: 200 },
      { id: foreign, status: 403, detail: 'Your account may not do this.' },
      { id: deleted, status: 410, detail: 'This job is closed.' },
      { id: NIL_ID, status: 404, detail: 'There is no such job.' },
    ]);
    expect(await listed()).toEqual(['Foreign']);
    // The employer may undo their own deletion, but not someone else's.
    expect((await change('restore', ids)).body.results).toMatchObject(
      [200, 403, 403, 404].map((status) => ({ status })),
    );
  });

  test('refuses to change jobs without the role or with invalid input', async () => {
    const { id } = await postJob();
    const body = { action: 'delete', ids: [id] };
    expect((await ask('POST', '/api/jobs/bulk', { body })).status).toBe(401);
    const user = await createAccount(board.db);
    const token = await tokenFor(board.db, user.id);
    expect((await ask('POST', '/api/jobs/bulk', { token, body })).status).toBe(403);
    for (const [ids, action] of [
      [[], 'delete'],
      [Array(MAX_CHANGED_JOBS + 1).fill(id), 'delete'],
      [['nope'], 'delete'],
      [id, 'delete'],
      [[id], 'publish'],
    ]) {
      expect((await change(action as string, ids as string[])).status).toBe(400);
    }
    expect(await listed()).toEqual(['Maker']);
  });

  test('changes jobs without a deadlock while their company is deleted', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await postJob()).id));
    const replies = await Promise.all([
      change('delete', ids, siteAdmin.token),
      ask('DELETE', `/api/companies/${company}`, { token: siteAdmin.token }),
      change('close', [...ids].reverse(), siteAdmin.token),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 204, 200]);
    expect(await board.db.$count(jobs)).toBe(0);
  });
});

describe('POST /api/companies/:id/restore', () => {
  const restoreCompany = (id: string, token = siteAdmin.token) =>
    ask('POST', `/api/companies/${id}/restore`, { token });

  test('restores a company with its jobs and company admins', async () => {
    await postJob({ title: 'Weaver' });
    await postJob({ title: 'Spinner' });
    const before = (await get(`/api/companies/${company}`)).body;
    await ask('DELETE', `/api/companies/${company}`, { token: siteAdmin.token });
    expect(await listed()).toEqual([]);

    expect(await restoreCompany(company)).toMatchObject({ status: 200, body: before });
    expect(await get(`/api/companies/${company}`)).toMatchObject({ status: 200, body: before });
    expect(await listed()).toEqual(['Spinner', 'Weaver']);
    const [admin] = await board.db.select().from(accounts).where(eq(accounts.id, employer.id));
    expect(admin).toMatchObject({ role: 'companyadmin', company_id: company });
    expect((await restoreCompany(company)).status).toBe(409);
  });

  test('refuses to restore a company if that is not possible, and says why', async () => {
    expect((await ask('POST', `/api/companies/${company}/restore`)).status).toBe(401);
    expect((await restoreCompany(company, employer.token)).status).toBe(403);
    for (const id of [NIL_ID, 'nope']) expect((await restoreCompany(id)).status).toBe(404);
    const { id } = await createCompany(board.db);
    await makeOld(await deleteCompany(board.db, id));
    expect((await restoreCompany(id)).status).toBe(410);
    expect(await board.db.$count(companies)).toBe(1);
  });
});
