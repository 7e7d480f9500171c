import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actors } from '#server/db/personal-tables.ts';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { setRole } from '#server/modules/accounts/commands.ts';
import {
  deleteCompany,
  deleteJob,
  eventsSince,
  newestEvent,
  rowsOf,
} from '#server/modules/audit/testing/trail.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { freePort, run } from '#tests/support/process.ts';
import { runInProcess } from '#tests/support/run-command.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
let beginning: number;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(accounts);
  await database.db.delete(jobs);
  await database.db.delete(companies);
  await createAccount(database.db, { id: ADA });
  beginning = await newestEvent(database.db);
});

async function audit(...parameters: string[]) {
  const settings = { DATABASE_URL: database.url };
  const { exitCode, output } = await runInProcess('audit', settings, parameters);
  return { exitCode, lines: output.trimEnd().split('\n') };
}

/** Splits a line into its columns, which are separated by two or more spaces. Empty columns are lost. */
const cells = (line = '') => line.split(/ {2,}/);

const ADA = 'auth0|ada';
const NIL_ID = '00000000-0000-0000-0000-000000000000';

describe('list', () => {
  test('prints the newest event first: who changed what when, and which fields changed', async () => {
    const { db } = database;
    const job = await withActor(db, ADA, (tx) => createJob(tx));
    const company = job.company_id;
    await withActor(db, ADA, (tx) =>
      tx
        .update(jobs)
        .set({ title: 'Weaver', description: 'New.', summary: 'New.', updated_at: new Date() })
        .where(eq(jobs.id, job.id)),
    );
    await createAccount(db, { id: 'auth0|bo' });
    await setRole(db, ADA, 'auth0|bo', { role: 'companyadmin', company });
    await setRole(db, ADA, 'auth0|bo', { role: 'siteadmin' });
    const [bo] = await db.select().from(actors).where(eq(actors.account_id, 'auth0|bo'));
    await db.delete(accounts).where(eq(accounts.id, 'auth0|bo'));
    await deleteCompany(db, company, ADA);
    const written = await eventsSince(db, beginning);

    const { exitCode, lines } = await audit('list');
    expect(exitCode).toBe(0);
    expect(cells(lines[0])).toEqual(['Event', 'When', 'Who', 'What', 'ID', 'Name', 'Changed']);
    const own = lines.slice(1, written.length + 1).map(cells);
    const shortKey = `${bo?.key.slice(0, 39)}…`;
    const membership = own.find(([, , , what]) => what === 'create membership')?.[4];
    expect(own.map(([, , ...rest]) => rest)).toEqual([
      [ADA, 'delete company', company, 'Ada & Sons'],
      [ADA, 'delete job', job.id, 'Weaver'],
      // No account or command deleted this account, so the event has no actor. The account is named by its former key.
      ['delete membership', membership, shortKey, `owner (${company}) →`],
      ['delete account', bo?.key, 'siteadmin →'],
      [ADA, 'update account', bo?.key, `companyadmin (${company}) → siteadmin`],
      [ADA, 'create membership', membership, shortKey, `→ owner (${company})`],
      [ADA, 'update account', bo?.key, `user → companyadmin (${company})`],
      [ADA, 'update job', job.id, 'Weaver', 'description, title'],
      [ADA, 'create job', job.id, 'Maker'],
      [ADA, 'create company', company, 'Ada & Sons'],
    ]);
    expect(own.map(([id, when]) => [id, when])).toEqual(
      written.map(({ id, at }) => [String(id), at.toISOString()]).reverse(),
    );
  });

  test('shows only the events of the given entity', async () => {
    const job = await createJob(database.db);
    await deleteJob(database.db, job.id);
    await createAccount(database.db, { id: 'auth0|Bo', role: 'siteadmin' });
    const actions = async (kind: string, id: string) => {
      const { lines } = await audit('list', '--of', kind, id);
      return lines.slice(1).map((line) => /(create|update|delete) \w+/.exec(line)?.[0]);
    };
    expect(await actions('job', job.id.toUpperCase())).toEqual(['delete job', 'create job']);
    expect(await actions('company', job.company_id)).toEqual(['create company']);
    expect(await actions('account', 'auth0|Bo')).toEqual(['create account']);
  });

  test('filters events by kind, action, actor and day', async () => {
    const { db } = database;
    const job = await withActor(db, ADA, (tx) => createJob(tx));
    await deleteJob(db, job.id, ACTORS.import);
    const listed = async (...parameters: string[]) => {
      const { lines } = await audit('list', ...parameters);
      const rows = lines.slice(1).map(cells);
      return rows.flatMap(([id, , , what]) => (Number(id) > beginning ? [what] : []));
    };
    expect(await listed()).toEqual(['delete job', 'create job', 'create company']);
    expect(await listed('--kind', 'job')).toEqual(['delete job', 'create job']);
    expect(await listed('--kind', 'job', '--action', 'create')).toEqual(['create job']);
    expect(await listed('--by', 'imports')).toEqual(['delete job']);
    expect(await listed('--by', 'people')).toEqual(['create job', 'create company']);
    expect(await listed('--by', 'people', '--before', '1')).toEqual([]);
    expect(await listed('--of', 'job', job.id, '--action', 'delete')).toEqual(['delete job']);
    const today = toPlainDate(new Date());
    expect(await listed('--from', '2000-01-01', '--to', '2000-12-31')).toEqual([]);
    expect(await listed('--kind', 'job', '--from', today)).toEqual(['delete job', 'create job']);
  });

  test('prints 200 events and the option that lists earlier ones', async () => {
    const { id } = await createCompany(database.db);
    await database.db.execute(sql`
      insert into jobs (id, company_id, title, type, location)
      select gen_random_uuid(), ${id}, 'Maker', 'Full-Time', 'Lisbon' from generate_series(1, 250)
    `);
    const ids = (await eventsSince(database.db, beginning)).map((event) => String(event.id));
    ids.reverse();
    const idOf = (line: string) => cells(line)[0];

    const command = run('audit', { DATABASE_URL: database.url }, ['list']);
    let hint = '';
    command.child.stderr?.on('data', (part: string) => {
      hint += part;
    });
    expect(await command.ended).toBe(0);
    expect(hint).toBe(`Earlier events exist; list them with --before ${ids[199]}\n`);
    const first = command.output().replace(hint, '').trimEnd().split('\n').slice(1);
    expect(first.map(idOf)).toEqual(ids.slice(0, 200));

    const { lines } = await audit('list', '--before', ids[199] ?? '');
    expect(lines.slice(1, 52).map(idOf)).toEqual(ids.slice(200));
    const last = await audit('list', '--of', 'company', id, '--before', ids[199] ?? '');
    expect(last.lines.slice(1).map(idOf)).toEqual(ids.slice(-1));
  });

  test('prints only the headings if no earlier event exists', async () => {
    expect(await audit('list', '--before', '0')).toEqual({
      exitCode: 0,
      lines: ['Event  When  Who  What  ID  Name  Changed'],
    });
  });

  test('removes terminal control characters and shortens a long name', async () => {
    const evil = '\u001b[2J\u001b]0;x\u0007\u009b31m\r\nfake\u202e';
    const { id } = await withActor(database.db, evil, (tx) =>
      createCompany(tx, { name: `${evil}${'A'.repeat(150)}` }),
    );
    const event = await deleteCompany(database.db, id, evil);
    const listed = await audit('list', '--of', 'company', id);
    expect(listed.lines).toHaveLength(3);
    expect(listed.lines[1]).toMatch(/A…$/);
    const restored = await audit('restore', String(event));
    expect(restored.lines).toHaveLength(1);
    for (const line of [...listed.lines, ...restored.lines]) {
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });
});

describe('restore', () => {
  test('brings back a company with its jobs and admins, and reports what it restored', async () => {
    const { id } = await createCompany(database.db, {
      name: 'Loom Labs',
      logo: '/uploads/gone.webp',
    });
    const deleted = await createJob(database.db, { company_id: id });
    const moved = await createJob(database.db, { company_id: id });
    const admin = { role: 'companyadmin', company_id: id } as const;
    await createAccount(database.db, { ...admin, id: 'auth0|bo' });
    await createAccount(database.db, { ...admin, id: 'auth0|cy' });
    const event = await deleteCompany(database.db, id, ADA);
    await createJob(database.db, { id: moved.id });
    await setRole(database.db, ADA, 'auth0|cy', { role: 'siteadmin' });
    // Add another site admin, because the last one cannot lose the role.
    await createAccount(database.db, { role: 'siteadmin' });
    await setRole(database.db, ADA, 'auth0|cy', { role: 'user' });

    expect(await audit('restore', String(event))).toEqual({
      exitCode: 0,
      lines: [
        `Restored the company Loom Labs (${id}), with 1 job and 1 company admin.`,
        'Its logo no longer exists: /uploads/gone.webp',
        `Not restored because they exist again: 1 job, ${moved.id}`,
        'Not made company admins again because their accounts have changed since: auth0|cy',
      ],
    });
    expect(await rowsOf(database.db, jobs, sql`company_id = ${id}`)).toMatchObject([
      { id: deleted.id },
    ]);
    const [newest] = await eventsSince(database.db, (await newestEvent(database.db)) - 1);
    expect(newest?.actor).toBe('npm run audit');
  });

  test('brings back a job, and refuses to do so twice', async () => {
    const { id } = await createJob(database.db);
    const event = String(await deleteJob(database.db, id));
    expect(await audit('restore', event)).toEqual({
      exitCode: 0,
      lines: [`Restored the job Maker (${id}).`],
    });
    expect(await audit('restore', event)).toEqual({
      exitCode: 1,
      lines: [`The job ${id} exists.`],
    });
  });
});

test.each([
  ['an unknown event', ['restore', '999999'], 'There is no event 999999.'],
  ['event 0', ['restore', '0'], 'There is no event 0.'],
  ['a job without events', ['list', '--of', 'job', NIL_ID], `No events for job ${NIL_ID}.`],
  [
    'a job with an invalid id',
    ['list', '--of', 'job', "'; drop\u001b[2J"],
    "No events for job '; drop\u{FFFD}[2j.",
  ],
  [
    'a request for earlier events than the first',
    ['list', '--of', 'account', 'Nobody', '--before', '1'],
    'No earlier events for account Nobody.',
  ],
])('restore reports %s in one line', async (_, parameters, line) => {
  expect(await audit(...parameters)).toEqual({ exitCode: 1, lines: [line] });
});

test.each([
  ['no command', []],
  ['an unknown command', ['undo', '1']],
  ['list with a parameter', ['list', 'all']],
  ['an unknown kind', ['list', '--of', 'role', NIL_ID]],
  ['a kind without an id', ['list', '--of', 'job']],
  ['a kind with two ids', ['list', '--of', 'job', NIL_ID, NIL_ID]],
  ['a kind and a filter for the kind', ['list', '--of', 'job', NIL_ID, '--kind', 'job']],
  ['an unknown actor', ['list', '--by', 'ada']],
  ['a day that does not exist', ['list', '--from', '2026-02-30']],
  ['an option without a value', ['list', '--before']],
  ['an event that is not a number', ['list', '--before', 'yesterday']],
  ['an event id beyond bigint', ['list', '--before', '9223372036854775808']],
  ['a negative event id', ['restore', '--', '-1']],
  ['restore without an event', ['restore']],
  ['restore of an empty string', ['restore', '']],
  ['restore of a fractional id', ['restore', '1.5']],
  ['restore of two events', ['restore', '1', '2']],
  ['restore with an option of list', ['restore', '1', '--before', '2']],
  ['an unknown option', ['list', '--all']],
])('%s is invalid usage and opens no database', async (_, parameters) => {
  const nowhere = `postgres://board@localhost:${await freePort()}/board`;
  const settings = { DATABASE_URL: nowhere };
  const { exitCode, output } = await runInProcess('audit', settings, parameters);
  expect(exitCode).toBe(2);
  expect(output).toMatch(/^(error: .+\n|Usage: board audit \[options\] \[command\]\n)/);
});

test('other commands refuse the options of audit', async () => {
  const { exitCode, output } = await runInProcess('account', {}, ['list', '--before', '1']);
  expect(exitCode).toBe(2);
  expect(output).toMatch(/^error: unknown option '--before'\n/);
});
