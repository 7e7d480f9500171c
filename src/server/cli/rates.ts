import { readFile, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { type ExchangeRates, parseExchangeRates } from '#server/content/pay/exchange-rates.ts';
import type { Database } from '#server/db/client.ts';
import { readMissingFacts, storeExchangeRates } from '#server/modules/facts/commands.ts';
import { readExchangeRates } from '#server/modules/facts/queries.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { CommandError, type Invocation, withDatabase } from './run-command.ts';
import { table } from './table.ts';

const DAY = 24 * 60 * 60 * 1_000;

const ECB_FILE = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';

/** The maximum size of a file of exchange rates (bytes). A file with all days since 1999 has a few megabytes. */
const MAX_FILE_SIZE = 16 * 1024 * 1024;

/** Adds `board rates list` and `board rates update`. */
export function addRatesCommand(program: Command, invocation: Invocation): void {
  const rates = program
    .command('rates')
    .description('List or update the exchange rates by which searches compare pay');
  rates
    .command('list')
    .description('List the rates: how much of each currency one euro buys')
    .action(withDatabase(invocation, ({ db }) => list(db)));
  rates
    .command('update')
    .description('Replace the exchange rates and recalculate the pay in other currencies')
    .argument('<file>', 'a file of the European Central Bank, in XML or CSV')
    .addHelpText(
      'after',
      `
Example:
  curl -sO ${ECB_FILE}
  npm run board -- rates update eurofxref-daily.xml`,
    )
    .action(withDatabase(invocation, ({ db, signal }, file: string) => update(db, file, signal)));
}

async function list(db: Database): Promise<void> {
  const { date, perEuro } = await readExchangeRates(db);
  console.log(`Rates of ${date}:`);
  const rows = Object.entries(perEuro).sort(([a], [b]) => a.localeCompare(b));
  console.log(table([['Currency', 'One euro'], ...rows.map(toCells)], 'end').join('\n'));
}

const toCells = ([currency, rate]: [string, number]) => [currency, String(rate)];

async function update(db: Database, file: string, signal: AbortSignal): Promise<void> {
  const rates = await readRatesFile(file);
  const { date: former } = await readExchangeRates(db);
  if (rates.date <= former) {
    throw new CommandError(
      `${file} has the rates of ${rates.date}. The board has those of ${former}.`,
    );
  }
  if (rates.date > toPlainDate(new Date(Date.now() + DAY))) {
    throw new CommandError(`${file} has rates of a future day, ${rates.date}.`);
  }
  await storeExchangeRates(db, rates);
  const jobs = await readMissingFacts(db, { signal, waits: true });
  signal.throwIfAborted();
  console.log(
    `The rates of ${rates.date} replace those of ${former}. Recalculated the pay of ${jobs.toLocaleString('en-US')} ${jobs === 1 ? 'job' : 'jobs'}.`,
  );
}

async function readRatesFile(file: string): Promise<ExchangeRates> {
  const { size } = await stat(file);
  if (size > MAX_FILE_SIZE) throw new CommandError(`${file} is too large to be a file of rates.`);
  try {
    return parseExchangeRates(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof RangeError)
      throw new CommandError(`${file} is not usable: ${error.message}.`);
    throw error;
  }
}
