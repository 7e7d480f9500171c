import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { causeOf } from '#server/db/database-errors.ts';
import { actors } from '#server/db/personal-tables.ts';
import { accounts, audit_events, companies, jobs } from '#server/db/schema.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { addDemoPeople } from '#server/demo-data/add-demo-people.ts';
import { DEMO_COMPANIES } from '#server/demo-data/demo-companies.data.ts';
import { fillEmptyBoard } from '#server/demo-data/fill-empty-board.ts';
import * as factories from '#tests/support/factories.ts';
import { createAccount, setRole, updateAccount } from '../accounts/commands.ts';
import { posting, setUpImports } from '../sources/testing/ashby-files.ts';
import { eventsSince, newestEvent, rowsOf } from './testing/trail.ts';

const { board, importJobs } = setUpImports();
const ADA = 'auth0|ada';

let beginning: number;
beforeEach(async () => {
  await factories.createAccount(board.db, { id: ADA });
  beginning = await newestEvent(board.db);
});
const events = () => eventsSince(board.db, beginning);
const keyOf = async (id: string) =>
  (await board.db.select().from(actors).where(eq(actors.account_id, id)))[0]?.key;
/** Makes `events` return only events that are written after this call. */
async function forget() {
  beginning = await newestEvent(board.db);
}

describe('the audit trail of jobs and companies', () => {
  test('has an event for each creation, change and deletion of a job, with the row before and after', async () => {
    const company = await factories.createCompany(board.db);
    await forget();
    const { id } = await withActor(board.db, ADA, (tx) =>
      factories.createJob(tx, { company_id: company.id, title: 'Maker' }),
    );
    const [made] = await rowsOf(board.db, jobs);
    await withActor(board.db, ADA, (tx) =>
      tx.update(jobs).set({ title: 'Weaver' }).where(eq(jobs.id, id)),
    );
    const [changed] = await rowsOf(board.db, jobs);
    await withActor(board.db, ADA, (tx) => tx.delete(jobs).where(eq(jobs.id, id)));

    expect(made).toMatchObject({ id, title: 'Maker', version: 1, company_id: company.id });
    expect(changed).toEqual({ ...made, title: 'Weaver', version: 2 });
    const own = { actor: ADA, kind: 'job', thing_id: id };
    expect(await events()).toMatchObject([
      { ...own, action: 'create', before: null, after: made },
      { ...own, action: 'update', before: made, after: changed },
      { ...own, action: 'delete', before: changed, after: null },
    ]);
  });

  test('has an event for each creation, change and deletion of a company, with the row before and after', async () => {
    const { id } = await withActor(board.db, ADA, (tx) => factories.createCompany(tx));
    const [made] = await rowsOf(board.db, companies);
    await withActor(board.db, ADA, (tx) =>
      tx.update(companies).set({ name: 'Loom Labs' }).where(eq(companies.id, id)),
    );
    const [changed] = await rowsOf(board.db, companies);
    await withActor(board.db, ADA, (tx) => tx.delete(companies).where(eq(companies.id, id)));

    expect(changed).toEqual({ ...made, name: 'Loom Labs', version: 2 });
    const own = { actor: ADA, kind: 'company', thing_id: id };
    expect(await events()).toMatchObject([
      { ...own, action: 'create', before: null, after: made },
      { ...own, action: 'update', before: made, after: changed },
      { ...own, action: 'delete', before: changed, after: null },
    ]);
  });

  test('has one time for all events of a transaction, and a different time for each transaction', async () => {
    const job = await withActor(board.db, ADA, (tx) => factories.createJob(tx));
    await withActor(board.db, ADA, (tx) => tx.delete(jobs).where(eq(jobs.id, job.id)));
    const { rows } = await board.db.execute<{ events: string }>(
      sql`select count(*) as events from audit_events where id > ${beginning} group by at order by at`,
    );
    // The first transaction creates the company and the job. The second deletes the job.
    expect(rows).toEqual([{ events: '2' }, { events: '1' }]);
  });

  test('names an actor only for changes in the transaction that sets the actor', async () => {
    const { id } = await withActor(board.db, ADA, (tx) => factories.createCompany(tx));
    // This update runs outside a transaction, but on the same connection of the pool.
    await board.db.update(companies).set({ name: 'Loom Labs' }).where(eq(companies.id, id));
    expect((await events()).map(({ actor }) => actor)).toEqual([ADA, '']);
  });

  test('has no event for a transaction that was rolled back', async () => {
    const failing = withActor(board.db, ADA, async (tx) => {
      await factories.createJob(tx);
      expect(await tx.$count(audit_events, sql`id > ${beginning}`)).toBe(2);
      throw new Error('after all not');
    });
    await expect(failing).rejects.toThrow('after all not');
    expect(await events()).toEqual([]);
  });
});

describe('the audit trail of roles', () => {
  test('the audit trail names the person who assigned a role', async () => {
    const company = await factories.createCompany(board.db);
    await factories.createAccount(board.db, { id: 'auth0|bo' });
    await forget();
    const { account } = ACTORS;
    await setRole(board.db, account, 'auth0|bo', { role: 'companyadmin', company: company.id });
    await setRole(board.db, ADA, 'auth0|bo', { role: 'user' });
    const asUser = { role: 'user', company_id: null };
    const asAdmin = { role: 'companyadmin', company_id: company.id };
    const own = { kind: 'account', action: 'update', thing_id: 'auth0|bo' };
    const ofAccount = (await events()).filter(({ kind }) => kind === 'account');
    expect(ofAccount).toMatchObject([
      { ...own, actor: 'npm run account', before: asUser, after: asAdmin },
      { ...own, actor: ADA, before: asAdmin, after: asUser },
    ]);
  });

  test('there is no event if a role is assigned to an unknown account, or does not change', async () => {
    await factories.createAccount(board.db, { id: 'auth0|bo' });
    expect(await setRole(board.db, ADA, 'auth0|nobody', { role: 'siteadmin' })).toBe(false);
    expect(await setRole(board.db, ADA, 'auth0|bo', { role: 'user' })).toBe(true);
    expect(await events()).toEqual([]);
  });

  test('there is an event if an account is created or deleted with a role', async () => {
    await factories.createAccount(board.db, { id: 'auth0|bo', role: 'siteadmin' });
    const key = await keyOf('auth0|bo');
    await board.db.delete(accounts);
    const standing = { role: 'siteadmin', company_id: null };
    expect(await events()).toMatchObject([
      { action: 'create', thing_id: key, before: null, after: standing },
      { action: 'delete', thing_id: key, before: standing, after: null },
    ]);
  });

  test('there is no event if only the profile of an account changes', async () => {
    const profile = { name: 'Ms Secret', email: 'secret@example.com', bio: 'A secret.' };
    await createAccount(board.db, 'auth0|bo', { ...profile, id: 'auth0|bo' });
    await updateAccount(board.db, 'auth0|bo', 'auth0|bo', { ...profile, bio: 'Another secret.' });
    expect(await events()).toEqual([]);
    await setRole(board.db, ADA, 'auth0|bo', { role: 'siteadmin' });
    await board.db.delete(accounts);
    expect(await events()).toHaveLength(2);
    expect(JSON.stringify(await events())).not.toMatch(/secret/i);
  });

  test('assigning a role writes its event without a deadlock: setRole locks the company before the account', async () => {
    const company = await factories.createCompany(board.db);
    await factories.createAccount(board.db, { id: 'auth0|bo' });
    let given: Promise<boolean> | undefined;
    await board.db.transaction(async (tx) => {
      await tx.select().from(companies).where(eq(companies.id, company.id)).for('update');
      given = setRole(board.db, ADA, 'auth0|bo', { role: 'companyadmin', company: company.id });
      await expect.poll(waitingForALock).toBe(1);
      // If `setRole` had already locked the account, this update would deadlock.
      await tx.update(accounts).set({ bio: 'Changed.' }).where(eq(accounts.id, 'auth0|bo'));
    });
    expect(await given).toBe(true);
    expect(await rowsOf(board.db, accounts, sql`id = 'auth0|bo'`)).toMatchObject([
      { role: 'companyadmin', bio: 'Changed.' },
    ]);
  });

  async function waitingForALock() {
    const { rows } = await board.db.execute(sql`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `);
    return rows.length;
  }
});

describe('people', () => {
  test('people have a random actor key, which new events name instead of the account', async () => {
    const [one, two] = [await keyOf(ADA), await factories.createAccount(board.db)];
    expect(one).toMatch(/^actor-[\da-f-]{36}$/);
    expect(await keyOf(two.id)).not.toBe(one);
    await withActor(board.db, ADA, (tx) => factories.createCompany(tx));
    const company = await factories.createCompany(board.db);
    await setRole(board.db, ADA, two.id, { role: 'companyadmin', company: company.id });
    const { rows } = await board.db.execute<{ text: string }>(
      sql`select audit_events::text as text from audit_events where id > ${beginning}`,
    );
    const text = rows.map((row) => row.text).join('\n');
    expect(text).toContain(one);
    expect(text).toContain(await keyOf(two.id));
    expect(text).not.toContain(ADA);
    expect(text).not.toContain(two.id);
  });

  test('have no actor key once their account is deleted, and no event adds one', async () => {
    await board.db.update(accounts).set({ role: 'siteadmin' }).where(eq(accounts.id, ADA));
    const key = await keyOf(ADA);
    await withActor(board.db, ADA, (tx) => tx.delete(accounts).where(eq(accounts.id, ADA)));
    expect((await events()).at(-1)).toMatchObject({ actor: key, action: 'delete', thing_id: key });
    expect(await keyOf(ADA)).toBeUndefined();
    await withActor(board.db, ADA, (tx) => factories.createCompany(tx));
    expect((await events()).at(-1)?.actor).toMatch(/^actor-/);
    expect((await events()).at(-1)?.actor).not.toBe(key);
    expect(await keyOf(ADA)).toBeUndefined();
  });

  test('events name people by their actor keys, but commands of the board by their names', async () => {
    for (const actor of ['', ...Object.values(ACTORS)]) {
      await withActor(board.db, actor, (tx) => factories.createCompany(tx));
      expect((await events()).at(-1)?.actor).toBe(actor);
    }
  });
});

describe('changes that no person makes', () => {
  test('an event is recorded for each job that an import changes', async () => {
    const [one, two] = [posting({ id: 'one' }), posting({ id: 'two' })];
    await importJobs([one, two]);
    const by = { actor: 'npm run import' };
    expect(await events()).toMatchObject([
      { ...by, kind: 'company', action: 'create', after: { name: 'Loom Labs' } },
      { ...by, kind: 'job', action: 'create', after: { source_id: 'one', version: 1 } },
      { ...by, kind: 'job', action: 'create', after: { source_id: 'two', version: 1 } },
    ]);
    await forget();

    await importJobs([one, two]);
    expect(await events()).toEqual([]);

    await importJobs([{ ...one, title: 'Weaver' }]);
    expect(await events()).toMatchObject([
      {
        ...by,
        action: 'update',
        before: { title: 'Loom Builder', version: 1 },
        after: { title: 'Weaver', version: 2, source_id: 'one' },
      },
      {
        ...by,
        action: 'update',
        before: { closed_at: null },
        after: { closed_at: expect.any(String), source_id: 'two' },
      },
    ]);
  });

  test('filling an empty board with demo data and people is recorded only once', async () => {
    await fillEmptyBoard(board.db);
    await addDemoPeople(board.db, { verified: true });
    await fillEmptyBoard(board.db);
    await addDemoPeople(board.db, { verified: true });
    const recorded = await events();
    expect(new Set(recorded.map(({ actor, action }) => `${actor}: ${action}`))).toEqual(
      new Set(['demo data: create']),
    );
    const ofKind = (kind: string) => recorded.filter((event) => event.kind === kind);
    expect(ofKind('company')).toHaveLength(DEMO_COMPANIES.length);
    expect(ofKind('job')).toHaveLength(DEMO_COMPANIES.flatMap((company) => company.jobs).length);
    // There is no event for the role of an ordinary user.
    expect(ofKind('account').map(({ after }) => after?.role)).toEqual([
      'companyadmin',
      'siteadmin',
    ]);
  });
});

test.each([
  ['changed', sql`update audit_events set actor = 'nobody'`, 'append-only'],
  ['changed in no row', sql`update audit_events set actor = '' where false`, 'append-only'],
  ['shortened', sql`delete from audit_events`, 'append-only'],
  ['emptied', sql`truncate audit_events`, 'append-only'],
  ['passed by, by emptying the jobs', sql`truncate jobs cascade`, 'jobs is not truncated'],
  ['passed by, by emptying the companies', sql`truncate companies cascade`, 'is not truncated'],
  ['passed by, by emptying the accounts', sql`truncate accounts cascade`, 'is not truncated'],
])('the audit trail cannot be %s', async (_, statement, reason) => {
  await factories.createJob(board.db);
  const written = await events();
  const refusal: unknown = await board.db.execute(statement).catch(causeOf);
  expect(refusal).toMatchObject({ message: expect.stringContaining(reason) });
  expect(await events()).toEqual(written);
  expect(written).toHaveLength(2);
});
