import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_RATES } from '#server/content/pay/exchange-rates.ts';
import { exchange_rates } from '#server/db/fact-tables.ts';
import { createJob } from '#tests/support/factories.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { runInProcess } from '#tests/support/run-command.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'composable-jobs-test-'));
});
afterAll(async () => {
  await removeFolder(folder);
  await database.close();
});

const rates = (...parameters: string[]) =>
  runInProcess('rates', { DATABASE_URL: database.url }, parameters);

async function rateFile(text: string): Promise<string> {
  const path = join(folder, 'rates.csv');
  await writeFile(path, text);
  return path;
}

test('`rates update` replaces the rates and recalculates pay in other currencies', async () => {
  await createJob(database.db, {
    salary: '',
    pay_minimum: 60_000,
    pay_maximum: 60_000,
    pay_currency: 'EUR',
    pay_unit: 'year',
  });
  const file = await rateFile('Date, USD, GBP, \n20 November 2026, 1.25, 0.9, \n');
  const { exitCode, output } = await rates('update', file);
  expect(output).toBe(
    `The rates of 2026-11-20 replace those of ${DEFAULT_RATES.date}. Recalculated the pay of 1 job.\n`,
  );
  expect(exitCode).toBe(0);
  const list = await rates('list');
  expect(list.output).toMatch(/^Rates of 2026-11-20:\n/);
  // The rates of currencies that are not in the file stay unchanged.
  expect(list.output).toMatch(/\nGBP +0\.9\n(.*\n)*JPY +176\.45\n(.*\n)*USD +1\.25\n/);
});

test.each([
  ['Date,USD\n2025-01-02,1.2', 'The board has those of'],
  ['Date,GBP\n2026-11-21,0.9', 'it has no rate for the US dollar.'],
  ['Date,USD\n2199-11-19,1.2', 'has rates of a future day'],
  ['', 'it contains no exchange rates.'],
])('`rates update` rejects %j and does not change the rates', async (text, reason) => {
  const file = await rateFile(text);
  const before = await database.db.select().from(exchange_rates);
  const { exitCode, errors } = await rates('update', file);
  expect(errors).toContain(reason);
  expect(exitCode).toBe(1);
  expect(await database.db.select().from(exchange_rates)).toEqual(before);
});

test('`rates update` reports a file that does not exist', async () => {
  const { exitCode, errors } = await rates('update', join(folder, 'missing.xml'));
  expect(errors).toMatch(/missing\.xml/);
  expect(exitCode).toBe(1);
});
