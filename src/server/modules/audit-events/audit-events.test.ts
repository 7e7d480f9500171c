import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { setRole } from '#server/modules/accounts/commands.ts';
import { deleteCompany, deleteJob, newestEvent } from '#server/modules/audit/testing/trail.ts';
import { mergeCompanies } from '#server/modules/merges/merge-companies.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const { ask } = board;

const ADA = 'auth0|ada';
let token = '';
let since = 0;

beforeEach(async () => {
  await createAccount(board.db, {
    id: ADA,
    name: 'Ada',
    email: 'ada@example.com',
    role: 'siteadmin',
  });
  token = await tokenFor(board.db, ADA);
  since = await newestEvent(board.db);
});

type Event = {
  id: number;
  action: string;
  kind: string;
  thing: string;
  name: string;
  restorable: boolean;
};

/** Requests the list of audit events. Leaves out the events of earlier tests, which no test can delete. */
async function list(query = '') {
  const { status, body } = await ask('GET', `/api/admin/audit?limit=100${query}`, { token });
  expect(status).toBe(200);
  return (body.results as Event[]).filter(({ id }) => id > since);
}

const shown = (events: Event[]) =>
  events.map(({ action, kind, name }) => `${action} ${kind} ${name}`);

/** Creates a job, and then changes its title as the person Ada. */
async function changedJob() {
  const job = await createJob(board.db, { title: 'Weaver' });
  await withActor(board.db, ADA, (tx) =>
    tx.update(jobs).set({ title: 'Spinner', description: '' }).where(eq(jobs.id, job.id)),
  );
  return job;
}

describe('GET /api/admin/audit', () => {
  test('lists who changed what, the latest first', async () => {
    const job = await changedJob();
    const [event, ...earlier] = await list();
    expect(event).toMatchObject({
      action: 'update',
      kind: 'job',
      thing: job.id,
      name: 'Spinner',
      restorable: false,
      actor: { kind: 'person', id: ADA, name: 'Ada', email: 'ada@example.com' },
      fields: ['description', 'title'],
    });
    expect(shown(earlier)).toEqual(['create job Weaver', 'create company Ada & Sons']);
    expect(earlier[0]).toMatchObject({ actor: { kind: 'outside', id: '' }, fields: [] });
  });

  test('shows a merge of companies as one event, unless someone looks for a row or a kind of row', async () => {
    const { id: into } = await createCompany(board.db, { name: 'Loom AS' });
    const job = await createJob(board.db, { title: 'Weaver' });
    const before = await newestEvent(board.db);
    await mergeCompanies(board.db, { actor: ADA }, { id: job.company_id, into });
    const merge = (events: Event[]) => events.filter(({ id }) => id > before);
    const [event, ...others] = merge(await list());
    expect(others).toEqual([]);
    expect(event).toMatchObject({ kind: 'merge', name: 'Ada & Sons', company: 'Loom AS' });
    expect(merge(await list(`&q=${job.id}`))).toEqual([
      expect.objectContaining({ kind: 'job', act: 'move', company: 'Loom AS' }),
    ]);
    expect(shown(merge(await list('&kind=company')))).toEqual(['delete company Ada & Sons']);
  });

  test('filters events by kind of row, kind of change, day and actor', async () => {
    const job = await changedJob();
    await deleteJob(board.db, job.id, ACTORS.import);
    const today = toPlainDate(new Date());
    expect(shown(await list('&kind=company'))).toEqual(['create company Ada & Sons']);
    expect(shown(await list('&action=delete'))).toEqual(['delete job Spinner']);
    expect(shown(await list('&kind=job&action=create'))).toEqual(['create job Weaver']);
    expect(shown(await list('&by=people'))).toEqual(['update job Spinner']);
    expect(shown(await list('&by=imports'))).toEqual(['delete job Spinner']);
    expect(shown(await list('&by=outside&kind=job'))).toEqual(['create job Weaver']);
    expect(await list('&by=commands')).toEqual([]);
    expect(await list(`&from=${today}&to=${today}`)).toHaveLength(4);
    expect(await list('&to=2020-01-01')).toEqual([]);
    expect(await list('&from=2999-01-01')).toEqual([]);
    expect(await list('&kind=&action=&from=&to=&by=')).toHaveLength(4);
  });

  test('finds the events of a row by its id or by a URL that contains the id', async () => {
    const job = await changedJob();
    const found = ['update job Spinner', 'create job Weaver'];
    for (const q of [job.id, job.id.toUpperCase(), `https://board.example/jobs/${job.id}?x=1`]) {
      expect(shown(await list(`&q=${encodeURIComponent(q)}`))).toEqual(found);
    }
    expect(await list(`&q=${crypto.randomUUID()}`)).toEqual([]);
    expect(await list('&q=nobody')).toEqual([]);
    expect(shown(await list(`&q=${job.id}&by=people`))).toEqual(['update job Spinner']);
    expect(shown(await list(`&q=${job.id}&by=outside`))).toEqual(['create job Weaver']);
    expect(await list(`&q=${job.id}&by=imports`)).toEqual([]);
  });

  test('finds the changes by a person and the changes of their account, by id or email address', async () => {
    await changedJob();
    await createAccount(board.db, { id: 'auth0|bo', name: 'Bo', email: 'Bo@example.com' });
    await createAccount(board.db, { role: 'siteadmin' });
    await setRole(board.db, ADA, 'auth0|bo', { role: 'siteadmin' });
    for (const q of ['auth0|bo', 'bo@example.com', ' BO@EXAMPLE.COM ']) {
      expect(shown(await list(`&q=${encodeURIComponent(q)}`))).toEqual(['update account Bo']);
    }
    expect(shown(await list(`&q=${ADA}`))).toEqual(['update account Bo', 'update job Spinner']);
    expect(await list(`&q=${ADA}&by=people`)).toHaveLength(2);
    expect(await list(`&q=${ADA}&by=imports`)).toEqual([]);
    expect(await list('&q=auth0%7Cbo&by=people')).toHaveLength(1);
  });

  test('shows deleted people only as actor keys, and finds their changes by these keys', async () => {
    await changedJob();
    await createAccount(board.db, { role: 'siteadmin' });
    await board.db.delete(accounts).where(eq(accounts.id, ADA));
    const { id } = await createAccount(board.db, { role: 'siteadmin' });
    token = await tokenFor(board.db, id);
    const [event] = await list('&by=people');
    expect(event).toMatchObject({
      actor: { kind: 'deleted', id: expect.stringMatching(/^actor-/), name: '', email: '' },
    });
    const { actor } = event as Event & { actor: { id: string } };
    expect(shown(await list(`&q=${actor.id}`))).toContain('update job Spinner');
  });

  test('returns each event exactly once across the pages', async () => {
    const { id } = await createCompany(board.db);
    await board.db.transaction(async (tx) => {
      for (let number = 0; number < 5; number += 1) await createJob(tx, { company_id: id });
    });
    const all = await list();
    const read: number[] = [];
    let cursor = '';
    while (read.length < all.length) {
      const { body } = await ask('GET', `/api/admin/audit?limit=2&cursor=${cursor}`, { token });
      read.push(...body.results.map((event: Event) => event.id));
      cursor = body.next;
    }
    expect(read.slice(0, all.length)).toEqual(all.map((event) => event.id));
  });
});

test('GET /api/admin/audit/:id returns the values before and after', async () => {
  await changedJob();
  const [event] = await list();
  const { status, body } = await ask('GET', `/api/admin/audit/${event?.id}`, { token });
  expect([status, body.changes]).toEqual([
    200,
    [
      { field: 'title', before: 'Weaver', after: 'Spinner' },
      { field: 'description', before: 'You will make things.', after: null },
    ],
  ]);
  expect((await ask('GET', '/api/admin/audit/999999999', { token })).status).toBe(404);
  expect((await ask('GET', '/api/admin/audit/x', { token })).status).toBe(404);
});

test('GET /api/admin/audit.csv returns all events that match the filter, with their changes', async () => {
  const job = await changedJob();
  const { headers, body } = await ask('GET', `/api/admin/audit.csv?q=${job.id}`, { token });
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  const [header, update, create, end] = String(body).split('\r\n');
  expect(header).toBe('\uFEFFEvent,When,Who,Name,Email,Action,Kind,ID,Title or name,Changes');
  expect(update).toContain(`,${ADA},Ada,ada@example.com,update,job,${job.id},Spinner,`);
  expect(update).toContain('""before"":""Weaver"",""after"":""Spinner""');
  expect(create).toContain(',outside,,,create,job,');
  expect(end).toBe('');
});

describe('POST /api/admin/audit/:id/restore', () => {
  const restore = (id: number | undefined) =>
    ask('POST', `/api/admin/audit/${id}/restore`, { token });

  test('restores a company with its jobs, and names the person who restored it', async () => {
    const { company_id } = await createJob(board.db);
    const event = await deleteCompany(board.db, company_id);
    const { status, body } = await restore(event);
    expect([status, body]).toEqual([
      200,
      {
        kind: 'company',
        id: company_id,
        name: 'Ada & Sons',
        jobs: 1,
        drafts: 0,
        sources: 0,
        members: 0,
        left: { logo: false, jobs: 0, members: 0 },
      },
    ]);
    expect(await board.db.$count(companies)).toBe(1);
    const [job, company] = await list('&by=people&action=create');
    expect([job, company]).toMatchObject([
      { kind: 'job', actor: { id: ADA } },
      { kind: 'company', actor: { id: ADA } },
    ]);
  });

  test('is refused if the event deleted nothing or the deleted row exists again, and the response gives the reason', async () => {
    await changedJob();
    const [update] = await list();
    const refused = await restore(update?.id);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringMatching(/neither deletes a job or a company nor merges companies/),
    ]);
    const { id } = await createJob(board.db);
    const event = await deleteJob(board.db, id);
    const isRestorable = async () => (await list(`&q=${id}&action=delete`))[0]?.restorable;
    expect(await isRestorable()).toBe(true);
    expect((await restore(event)).status).toBe(200);
    expect(await isRestorable()).toBe(false);
    expect((await restore(event)).body.detail).toBe(`The job ${id} exists.`);
    expect((await restore(999_999_999)).status).toBe(404);
  });
});
