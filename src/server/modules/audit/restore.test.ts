import { eq, not, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts, companies, jobs, uploads } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { setRole, updateAccount } from '../accounts/commands.ts';
import { posting, setUpImports } from '../sources/testing/ashby-files.ts';
import { NotRestoredError, restoreDeleted } from './restore.ts';
import { deleteCompany, deleteJob, eventsSince, newestEvent, rowsOf } from './testing/trail.ts';

const { board, importJobs } = setUpImports();
const ADA = 'auth0|ada';

beforeEach(async () => {
  await board.db.delete(uploads);
});

type Table = Parameters<typeof rowsOf>[1];

/** Returns the rows of a table without their versions, and the versions as a separate list. */
async function versioned(table: Table) {
  const rows = await rowsOf(board.db, table);
  return {
    versions: rows.map(({ version }) => version),
    rows: rows.map(({ version, ...row }) => row),
  };
}

const count = (table: Table) => board.db.$count(table);

/** Expects that the restore is refused with this message and changes nothing. */
async function expectRefusal(eventId: number, message: string) {
  const newest = await newestEvent(board.db);
  const refusal: unknown = await restoreDeleted(board.db, eventId).catch((error) => error);
  expect(refusal).toBeInstanceOf(NotRestoredError);
  expect(refusal).toMatchObject({ message });
  expect(await newestEvent(board.db)).toBe(newest);
}

/** A job whose columns all differ from their defaults. */
const FULL_JOB = {
  title: 'Näher — „Maker“ \\ \u{1F9F5}',
  description: '# Looms\n\nYou will **build** them.',
  summary: 'Looms',
  summary_truncated: true,
  pay_minimum: 0.1,
  pay_maximum: 123_456.789_012_345,
  pay_currency: 'EUR',
  pay_unit: 'year',
  date: new Date('2019-02-03T04:05:06.789Z'),
  closed_at: new Date('2026-01-02T03:04:05.678Z'),
  source: 'ashby',
  source_id: 'one',
  version: 7,
  updated_at: new Date('2026-01-02T03:04:05.679Z'),
} satisfies Parameters<typeof createJob>[1];

describe('a job', () => {
  test('a deleted job is restored as it was, with the next version', async () => {
    const { id } = await createJob(board.db, FULL_JOB);
    await createJob(board.db);
    const before = await versioned(jobs);
    const event = await deleteJob(board.db, id, ADA);
    expect(await count(jobs)).toBe(1);

    expect(await restoreDeleted(board.db, event)).toEqual({
      kind: 'job',
      id,
      name: FULL_JOB.title,
      jobs: 0,
      drafts: 0,
      sources: 0,
      admins: 0,
      left: { jobs: [], admins: [] },
    });
    const after = await versioned(jobs);
    expect(after.rows).toEqual(before.rows);
    expect([before.versions, after.versions]).toEqual([
      [7, 1],
      [8, 1],
    ]);
    expect(await eventsSince(board.db, event)).toMatchObject([
      { actor: 'npm run audit', kind: 'job', action: 'create', thing_id: id },
    ]);
  });

  test('a restored job gets a version above all its earlier versions, whichever of its deletions is undone', async () => {
    const { id } = await createJob(board.db);
    const first = await deleteJob(board.db, id);
    await restoreDeleted(board.db, first);
    for (const title of ['Weaver', 'Spinner']) {
      await board.db.update(jobs).set({ title }).where(eq(jobs.id, id));
    }
    await deleteJob(board.db, id);
    await restoreDeleted(board.db, first);
    // The job is created with version 1, restored with 2, changed to 3 and 4, and restored with 5.
    expect(await rowsOf(board.db, jobs)).toMatchObject([{ title: 'Maker', version: 5 }]);
  });

  test('is not restored before its deleted company; the message names the event of the company', async () => {
    const { id, company_id } = await createJob(board.db);
    const event = await deleteJob(board.db, id);
    const companyEvent = await deleteCompany(board.db, company_id);
    await expectRefusal(
      event,
      `The company of job ${id} was deleted by event ${companyEvent}. Restore the company first.`,
    );
    // The job was deleted before its company, so restoring the company does not restore the job.
    expect(await restoreDeleted(board.db, companyEvent)).toMatchObject({ jobs: 0 });
    await restoreDeleted(board.db, event);
    expect(await rowsOf(board.db, jobs)).toMatchObject([{ id, company_id }]);
  });

  test('restoring a job that exists changes nothing', async () => {
    const { id } = await createJob(board.db);
    const event = await deleteJob(board.db, id);
    await restoreDeleted(board.db, event);
    await board.db.update(jobs).set({ title: 'Weaver' });
    await expectRefusal(event, `The job ${id} exists.`);
    expect(await rowsOf(board.db, jobs)).toMatchObject([{ title: 'Weaver' }]);
  });

  test('is not restored if an import has added it again', async () => {
    await importJobs([posting()]);
    const [deleted] = await rowsOf(board.db, jobs);
    // Delete the job without an actor, because an import does not re-add a job that a person has deleted.
    const event = await deleteJob(board.db, String(deleted?.id), '');
    await importJobs([posting()]);
    const [imported] = await rowsOf(board.db, jobs);
    await expectRefusal(
      event,
      `An import has created the job ${deleted?.id} again as ${imported?.id}. Delete that one first.`,
    );
    await deleteJob(board.db, String(imported?.id));
    await restoreDeleted(board.db, event);
    expect(await rowsOf(board.db, jobs)).toMatchObject([{ id: deleted?.id }]);
  });

  test('is restored only once by two concurrent requests', async () => {
    const { id } = await createJob(board.db);
    const event = await deleteJob(board.db, id);
    const outcomes = await Promise.allSettled([1, 2].map(() => restoreDeleted(board.db, event)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toEqual(
      new NotRestoredError(`The job ${id} exists.`),
    );
  });

  test('that an earlier version of the board deleted gets the defaults of new columns and loses dropped columns', async () => {
    const { id } = await createJob(board.db, FULL_JOB);
    const [before] = await rowsOf(board.db, jobs);
    await board.db.execute(sql`alter table jobs drop column summary_truncated`);
    await board.db.execute(sql`alter table jobs add column mood text not null default 'good'`);
    const event = await deleteJob(board.db, id);
    await board.db.execute(sql`alter table jobs drop column mood`);
    await board.db.execute(
      sql`alter table jobs add column summary_truncated boolean not null default false`,
    );
    await restoreDeleted(board.db, event);
    expect(await rowsOf(board.db, jobs)).toEqual([
      { ...before, version: 8, summary_truncated: false },
    ]);
  });
});

describe('a company', () => {
  test('is restored with its jobs and its admins as they were', async () => {
    const company = await createCompany(board.db, {
      name: 'Loom Labs',
      summary: 'We make',
      summary_truncated: true,
      logo: '/demo-logos/loom.svg',
      source: 'ashby',
      source_id: 'loom',
      version: 3,
      created_at: new Date('2020-02-03T04:05:06.789Z'),
      updated_at: new Date('2021-02-03T04:05:06.789Z'),
    });
    const company_id = company.id;
    await createJob(board.db, { ...FULL_JOB, company_id });
    await createJob(board.db, { company_id });
    await createJob(board.db);
    const admin = { role: 'companyadmin', company_id } as const;
    await createAccount(board.db, { ...admin, id: 'auth0|bo' });
    await createAccount(board.db, { ...admin, id: 'auth0|cy' });
    await createAccount(board.db, { id: 'auth0|other', role: 'companyadmin' });
    await createAccount(board.db, { id: 'auth0|user' });
    const before = [await versioned(companies), await versioned(jobs)];
    const people = await rowsOf(board.db, accounts);

    const event = await deleteCompany(board.db, company_id, ADA);
    expect([await count(companies), await count(jobs)]).toEqual([2, 1]);
    expect(await restoreDeleted(board.db, event)).toEqual({
      kind: 'company',
      id: company_id,
      name: 'Loom Labs',
      jobs: 2,
      drafts: 0,
      sources: 0,
      admins: 2,
      left: { jobs: [], admins: [] },
    });

    const after = [await versioned(companies), await versioned(jobs)];
    expect(after.map(({ rows }) => rows)).toEqual(before.map(({ rows }) => rows));
    expect(after.map(({ versions }) => versions)).toEqual([
      [4, 1, 1],
      [8, 2, 1],
    ]);
    // Losing the role and getting it back sets a new `updated_at`.
    const unmoved = (rows: typeof people) => rows.map(({ updated_at, ...row }) => row);
    expect(unmoved(await rowsOf(board.db, accounts))).toEqual(unmoved(people));
    const recorded = await eventsSince(board.db, event);
    expect(recorded.map(({ actor, action, kind }) => `${actor}: ${action} ${kind}`).sort()).toEqual(
      [
        'npm run audit: create company',
        'npm run audit: create job',
        'npm run audit: create job',
        'npm run audit: create membership',
        'npm run audit: create membership',
        'npm run audit: update account',
        'npm run audit: update account',
      ],
    );
  });

  test('is restored with hundreds of jobs', async () => {
    const { id } = await createCompany(board.db);
    await board.db.execute(sql`
      insert into jobs (id, company_id, title, type, location, description, date)
      select gen_random_uuid(), ${id}, 'Maker ' || n, 'Full-Time', 'Lisbon', repeat('Looms. ', 500),
        now() - n * interval '1 hour'
      from generate_series(1, 700) n
    `);
    const before = await versioned(jobs);
    const event = await deleteCompany(board.db, id);
    expect(await count(jobs)).toBe(0);
    expect(await restoreDeleted(board.db, event)).toMatchObject({ jobs: 700 });
    const after = await versioned(jobs);
    expect(after.rows).toHaveLength(700);
    expect(after.rows).toEqual(before.rows);
    expect(new Set(after.versions)).toEqual(new Set([2]));
  });

  test('is restored without jobs that were deleted before it, and without jobs of other companies', async () => {
    const { id } = await createCompany(board.db);
    const other = await createJob(board.db, { company_id: id });
    const earlier = await createJob(board.db, { company_id: id });
    await createJob(board.db);
    await deleteJob(board.db, earlier.id);
    const event = await withActor(board.db, ADA, async (tx) => {
      await tx.delete(jobs);
      await tx.delete(companies).where(eq(companies.id, id));
      return newestEvent(tx);
    });
    expect(await restoreDeleted(board.db, event)).toMatchObject({ jobs: 1 });
    expect(await rowsOf(board.db, jobs)).toMatchObject([{ id: other.id }]);
  });

  test('is restored with the latest state of a job that was deleted twice', async () => {
    const job = await createJob(board.db);
    const event = await withActor(board.db, ADA, async (tx) => {
      await tx.delete(jobs);
      await createJob(tx, { ...job, title: 'Weaver' });
      await tx.delete(jobs);
      await tx.delete(companies);
      return newestEvent(tx);
    });
    expect(await restoreDeleted(board.db, event)).toMatchObject({ jobs: 1, left: { jobs: [] } });
    expect(await rowsOf(board.db, jobs)).toMatchObject([{ id: job.id, title: 'Weaver' }]);
  });

  test('is restored without a deleted job that exists again', async () => {
    const { id } = await createCompany(board.db);
    const moved = await createJob(board.db, { company_id: id });
    const gone = await createJob(board.db, { company_id: id });
    const event = await deleteCompany(board.db, id);
    const elsewhere = await createJob(board.db, { id: moved.id, title: 'Weaver' });
    expect(await restoreDeleted(board.db, event)).toMatchObject({
      jobs: 1,
      left: { jobs: [moved.id] },
    });
    expect(await rowsOf(board.db, jobs)).toMatchObject([
      { id: moved.id, company_id: elsewhere.company_id, title: 'Weaver', version: 1 },
      { id: gone.id, company_id: id },
    ]);
  });

  test('is restored without people whose role has changed since the deletion', async () => {
    const { id: company } = await createCompany(board.db);
    for (const name of ['moved', 'promoted', 'demoted', 'deleted', 'renamed', 'dismissed']) {
      await createAccount(board.db, {
        id: `auth0|${name}`,
        role: 'companyadmin',
        company_id: company,
      });
    }
    const give = (id: string, standing: Parameters<typeof setRole>[3]) =>
      setRole(board.db, ACTORS.account, id, standing);
    // This person is no longer an admin when the company is deleted.
    await give('auth0|dismissed', { role: 'user' });
    const event = await deleteCompany(board.db, company);
    const other = await createCompany(board.db);
    await give('auth0|moved', { role: 'companyadmin', company: other.id });
    await give('auth0|promoted', { role: 'siteadmin' });
    await give('auth0|demoted', { role: 'siteadmin' });
    await give('auth0|demoted', { role: 'user' });
    await board.db.delete(accounts).where(eq(accounts.id, 'auth0|deleted'));
    // A change of the profile does not count as a change of the role.
    await updateAccount(board.db, 'auth0|renamed', 'auth0|renamed', {
      name: 'New',
      email: '',
      bio: '',
    });

    const { admins, left } = await restoreDeleted(board.db, event);
    expect(admins).toBe(1);
    // The result names a deleted account by its actor key, because the id was deleted with it.
    expect(left.admins.sort()).toEqual([expect.stringMatching(/^actor-/), 'auth0|demoted']);
    expect(await rowsOf(board.db, accounts)).toMatchObject([
      { id: 'auth0|demoted', role: 'user', company_id: null },
      { id: 'auth0|dismissed', role: 'user', company_id: null },
      { id: 'auth0|moved', role: 'companyadmin', company_id: other.id },
      { id: 'auth0|promoted', role: 'siteadmin', company_id: null },
      { id: 'auth0|renamed', role: 'companyadmin', company_id: company, name: 'New' },
    ]);
    // People who have a different role by now are members of the company again.
    const members = await board.db
      .select({ id: memberships.account_id })
      .from(memberships)
      .where(eq(memberships.company_id, company))
      .orderBy(memberships.account_id);
    expect(members.map(({ id }) => id)).toEqual(
      ['moved', 'promoted', 'renamed'].map((name) => `auth0|${name}`),
    );
  });

  test('a restored company gets its uploaded logo back if the logo still exists; the logo then stays as long as a new upload', async () => {
    const before = new Date('2020-01-01');
    await board.db.insert(uploads).values([
      { name: 'loom.webp', touched_at: before },
      { name: 'other.webp', touched_at: before },
    ]);
    const { id } = await createCompany(board.db, { logo: '/uploads/loom.webp' });
    const event = await deleteCompany(board.db, id);
    const start = Date.now();
    expect((await restoreDeleted(board.db, event)).left).toEqual({ jobs: [], admins: [] });
    expect(await rowsOf(board.db, companies)).toMatchObject([{ logo: '/uploads/loom.webp' }]);
    const rows = await board.db.select().from(uploads).orderBy(uploads.name);
    expect(rows[0]?.touched_at.getTime()).toBeGreaterThanOrEqual(start);
    expect(rows[1]?.touched_at).toEqual(before);
  });

  test('is restored without an uploaded logo that was removed', async () => {
    const { id } = await createCompany(board.db, { logo: '/uploads/loom.webp' });
    const event = await deleteCompany(board.db, id);
    expect((await restoreDeleted(board.db, event)).left.logo).toBe('/uploads/loom.webp');
    expect(await rowsOf(board.db, companies)).toMatchObject([{ id, logo: '' }]);
  });

  test('restoring a company that exists changes nothing', async () => {
    const { id } = await createCompany(board.db);
    const event = await deleteCompany(board.db, id);
    await restoreDeleted(board.db, event);
    await expectRefusal(event, `The company ${id} exists.`);
  });

  test('and its jobs are not restored if an import has added the company again', async () => {
    await importJobs([posting()]);
    const [deleted] = await rowsOf(board.db, companies);
    const id = String(deleted?.id);
    await board.db.insert(uploads).values({ name: 'loom.webp', touched_at: new Date(0) });
    await board.db.update(companies).set({ logo: '/uploads/loom.webp' });
    const event = await deleteCompany(board.db, id, '');
    await importJobs([posting()]);
    const [imported] = await rowsOf(board.db, companies, not(eq(sql`id`, id)));
    await expectRefusal(
      event,
      `An import has created the company ${id} again as ${imported?.id}. Delete that one first.`,
    );
    expect(await board.db.select().from(uploads)).toMatchObject([{ touched_at: new Date(0) }]);
    await deleteCompany(board.db, String(imported?.id));
    expect(await restoreDeleted(board.db, event)).toMatchObject({ jobs: 1 });
  });

  test('is restored entirely or not at all', async () => {
    const { company_id } = await createJob(board.db);
    const event = await deleteCompany(board.db, company_id);
    await board.db.execute(
      sql`alter table jobs add constraint no_makers check (title <> 'Maker') not valid`,
    );
    try {
      await expect(restoreDeleted(board.db, event)).rejects.toMatchObject({
        cause: { constraint: 'no_makers' },
      });
    } finally {
      await board.db.execute(sql`alter table jobs drop constraint no_makers`);
    }
    expect(await count(companies)).toBe(0);
  });
});

describe('a restore', () => {
  test('is refused if the event does not exist', async () => {
    const event = (await newestEvent(board.db)) + 1_000_000;
    await expectRefusal(event, `There is no event ${event}.`);
  });

  test.each([
    ['that created', () => createCompany(board.db)],
    [
      'that changed',
      async () => {
        await createJob(board.db);
        await board.db.update(jobs).set({ title: 'Weaver' });
      },
    ],
    [
      'of an account',
      async () => {
        await createAccount(board.db, { role: 'siteadmin' });
        await board.db.delete(accounts);
      },
    ],
  ])('is refused for an event %s', async (_, happen) => {
    await happen();
    const event = await newestEvent(board.db);
    await expectRefusal(
      event,
      `Event ${event} neither deletes a job or a company nor merges companies, so it cannot be undone.`,
    );
  });
});
