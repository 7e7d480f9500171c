import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import countries from 'i18n-iso-countries';
import { onTestFinished } from 'vitest';
import { gazetteer } from '#server/content/places/gazetteer.ts';
import type { PayUnit } from '#shared/contract/job-responses.ts';
import type { StatedPay } from '#shared/contract/stated-pay.ts';
import { yearly } from '#shared/domain/pay.ts';
import { countryName } from '#shared/format/country.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { type Half, halvesOf } from './halves.ts';

/** What a feed states about a job, mainly in separate fields. */
export type StatedJob = {
  /** The countries that the source states in fields or names in its text (ISO 3166-1 codes). */
  countries: string[];
  /** Whether the source states the country of each place. */
  complete: boolean;
  half: Half;
  /** The employment type in the words of the source. */
  employmentType: string;
  /** The salaries that the source displays. */
  pays: Span[];
};

type Fields = { addressCountry?: string; postalAddress?: { addressCountry?: string } };
type Place = { location?: string | null; address?: Fields | null };
type Component = {
  compensationType?: string;
  interval?: string;
  currencyCode?: string | null;
  minValue?: number | null;
  maxValue?: number | null;
};
type Posting = Place & {
  id: string;
  secondaryLocations?: Place[];
  employmentType: string;
  shouldDisplayCompensationOnJobPostings?: boolean | null;
  compensation?: { summaryComponents?: Component[] | null } | null;
};

/** The English names of countries, as whole words. "Georgia" is left out, because it may be the state. */
const NAMES = Object.keys(countries.getAlpha2Codes())
  .filter((code) => code !== 'GE')
  .map((code) => ({ code, name: new RegExp(`\\b${countryName(code)}\\b`, 'i') }));

/** Reads what the feeds in a folder state about each job. The keys are the ids that the source uses. */
export async function readStatedJobs(folder: string): Promise<Map<string, StatedJob>> {
  const stated = new Map<string, StatedJob>();
  const postings = await readPostings(folder);
  const halves = halvesOf([...new Set(postings.map(({ board }) => board))]);
  for (const { board, ...posting } of postings) {
    const places = [posting, ...(posting.secondaryLocations ?? [])];
    const inFields = places.map(({ address }) =>
      countryOf(address?.postalAddress?.addressCountry ?? address?.addressCountry),
    );
    const texts = places.map(({ location }) => location ?? '').join('; ');
    const inText = NAMES.filter(({ name }) => name.test(texts)).map(({ code }) => code);
    stated.set(posting.id, {
      countries: [...new Set([...inFields, ...inText])].filter((code) => code !== undefined),
      complete: inFields.every((code) => code !== undefined),
      half: halves.get(board) ?? 'tuning',
      employmentType: posting.employmentType,
      pays: paysOf(posting),
    });
  }
  return stated;
}

/** Copies the feeds without their structured addresses into a new folder, which is removed after the test. */
export async function withoutAddresses(folder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'feeds-'));
  onTestFinished(() => removeFolder(copy));
  for (const file of await readdir(folder)) {
    const feed = JSON.parse(await readFile(join(folder, file), 'utf8'));
    for (const posting of feed.jobs) {
      posting.address = null;
      for (const secondary of posting.secondaryLocations ?? []) secondary.address = undefined;
    }
    await writeFile(join(copy, file), JSON.stringify(feed));
  }
  return copy;
}

async function readPostings(folder: string): Promise<(Posting & { board: string })[]> {
  const all: (Posting & { board: string })[] = [];
  for (const file of await readdir(folder)) {
    const { jobs }: { jobs: Posting[] } = JSON.parse(await readFile(join(folder, file), 'utf8'));
    all.push(...jobs.map((job) => ({ ...job, board: file })));
  }
  return all;
}

const UNITS: Record<string, PayUnit> = {
  '1 YEAR': 'year',
  '1 MONTH': 'month',
  '1 WEEK': 'week',
  '1 DAY': 'day',
  '1 HOUR': 'hour',
};

/** Pay with both bounds. */
type Span = StatedPay & { minimum: number; maximum: number };

function paysOf({ shouldDisplayCompensationOnJobPostings, compensation }: Posting): Span[] {
  if (shouldDisplayCompensationOnJobPostings === false) return [];
  return (compensation?.summaryComponents ?? []).flatMap((component) => {
    const { compensationType, interval, currencyCode: currency, minValue, maxValue } = component;
    const unit = UNITS[interval ?? ''];
    if (compensationType !== 'Salary' || !unit || !currency) return [];
    if (typeof minValue !== 'number' || typeof maxValue !== 'number') return [];
    return [{ minimum: minValue, maximum: maxValue, currency, unit }];
  });
}

/** The salaries, converted to US dollars per year of full-time work. */
export function yearlySpans({ pays }: StatedJob): { minimum: number; maximum: number }[] {
  return pays
    .filter(({ currency }) => currency === 'USD')
    .map(({ minimum, maximum, unit }) => ({
      minimum: yearly(minimum, unit),
      maximum: yearly(maximum, unit),
    }));
}

/** Returns a country's code. Sources write a code or the English name. */
function countryOf(written: string | undefined): string | undefined {
  const named = gazetteer().named(written?.trim() ?? '');
  return named.find(({ area }) => area.kind === 'country')?.area.id;
}
