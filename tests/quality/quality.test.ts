import { eq, getTableColumns } from 'drizzle-orm';
import { markdownTable } from 'markdown-table';
import { describe, expect, test } from 'vitest';
import { job_facts } from '#server/db/fact-tables.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { REAL_FEEDS } from '#server/job-feeds/testing/real-feeds.ts';
import { closesAt, jobFactColumns } from '#server/modules/facts/queries.ts';
import { presentJob } from '#server/modules/jobs/presenter.ts';
import { isDeep } from '../support/deep-run.ts';
import { importFolder } from '../support/import-folder.ts';
import { setUpTestBoard } from '../support/test-app.ts';
import { HALVES, halvesOf } from './halves.ts';
import { type MeasuredCountry, measureCountries } from './measure-countries.ts';
import { type MeasuredParts, measureParts } from './measure-parts.ts';
import { measurePostings } from './measure-postings.ts';
import { type MeasuredRange, measureSalaries } from './measure-salaries.ts';
import {
  boldLabels,
  type ComparedText,
  readDescriptions,
  remoteJobsWithOffice,
  sampleSkills,
} from './measure-texts.ts';
import { ratio, type ShareByHalf, shareCell, shareCells, sumOf, together } from './share.ts';
import { readStatedJobs, type StatedJob, withoutAddresses } from './stated-jobs.ts';

/** The folder of feeds to measure; `npm run quality` sets it. */
const FEEDS = process.env.QUALITY_FEEDS ?? REAL_FEEDS;

const board = setUpTestBoard();

/** With fewer results than this, one wrong result is allowed. */
const FEW_RESULTS = 50;

/**
 * The minimum shares: of jobs that are found by their stated country, in each country with at least 20 jobs and in the part `place` of the 20 largest countries, and of pages that name some country or every
 * country that the source states.
 */
const GOALS = {
  'with structured addresses': { recall: 0.95, place: 0.99, someCountry: 0.97, everyCountry: 0.95 },
  'with the texts alone': { recall: 0.85, place: 0.85, someCountry: 0.94, everyCountry: 0.92 },
};
const MIN_PRECISION = 0.98;
const REMOTE_RECALL = 0.85;
const RIGHT_EMPLOYMENT = 0.98;
const SALARY_RECALL = 0.99;

test('the same twenty boards are held out, whatever the order of their names', () => {
  const names = Array.from({ length: 50 }, (_, n) => `board-${n}.json`);
  const halves = halvesOf(names);
  expect([...halves.values()].filter((half) => half === 'held out')).toHaveLength(20);
  expect([...halvesOf(names.toReversed())].sort()).toEqual([...halves].sort());
});

describe.skipIf(!FEEDS)('jobs of recorded feeds (REAL_FEEDS)', () => {
  const boards = [
    ['with the texts alone', withoutAddresses],
    ['with structured addresses', (folder: string) => folder],
  ] as const;

  // The texts are harder to read, so `npm test` measures them alone.
  test.each(isDeep || process.env.QUALITY_FEEDS ? boards : boards.slice(0, 1))(
    'jobs are found by country and pay, and are described, as their sources state: %s',
    async (title, prepare) => {
      const stated = await readStatedJobs(FEEDS ?? '');
      await importFolder(board.db, await prepare(FEEDS ?? ''));
      const imported = await readImported(stated);
      const choose = process.env.QUALITY_FEEDS ? undefined : inTurn();
      const measured = await measureCountries(imported, search, choose);
      const parts = await measureParts(imported, search);
      const postings = measurePostings(imported);
      const salaries = await measureSalaries(imported, search);
      if (process.env.QUALITY_FEEDS) {
        printCountries(title, measured);
        printParts(title, parts);
        printShares(`structured data, ${title}`, Object.entries(postings));
        printSalaries(title, salaries);
        printTexts(await readTexts(), imported);
        return;
      }
      expect(boldLabels(await readTexts()).lost).toEqual([]);
      const goals = GOALS[title];
      expect(measured.filter(({ recall }) => ratio(together(recall)) < goals.recall)).toEqual([]);
      expect(
        measured.filter(({ precision }) => {
          const { having, all } = together(precision);
          return all < FEW_RESULTS ? all - having > 1 : having / all < MIN_PRECISION;
        }),
      ).toEqual([]);
      expect(parts.filter(({ place }) => ratio(place) < goals.place)).toEqual([]);
      expect(ratio(sumOf(parts.map(({ remote }) => remote)))).toBeGreaterThan(REMOTE_RECALL);
      expect(parts.flatMap(({ wrong }) => wrong)).toEqual([]);
      expect(parts.filter(({ total }) => total.parts !== total.whole)).toEqual([]);
      const share = (name: keyof typeof postings) => ratio(together(postings[name]));
      expect(share('pages with some country')).toBeGreaterThan(goals.someCountry);
      expect(share('with every country of the source')).toBeGreaterThan(goals.everyCountry);
      expect(share('with the right employment type')).toBeGreaterThan(RIGHT_EMPLOYMENT);
      expect(together(postings['with pay that contradicts the source']).having).toBe(0);
      expect(salaries.filter(({ recall }) => ratio(together(recall)) < SALARY_RECALL)).toEqual([]);
    },
  );
});

/**
 * Returns a function that takes one of the given names: the first of one list, the second of the next list, and so on.
 */
function inTurn(): (names: string[]) => string[] {
  let turn = 0;
  return (names) => {
    turn += 1;
    return names.slice(turn % names.length).slice(0, 1);
  };
}

function readJobs() {
  return board.db
    .select({
      job: { ...getTableColumns(jobs), closes_at: closesAt },
      company: companies,
      facts: jobFactColumns,
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .leftJoin(job_facts, eq(job_facts.job_id, jobs.id));
}

/** Reads the imported jobs and adds what their sources state. */
async function readImported(stated: Map<string, StatedJob>) {
  const rows = await readJobs();
  return rows.flatMap((row) => {
    const source = stated.get(row.job.source_id ?? '');
    if (!source) return [];
    const { id, location, more_places, source_id: sourceId } = row.job;
    const text = [location, more_places].filter(Boolean).join('; ');
    const job = presentJob(row);
    return [
      {
        id,
        sourceId,
        half: source.half,
        location: text,
        stated: source,
        workplace: job.workplace,
        job,
      },
    ];
  });
}

/** The imported jobs with the texts of their sources. */
async function readTexts(): Promise<ComparedText[]> {
  const sources = await readDescriptions(FEEDS ?? '');
  const rows = await readJobs();
  return rows.flatMap((row) => {
    const html = sources.get(row.job.source_id ?? '');
    return html === undefined
      ? []
      : [{ job: presentJob(row), markdown: row.job.description, html }];
  });
}

/** Prints what a person must read to judge it. */
function printTexts(texts: ComparedText[], imported: { job: { workplace: unknown } }[]): void {
  const remote = imported.filter(({ job }) => job.workplace === 'remote').length;
  const offices = remoteJobsWithOffice(texts);
  const { all, lost } = boldLabels(texts);
  const names = [...new Set(texts.map(({ job }) => job.company.name))].sort();
  print([
    ['texts', 'count', 'to read'],
    ['remote jobs whose text may demand an office', `${offices.length} of ${remote}`, ''],
    ['bold labels lost', `${lost.length} of ${all}`, lost.slice(0, 5).join(' / ')],
    ['companies', String(names.length), names.join(', ')],
  ]);
  process.stdout.write(`\nRemote, with an office:\n${offices.slice(0, 100).join('\n')}\n`);
  process.stdout.write(`\nSkills:\n${sampleSkills(texts).join('\n')}\n`);
}

/** The ids of all jobs that match a search. */
async function search(parameters: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const query = new URLSearchParams({
      ...parameters,
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

/** Two column headings, one for each half. */
const byHalf = (name: string) => HALVES.map((half) => `${name}, ${half}`);

function print(rows: string[][]): void {
  process.stdout.write(`\n${markdownTable(rows)}\n`);
}

function printCountries(title: string, measured: MeasuredCountry[]): void {
  print([
    [title, 'search', ...byHalf('recall'), ...byHalf('precision'), 'wrong', 'missed'],
    ...measured.map(({ country, name, recall, precision, wrong, missed }) => [
      ...[country, name, ...shareCells(recall), ...shareCells(precision)],
      ...[wrong.slice(0, 3).join(' / '), missed.slice(0, 3).join(' / ')],
    ]),
  ]);
}

function printParts(title: string, measured: MeasuredParts[]): void {
  print([
    [`parts, ${title}`, 'place', 'remote', 'total', 'wrongly remote', 'missed'],
    ...measured.map(({ country, place, remote, total, wrong, missed }) => [
      ...[country, shareCell(place), shareCell(remote), `${total.parts} of ${total.whole}`],
      ...[wrong.join(' / '), missed.join(' / ')],
    ]),
  ]);
}

function printShares(title: string, shares: [string, ShareByHalf][]): void {
  print([[title, ...HALVES], ...shares.map(([name, share]) => [name, ...shareCells(share)])]);
}

function printSalaries(title: string, measured: MeasuredRange[]): void {
  print([
    [`salary range, ${title}`, ...byHalf('finds of what overlaps it'), ...byHalf('precision')],
    ...measured.map(({ range, recall, precision }) => [
      ...[range, ...shareCells(recall), ...shareCells(precision)],
    ]),
  ]);
}
