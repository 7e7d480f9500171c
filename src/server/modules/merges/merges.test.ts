import { eq, inArray, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { company_claims } from '#server/db/claim-tables.ts';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { company_merges, job_merges, merge_leftovers } from '#server/db/merge-tables.ts';
import { accounts, audit_events, companies, jobs, uploads } from '#server/db/schema.ts';
import { invitations, memberships } from '#server/db/team-tables.ts';
import { findDeletions } from '#server/modules/audit/deletions.ts';
import { restoreDeleted } from '#server/modules/audit/restore.ts';
import { deleteJob, newestEvent } from '#server/modules/audit/testing/trail.ts';
import { posting, setUpImports } from '#server/modules/sources/testing/ashby-files.ts';
import { lockUnusedUploads } from '#server/modules/uploads/queries.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import {
  createAccount,
  createCompany,
  createDraft,
  createJob,
  jobBody,
} from '#tests/support/factories.ts';
import { deleteOldLeftovers, LEFTOVER_DAYS } from './delete-old-leftovers.ts';

const { board, importJobs } = setUpImports();
const { ask, get } = board;

beforeEach(async () => {
  await board.db.delete(company_merges);
});

let admin = '';
beforeEach(async () => {
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  admin = await tokenFor(board.db, id);
});

const merge = (id: string, into: string, token = admin) =>
  ask('POST', `/api/companies/${id}/merge`, { token, body: { into } });

/** The event of the latest merge. */
async function mergeEvent(): Promise<number> {
  const { rows } = await board.db.execute<{ id: string }>(
    sql`select max(id) as id from ${audit_events} where kind = 'merge'`,
  );
  return Number(rows[0]?.id);
}

const undo = async () => restoreDeleted(board.db, await mergeEvent());

async function twoCompanies() {
  const one = await createCompany(board.db, { name: 'Loom' });
  const other = await createCompany(board.db, { name: 'Loom Inc.' });
  return { from: other.id, into: one.id };
}

const addMember = (account_id: string, company_id: string, role: 'owner' | 'editor') =>
  board.db.insert(memberships).values({ account_id, company_id, role });

/** The rows that a merge affects, without the columns that every write changes. */
async function rowsOfBoard() {
  const tables = [companies, jobs, memberships, accounts, job_drafts, company_claims, invitations];
  const rows = await Promise.all(
    tables.map(async (table) => {
      const found = await board.db.execute<{ row: object }>(
        sql`select to_jsonb(t) - 'version' - 'updated_at' as row from ${table} t order by id`,
      );
      return found.rows.map(({ row }) => row);
    }),
  );
  return rows;
}

describe('POST /api/companies/:id/merge', () => {
  test('what people have hidden, marked and searched for follows the merge', async () => {
    const { from, into } = await twoCompanies();
    const { id: account } = await createAccount(board.db);
    const token = await tokenFor(board.db, account);
    await ask('PUT', `/api/marks/companies/${from}`, { token });
    const listed = { source: 'ashby', source_id: 'weaver', feed: 'loom' };
    const { id: remaining } = await createJob(board.db, { company_id: into, ...listed });
    const { id: duplicate } = await createJob(board.db, { company_id: from, ...listed });
    await ask('PUT', `/api/marks/jobs/${duplicate}`, {
      token,
      body: { saved: new Date().toISOString(), applied: null, hidden: null, note: 'Ask Jana' },
    });
    const search = await ask('POST', '/api/saved-searches', {
      token,
      body: { search: `?q=weaver&company=${from}`, frequency: 'never' },
    });
    expect(search.status).toBe(201);
    await merge(from, into);
    expect((await ask('GET', '/api/marks', { token })).body).toMatchObject({
      companies: [{ company: into, companyname: 'Loom' }],
      jobs: [{ job: remaining, note: 'Ask Jana' }],
    });
    expect((await ask('GET', '/api/saved-searches', { token })).body).toMatchObject({
      results: [{ query: `?q=weaver&company=${into}`, companyname: 'Loom' }],
    });
  });

  test('a merge moves open and closed jobs, and the response has their number', async () => {
    const { from, into } = await twoCompanies();
    const open = await createJob(board.db, { company_id: from, title: 'Weaver' });
    const closed = await createJob(board.db, { company_id: from, closed_at: new Date() });
    await createJob(board.db, { company_id: into });
    const { status, body } = await merge(from, into);
    expect([status, body]).toEqual([
      200,
      { company: { id: into, name: 'Loom' }, jobs: 2, duplicates: 0, members: 0 },
    ]);
    const rows = await board.db
      .select({ company: jobs.company_id })
      .from(jobs)
      .where(inArray(jobs.id, [open.id, closed.id]));
    expect(rows).toEqual([{ company: into }, { company: into }]);
    expect((await get(`/api/jobs?company=${into}`)).body.total).toBe(2);
    expect((await get('/api/jobs?q=weaver')).body.results[0].company.name).toBe('Loom');
    expect((await get(`/api/jobs/${open.id}`)).body.company.id).toBe(into);
  });

  test('a merge moves the team, and nobody in it loses rights', async () => {
    const { from, into } = await twoCompanies();
    const owner = await createAccount(board.db, { role: 'companyadmin', company_id: from });
    const both = await createAccount(board.db, { role: 'companyadmin', company_id: from });
    await addMember(both.id, into, 'editor');
    expect((await merge(from, into)).body.members).toBe(1);
    const team = await board.db.select().from(memberships);
    expect(team.map(({ account_id, company_id, role }) => [account_id, company_id, role])).toEqual(
      expect.arrayContaining([
        [owner.id, into, 'owner'],
        [both.id, into, 'owner'],
      ]),
    );
    expect(team).toHaveLength(2);
    const token = await tokenFor(board.db, owner.id);
    const { status } = await ask('POST', '/api/jobs', { token, body: jobBody(into) });
    expect(status).toBe(201);
  });

  test('a merge moves drafts, invitations and claims, except a second claim of the same person', async () => {
    const { from, into } = await twoCompanies();
    const draft = await createDraft(board.db, { company_id: from });
    const claimant = await createAccount(board.db);
    const twice = await createAccount(board.db);
    await board.db.insert(company_claims).values([
      { id: crypto.randomUUID(), account_id: claimant.id, company_id: from },
      { id: crypto.randomUUID(), account_id: twice.id, company_id: from },
      { id: crypto.randomUUID(), account_id: twice.id, company_id: into },
    ]);
    const invitation = {
      email: 'eve@loom.example',
      role: 'editor',
      expires_at: new Date(),
    } as const;
    await board.db.insert(invitations).values([
      { ...invitation, company_id: from, token_digest: 'a' },
      { ...invitation, company_id: into, token_digest: 'b' },
      { ...invitation, company_id: from, email: 'fay@loom.example', token_digest: 'c' },
    ]);
    expect((await merge(from, into)).status).toBe(200);
    const [moved] = await board.db.select().from(job_drafts).where(eq(job_drafts.id, draft.id));
    expect([moved?.company_id, moved?.body.company.id]).toEqual([into, into]);
    const claims = await board.db.select().from(company_claims);
    expect(claims.map(({ company_id }) => company_id)).toEqual([into, into]);
    const invited = await board.db.select().from(invitations);
    expect(invited.map(({ email, company_id }) => [email, company_id]).sort()).toEqual([
      ['eve@loom.example', into],
      ['fay@loom.example', into],
    ]);
  });

  test.each([
    ['itself', (id: string) => id, 400],
    ['no company', () => crypto.randomUUID(), 400],
    ['a text', () => 'loom', 400],
  ])('into %s is refused', async (_, target, status) => {
    const { id } = await createCompany(board.db);
    expect((await merge(id, target(id))).status).toBe(status);
    expect((await get(`/api/companies/${id}`)).status).toBe(200);
  });

  test('a merge is refused for an unknown company', async () => {
    const { into } = await twoCompanies();
    expect((await merge(crypto.randomUUID(), into)).status).toBe(404);
    expect((await merge('loom', into)).status).toBe(404);
  });
});

describe('after a merge', () => {
  test.each([
    ['/companies/ID', '/companies/INTO'],
    ['/companies/ID?x=1', '/companies/INTO?x=1'],
    ['/api/companies/ID', '/api/companies/INTO'],
    ['/jobs?q=weaver&company=ID', '/jobs?q=weaver&company=INTO'],
    ['/api/jobs?company=ID&company=ID', '/api/jobs?company=INTO&company=INTO'],
    ['/jobs.atom?company=ID', '/jobs.atom?company=INTO'],
    ['/previews/companies/ID.png', '/previews/companies/INTO.png'],
  ])('after a merge, %s redirects to %s', async (former, target) => {
    const { from, into } = await twoCompanies();
    await merge(from, into);
    for (const id of [from, from.toUpperCase()]) {
      const { statusCode, headers } = await board.app.inject(former.replaceAll('ID', id));
      expect([statusCode, headers.location]).toEqual([301, target.replaceAll('INTO', into)]);
      expect(headers['cache-control']).toBe('no-cache');
    }
  });

  test('after a merge, a URL that names another host does not redirect to that host', async () => {
    const { from, into } = await twoCompanies();
    await merge(from, into);
    for (const url of [`//evil.example/?company=${from}`, `/\\evil.example/?company=${from}`]) {
      const { headers } = await board.app.inject({ url });
      expect(headers.location ?? '/').toMatch(/^\/(?![/\\])/);
    }
  });

  test('after further merges, URLs redirect to the last company, and answer 404 once that one is deleted', async () => {
    const { from, into } = await twoCompanies();
    const last = await createCompany(board.db);
    await merge(from, into);
    await merge(into, last.id);
    const { headers } = await board.app.inject(`/companies/${from}`);
    expect(headers.location).toBe(`/companies/${last.id}`);
    await ask('DELETE', `/api/companies/${last.id}`, { token: admin });
    expect((await board.app.inject(`/companies/${from}`)).statusCode).toBe(404);
  });

  test('a form that was opened before a merge saves jobs at the remaining company', async () => {
    const { from, into } = await twoCompanies();
    const owner = await createAccount(board.db, { role: 'companyadmin', company_id: from });
    const token = await tokenFor(board.db, owner.id);
    await merge(from, into);
    const job = await ask('POST', '/api/jobs', { token, body: jobBody(from) });
    expect([job.status, job.body.company.id]).toEqual([201, into]);
    const draft = await ask('POST', '/api/job-drafts', { token, body: jobBody(from) });
    expect([draft.status, draft.body.job.company.id]).toEqual([201, into]);
    const { id } = job.body;
    const edit = { ...jobBody(from, { title: 'Spinner' }), id };
    const edited = await ask('PUT', `/api/jobs/${id}`, { token, body: edit });
    expect([edited.status, edited.body.company.id]).toEqual([200, into]);
  });

  test('the logo of a merged company stays in the storage, because the merge can be undone', async () => {
    const name = 'abc.png';
    await board.db.insert(uploads).values({ name, touched_at: new Date(0) });
    const { id } = await createCompany(board.db, { logo: `/uploads/${name}` });
    const { into } = await twoCompanies();
    await merge(id, into);
    const unused = await board.db.transaction((tx) =>
      lockUnusedUploads(tx, new Date(Date.now() + 1_000), 10),
    );
    expect(unused).toEqual([]);
  });
});

describe('while the table of merged jobs cannot be read', () => {
  beforeEach(async () => {
    await board.db.execute(sql`alter table ${job_merges} rename to job_merges_elsewhere`);
    return async () => {
      await board.db.execute(sql`alter table job_merges_elsewhere rename to ${job_merges}`);
    };
  });

  const missing = '/jobs/01900000-0000-7000-8000-000000000000';

  test('if the table of merged jobs cannot be read, the API answers a request for a missing job without SQL in the problem document', async () => {
    const { status, body } = await get(`/api${missing}`);
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      detail: 'Something went wrong on our side.',
      requestid: expect.any(String),
    });
    expect(status).toBe(500);
  });

  test('if the table of merged jobs cannot be read, the page of a missing job is an error page without SQL', async () => {
    const response = await board.app.inject({ url: missing, headers: { accept: 'text/html' } });
    expect(response.statusCode).toBe(500);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('Something went wrong on our side.');
    expect(response.body).not.toMatch(/job_merges|select/);
  });
});

describe('undoing a merge', () => {
  test('undoing a merge restores the same rows', async () => {
    const { from, into } = await twoCompanies();
    await createAccount(board.db, { role: 'companyadmin', company_id: from });
    const both = await createAccount(board.db, { role: 'companyadmin', company_id: from });
    await addMember(both.id, into, 'editor');
    await createAccount(board.db, { role: 'companyadmin', company_id: into });
    const job = await createJob(board.db, { company_id: from, source: 'ashby', source_id: 'a' });
    await createJob(board.db, { company_id: into, source: 'ashby', source_id: 'a' });
    await createJob(board.db, {
      company_id: into,
      source: 'ashby',
      source_id: 'b',
      closed_at: new Date(),
    });
    await createJob(board.db, { company_id: from, source: 'ashby', source_id: 'b' });
    await createJob(board.db, { company_id: from });
    await createDraft(board.db, { company_id: from });
    const once = await createAccount(board.db);
    const twice = await createAccount(board.db);
    await board.db.insert(company_claims).values([
      { id: crypto.randomUUID(), account_id: once.id, company_id: from },
      { id: crypto.randomUUID(), account_id: twice.id, company_id: from, message: 'I work there.' },
      { id: crypto.randomUUID(), account_id: twice.id, company_id: into },
    ]);
    const invitation = {
      email: 'eve@loom.example',
      role: 'editor',
      expires_at: new Date(),
    } as const;
    await board.db.insert(invitations).values([
      { ...invitation, company_id: from, invited_by: both.id, token_digest: 'a' },
      { ...invitation, company_id: into, token_digest: 'b' },
    ]);
    // An edit of the job that the merge deletes as a duplicate.
    const edit = await createDraft(board.db, { company_id: from, state: 'review' });
    await board.db
      .update(job_drafts)
      .set({ id: job.id, job_id: job.id })
      .where(eq(job_drafts.id, edit.id));
    const before = await rowsOfBoard();
    const { body } = await merge(from, into);
    expect(body).toMatchObject({ jobs: 2, duplicates: 2 });
    const moved = await board.app.inject(`/jobs/${job.id}?x=1`);
    expect(moved.statusCode).toBe(301);
    expect((await board.app.inject(moved.headers.location ?? '')).statusCode).toBe(200);
    expect(await undo()).toMatchObject({ kind: 'company', id: from, name: 'Loom Inc.' });
    expect(await rowsOfBoard()).toEqual(before);
    expect((await board.app.inject(`/jobs/${job.id}`)).statusCode).toBe(200);
    expect((await board.app.inject(`/companies/${from}`)).statusCode).toBe(200);
  });

  test('does not change rows that have changed since', async () => {
    const { from, into } = await twoCompanies();
    const edited = await createJob(board.db, { company_id: from });
    const deleted = await createJob(board.db, { company_id: from });
    const elsewhere = await createJob(board.db, { company_id: from });
    const third = await createCompany(board.db);
    await merge(from, into);
    await board.db.update(jobs).set({ title: 'Spinner' }).where(eq(jobs.id, edited.id));
    await deleteJob(board.db, deleted.id);
    await board.db.update(jobs).set({ company_id: third.id }).where(eq(jobs.id, elsewhere.id));
    const added = await createJob(board.db, { company_id: into });
    await undo();
    const rows = await board.db.select().from(jobs);
    expect(new Map(rows.map(({ id, company_id }) => [id, company_id]))).toEqual(
      new Map([
        [edited.id, from],
        [elsewhere.id, third.id],
        [added.id, into],
      ]),
    );
    expect(rows.find(({ id }) => id === edited.id)?.title).toBe('Spinner');
  });

  test('never removes the last owner of the remaining company', async () => {
    const { from, into } = await twoCompanies();
    const both = await createAccount(board.db, { role: 'companyadmin', company_id: from });
    await addMember(both.id, into, 'editor');
    const owner = await createAccount(board.db, { role: 'companyadmin', company_id: into });
    await merge(from, into);
    await board.db.delete(memberships).where(eq(memberships.account_id, owner.id));
    await undo();
    const team = await board.db.select().from(memberships);
    expect(team.map(({ company_id, role }) => [company_id, role])).toEqual(
      expect.arrayContaining([
        [from, 'owner'],
        [into, 'owner'],
      ]),
    );
  });

  test('undoing an earlier merge or deletion of a company is refused, because its event does not have the current jobs', async () => {
    const { from, into } = await twoCompanies();
    await createJob(board.db, { company_id: from });
    await merge(from, into);
    const first = await mergeEvent();
    await undo();
    await merge(from, (await createCompany(board.db)).id);
    await expect(restoreDeleted(board.db, first)).rejects.toThrow(/Undo that one instead/);
    expect(await undo()).toMatchObject({ id: from, jobs: 1 });
  });

  test('a duplicate job that a merge deleted cannot be restored alone', async () => {
    const { from, into } = await twoCompanies();
    const ids = { source: 'ashby', source_id: 'c' };
    const { id } = await createJob(board.db, { company_id: from, ...ids });
    await createJob(board.db, { company_id: into, ...ids });
    await merge(from, into);
    const [deletion] = await findDeletions(board.db, 'job', [id]);
    await expect(restoreDeleted(board.db, deletion?.id ?? 0)).rejects.toThrow(
      /Undo the merge instead/,
    );
  });

  test('a merge cannot be undone while the company that received the jobs is deleted or merged into a third one', async () => {
    const { from, into } = await twoCompanies();
    await merge(from, into);
    const first = await mergeEvent();
    const { id: last } = await createCompany(board.db);
    await merge(into, last);
    await expect(restoreDeleted(board.db, first)).rejects.toThrow(/Restore that one first/);
    await undo();
    expect(await restoreDeleted(board.db, first)).toMatchObject({ id: from });
    await expect(restoreDeleted(board.db, first)).rejects.toThrow(/exists/);
  });

  test('a merge is also undone by restoring the company that it deleted', async () => {
    const { from, into } = await twoCompanies();
    const job = await createJob(board.db, { company_id: from });
    await merge(from, into);
    const { status } = await ask('POST', `/api/companies/${from}/restore`, { token: admin });
    expect(status).toBe(200);
    const [row] = await board.db.select().from(jobs).where(eq(jobs.id, job.id));
    expect(row?.company_id).toBe(from);
    expect(await board.db.$count(company_merges)).toBe(0);
  });
});

describe('imports of both companies', () => {
  // The audit trail still has the companies of earlier tests, so each test uses new feeds.
  let number = 0;
  beforeEach(() => {
    number += 1;
  });
  const importFeed = (name: string, ids: string[]) =>
    importJobs(
      ids.map((id) =>
        posting({
          id: `${number}-${id}`,
          title: `Job ${id}`,
          jobUrl: `https://jobs.example/${name}${number}/${id}`,
        }),
      ),
      `${name}.json`,
    );
  const openJobs = async () => {
    const rows = await board.db.select().from(jobs);
    const open = rows.filter(({ closed_at }) => closed_at === null);
    return open
      .map(({ company_id, source_id }) => `${company_id} ${source_id?.replace(/^.*-/, '')}`)
      .sort();
  };

  async function importedCompanies() {
    await importFeed('One', ['1', '2', '3']);
    await importFeed('Two', ['4', '5', '6']);
    const rows = await board.db.select().from(companies);
    const find = (name: string) => rows.find((row) => row.name === name)?.id ?? '';
    return { from: find('Two'), into: find('One') };
  }

  test('imports of both companies close only the jobs of their own feed, and add new jobs to the remaining company', async () => {
    const { from, into } = await importedCompanies();
    await merge(from, into);
    await importFeed('One', ['1', '2']);
    await importFeed('Two', ['4', '5', '7']);
    expect(await openJobs()).toEqual(['1', '2', '4', '5', '7'].map((id) => `${into} ${id}`));
    expect(await board.db.$count(companies)).toBe(1);
    await undo();
    expect(await openJobs()).toEqual(
      [
        ...['1', '2'].map((id) => `${into} ${id}`),
        ...['4', '5', '7'].map((id) => `${from} ${id}`),
      ].sort(),
    );
    await importFeed('Two', ['4', '5']);
    await importFeed('One', ['1', '2']);
    expect(await openJobs()).toEqual(
      [
        ...['1', '2'].map((id) => `${into} ${id}`),
        ...['4', '5'].map((id) => `${from} ${id}`),
      ].sort(),
    );
  });

  test('take over jobs that the other feed no longer lists, and close them once neither feed lists them', async () => {
    const { from, into } = await importedCompanies();
    await merge(from, into);
    await importFeed('One', ['1', '2', '3', '4']);
    await importFeed('One', ['1', '2', '3']);
    expect(await openJobs()).toEqual(['1', '2', '3', '5', '6'].map((id) => `${into} ${id}`));
    // A job that the other feed lists again belongs to that feed from then on.
    await importFeed('Two', ['4', '5', '6']);
    await importFeed('One', ['1', '2', '3']);
    expect(await openJobs()).toEqual(['1', '2', '3', '4', '5', '6'].map((id) => `${into} ${id}`));
  });

  test('imports after a merge do not add a job again that a person deleted before the merge', async () => {
    const { from, into } = await importedCompanies();
    const [gone] = await board.db
      .select()
      .from(jobs)
      .where(eq(jobs.source_id, `${number}-5`));
    await deleteJob(board.db, gone?.id ?? '', 'auth0|ada');
    await merge(from, into);
    const outcome = await importFeed('Two', ['4', '5', '6']);
    expect(outcome).toMatchObject({ counts: { added: 0 } });
    expect(await board.db.$count(jobs, eq(jobs.source_id, `${number}-5`))).toBe(0);
  });
});

test('the copies of rows that a merge has deleted are stored for some months', async () => {
  const { from, into } = await twoCompanies();
  await merge(from, into);
  const leftover = { merge_id: from, kind: 'claim', content: {} } as const;
  const age = (days: number) => sql`now() - make_interval(days => ${days})`;
  await board.db.insert(merge_leftovers).values([
    { ...leftover, created_at: age(LEFTOVER_DAYS + 1) },
    { ...leftover, created_at: age(LEFTOVER_DAYS - 1) },
  ]);
  await deleteOldLeftovers(board.db);
  expect(await board.db.$count(merge_leftovers)).toBe(1);
});

test('the event of a merge names the person who made it and the company that remains', async () => {
  const { from, into } = await twoCompanies();
  const since = await newestEvent(board.db);
  await merge(from, into);
  const rows = await board.db
    .select()
    .from(audit_events)
    .where(sql`id > ${since} and kind = 'merge'`);
  expect(rows).toEqual([
    expect.objectContaining({ action: 'create', thing_id: from, before: null }),
  ]);
  expect(rows[0]?.after).toMatchObject({ into_id: into });
});
