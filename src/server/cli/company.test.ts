import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { eventsSince, newestEvent } from '#server/modules/audit/testing/trail.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
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
  beginning = await newestEvent(database.db);
});

async function board(command: 'company' | 'audit', ...parameters: string[]) {
  const settings = { DATABASE_URL: database.url };
  const { exitCode, output } = await runInProcess(command, settings, parameters);
  return { exitCode, lines: output.trimEnd().split('\n') };
}

const company = (...parameters: string[]) => board('company', ...parameters);

/** Splits a line into its columns. Empty columns are lost. */
const cells = (line = '') => line.split(/ {2,}/);

/** Adds a company with its own website, so that it is not a duplicate. */
const add = (name: string, website = `https://${crypto.randomUUID()}.example`) =>
  createCompany(database.db, { name, website });

/** The audit events of the command `company`, each as `action kind`. */
async function written() {
  const events = await eventsSince(database.db, beginning);
  return events.flatMap(({ actor, action, kind }) =>
    actor === 'npm run board -- company' ? [`${action} ${kind}`] : [],
  );
}

const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** The command that undoes the latest change. */
function eventToRestore(lines: string[]): string {
  const [, event = ''] = /restore (\d+)$/.exec(lines.at(-1) ?? '') ?? [];
  expect(event).not.toBe('');
  return event;
}

describe('list', () => {
  test('prints companies by name with their jobs, owners and possible duplicates', async () => {
    const loom = await add('Loom', 'https://loom.example');
    const inc = await add('Loom Inc.', 'https://loom.example/en');
    await add('Anvil');
    await createJob(database.db, { company_id: loom.id });
    await createAccount(database.db, {
      role: 'companyadmin',
      company_id: loom.id,
      verified_email: 'eve@loom.example',
    });
    const { exitCode, lines } = await company('list');
    expect(exitCode).toBe(0);
    expect(cells(lines[0])).toEqual([
      ...['ID', 'Name', 'Website', 'Created', 'Source', 'Open jobs', 'Owners', 'Editors', 'Claims'],
      'Possible duplicates',
    ]);
    expect(lines.slice(1).map((line) => cells(line)[1])).toEqual(['Anvil', 'Loom', 'Loom Inc.']);
    expect(lines[2]).toContain('eve@loom.example');
    expect(cells(lines[2]).at(-1)).toBe(`Loom Inc. (${inc.id})`);

    const names = async (...parameters: string[]) => {
      const listed = await company('list', ...parameters);
      return listed.lines.slice(1).map((line) => cells(line)[1]);
    };
    expect(await names('--show', 'duplicates')).toEqual(['Loom', 'Loom Inc.']);
    expect(await names('--show', 'owned')).toEqual(['Loom']);
    expect(await names('anv')).toEqual(['Anvil']);
    expect(await names(inc.id)).toEqual(['Loom Inc.']);
    expect(await company('list', 'nobody')).toEqual({ exitCode: 0, lines: ['None'] });
  });
});

describe('merge', () => {
  test('moves jobs and team, says how to undo it, and the audit trail undoes it', async () => {
    const from = await add('Loom Inc.');
    const into = await add('Loom');
    const job = await createJob(database.db, { company_id: from.id });
    await createAccount(database.db, { role: 'companyadmin', company_id: from.id });
    const merged = await company('merge', from.id.toUpperCase(), into.id);
    expect(merged).toEqual({
      exitCode: 0,
      lines: [
        `Merged Loom Inc. into Loom (${into.id}), with 1 job and 1 team member.`,
        expect.stringMatching(/^To undo this, run: npm run audit -- restore \d+$/),
      ],
    });
    const companyOf = async () => {
      const [row] = await database.db.select().from(jobs).where(eq(jobs.id, job.id));
      return row?.company_id;
    };
    expect(await companyOf()).toBe(into.id);
    expect(await database.db.select().from(memberships)).toMatchObject([{ company_id: into.id }]);
    expect(await written()).toContain('create merge');

    expect(await board('audit', 'restore', eventToRestore(merged.lines))).toMatchObject({
      exitCode: 0,
      lines: [expect.stringContaining('Loom Inc.')],
    });
    expect(await companyOf()).toBe(from.id);
  });

  test('changes nothing unless both companies exist and differ', async () => {
    const { id } = await add('Loom');
    expect(await company('merge', id, NIL_ID)).toEqual({
      exitCode: 1,
      lines: [`Company ${NIL_ID} does not exist.`],
    });
    expect(await company('merge', 'loom', id)).toEqual({
      exitCode: 1,
      lines: ['Company loom does not exist.'],
    });
    expect(await company('merge', id, id.toUpperCase())).toEqual({
      exitCode: 1,
      lines: ['Give the ids of two companies.'],
    });
    expect(await company('merge', id)).toMatchObject({ exitCode: 2 });
    expect(await written()).toEqual([]);
  });
});

test('delete deletes a company with its jobs, and the audit trail restores it', async () => {
  const { id } = await add('Loom');
  await createJob(database.db, { company_id: id });
  const deleted = await company('delete', id);
  expect(deleted).toEqual({
    exitCode: 0,
    lines: [
      `Deleted the company Loom (${id}).`,
      expect.stringMatching(/^To undo this, run: npm run audit -- restore \d+$/),
    ],
  });
  expect(await database.db.select().from(companies)).toEqual([]);
  expect(await written()).toEqual(['delete job', 'delete company']);
  expect(await board('audit', 'restore', eventToRestore(deleted.lines))).toEqual({
    exitCode: 0,
    lines: [`Restored the company Loom (${id}), with 1 job and 0 company admins.`],
  });
  expect(await company('delete', NIL_ID)).toEqual({
    exitCode: 1,
    lines: [`Company ${NIL_ID} does not exist.`],
  });
});
