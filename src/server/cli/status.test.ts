import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordRun } from '#server/operations/system/task-runs.ts';
import { createAccount, createJob, createMail } from '#tests/support/factories.ts';
import { runInProcess } from '#tests/support/run-command.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('status prints the state of the board, the runs of its tasks, and what needs attention', async () => {
  const { db } = database;
  await createAccount(db, { role: 'siteadmin' });
  await createJob(db);
  await createMail(db);
  await recordRun(db, 'mails', true);
  const { exitCode, output } = await runInProcess('status', { DATABASE_URL: database.url });
  expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
  const lines = output.split('\n');
  const reported = (label: string) =>
    lines
      .find((line) => line.startsWith(`${label} `))
      ?.slice(label.length)
      .trim();
  expect(reported('PostgreSQL')).toMatch(/^\d+\.\d+, [\d.]+ MB$/);
  expect(reported('Migrations')).toMatch(/^\d+, the latest is \d{4}_/);
  expect(reported('Disk')).toMatch(/ free$/);
  expect(reported('Mail')).toBe('off, 0 waiting, 1 failed in seven days');
  expect(reported('Last backup')).toBe('not known');
  expect(reported('Open jobs')).toBe('1');
  expect(reported('People')).toBe('1');
  expect(reported('Site admins')).toBe('1');
  expect(reported('mails')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/);
  expect(output).toContain('\nThere is no second site admin. ');
});
