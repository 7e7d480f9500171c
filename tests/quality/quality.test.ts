import { markdownTable } from 'markdown-table';
import { describe, expect, test } from 'vitest';
import { jobs } from '#server/db/schema.ts';
import { REAL_FEEDS } from '#server/modules/sources/testing/real-feeds.ts';
import { countryName } from '#shared/format/country.ts';
import { importFolder } from '../support/import-folder.ts';
import { setUpTestBoard } from '../support/test-app.ts';
import { readStatedJobs, type StatedJob, withoutAddresses } from './stated-jobs.ts';

/** The feeds to measure; `npm run quality` names them. */
const FEEDS = process.env.QUALITY_FEEDS ?? REAL_FEEDS;

const board = setUpTestBoard();

/** A country with fewer jobs is not measured. */
const MIN_JOBS = 20;

/** With fewer results than this, one wrong result is allowed. */
const FEW_RESULTS = 50;

type Measured = {
  country: string;
  name: string;
  jobs: number;
  recall: number;
  precision: number;
  /** The locations of wrong results, and of jobs that are not found. */
  wrong: string[];
  missed: string[];
};

/**
 * The countries of the recorded boards whose jobs are not found as they should be. One source states the United Kingdom
 * for Moab, Utah. Many texts for Canada are only the name of a shopping mall.
 */
const EXCEPTIONS = { fields: ['GB'], texts: ['CA'] };

describe.skipIf(!FEEDS)('search by country in recorded feeds (REAL_FEEDS)', () => {
  test.each([
    ['with structured addresses', 0.95, EXCEPTIONS.fields, (folder: string) => folder],
    ['with the texts alone', 0.85, EXCEPTIONS.texts, withoutAddresses],
  ])('finds the right jobs %s', async (title, minRecall, exceptions, prepare) => {
    const stated = await readStatedJobs(FEEDS ?? '');
    await importFolder(board.db, await prepare(FEEDS ?? ''));
    const measured = await measureCountries(stated);
    if (process.env.QUALITY_FEEDS) {
      print(title, measured);
      return;
    }
    const missing = measured.filter(({ recall }) => recall < minRecall);
    expect([...new Set(missing.map(({ country }) => country))]).toEqual(exceptions);
    expect(
      measured.filter(({ precision, jobs: found }) =>
        found < FEW_RESULTS ? Math.round((1 - precision) * found) > 1 : precision < 0.98,
      ),
    ).toEqual([]);
  });
});

/** Searches each country by its English and native name and its code. */
async function measureCountries(stated: Map<string, StatedJob>): Promise<Measured[]> {
  const rows = await board.db
    .select({
      id: jobs.id,
      sourceId: jobs.source_id,
      location: jobs.location,
      more: jobs.more_places,
    })
    .from(jobs);
  const byId = new Map(
    rows.map((row) => [row.id, { ...row, job: stated.get(row.sourceId ?? '') }]),
  );
  const wantedBy = new Map<string, Set<string>>();
  for (const { id, job } of byId.values()) {
    for (const country of job?.countries ?? []) {
      wantedBy.set(country, (wantedBy.get(country) ?? new Set()).add(id));
    }
  }
  const measured: Measured[] = [];
  for (const [country, wanted] of wantedBy) {
    if (wanted.size < MIN_JOBS) continue;
    for (const name of namesOf(country)) {
      const found = await search(name);
      const known = found.filter((id) => wanted.has(id) || byId.get(id)?.job?.complete);
      const right = known.filter((id) => wanted.has(id));
      const locationsOf = (ids: string[]) => [
        ...new Set(
          ids.map((id) => [byId.get(id)?.location, byId.get(id)?.more].filter(Boolean).join('; ')),
        ),
      ];
      measured.push({
        ...{ country, name, jobs: found.length },
        wrong: locationsOf(known.filter((id) => !wanted.has(id))),
        missed: locationsOf([...wanted].filter((id) => !found.includes(id))),
        recall: right.length / wanted.size,
        precision: known.length === 0 ? 1 : right.length / known.length,
      });
    }
  }
  return measured.sort((a, b) => b.jobs - a.jobs);
}

function namesOf(country: string): string[] {
  const language = new Intl.Locale('und', { region: country }).maximize().language;
  const native = new Intl.DisplayNames([language], { type: 'region' }).of(country);
  return [...new Set([countryName(country), native ?? country, country])];
}

/** The ids of all jobs that a search by location finds. */
async function search(location: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const query = new URLSearchParams({
      location,
      limit: '100',
      description: 'summary',
      ...(cursor && { cursor }),
    });
    const { body } = await board.get(`/api/jobs?${query}`);
    ids.push(...body.results.map(({ id }: { id: string }) => id));
    cursor = body.next ?? '';
  } while (cursor);
  return ids;
}

function print(title: string, measured: Measured[]): void {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const table = markdownTable(
    [
      [title, 'search', 'results', 'recall', 'precision', 'wrong', 'missed'],
      ...measured.map(({ country, name, jobs: found, recall, precision, wrong, missed }) => [
        country,
        name,
        String(found),
        percent(recall),
        percent(precision),
        wrong.slice(0, 3).join(' / '),
        missed.slice(0, 3).join(' / '),
      ]),
    ],
    { align: ['l', 'l', 'r', 'r', 'r', 'l', 'l'] },
  );
  process.stdout.write(`\n${table}\n`);
}
