import { describe, expect, it } from 'vitest';
import { describeCompany, describeJob } from '#server/content/markdown/summary.ts';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { SALARY_UPPER_BOUNDS } from '#shared/domain/salary-bounds.ts';
import { SALARY_RANGES as RANGES } from '#shared/domain/salary-ranges.ts';
import { makeBoard, SALARY_RANGES } from './board.mjs';
import { inventedWord } from './words.mjs';

const size = { jobs: 4_000, seed: 1, until: new Date('2026-01-31T12:00:00Z') };
const board = makeBoard(size);
const jobs = Array.from({ length: board.rowCount }, (_, number) => board.job(number));
const open = jobs.filter(({ closed_at }) => closed_at === null);

/** @param {(job: import('./board.mjs').Job) => boolean} test */
const share = (test) => open.filter(test).length / open.length;

describe('the synthetic board', () => {
  it('is the same for the same seed, and each job can be generated alone', () => {
    expect(makeBoard(size).job(3_210)).toEqual(jobs[3_210]);
    expect(makeBoard(size).company(7)).toEqual(board.company(7));
    expect(makeBoard({ ...size, seed: 2 }).job(3_210)).not.toEqual(jobs[3_210]);
  });

  it('has the requested number of open jobs, and some closed jobs', () => {
    expect(open).toHaveLength(4_000);
    expect(jobs).toHaveLength(4_200);
  });

  it('has unique ids', () => {
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length);
    expect(jobs[0]?.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('has descriptions as long as real ones, with as many different words', () => {
    const lengths = open.map(({ description }) => description.length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(1_500);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(12_000);
    const mean = lengths.reduce((sum, length) => sum + length) / lengths.length;
    expect(mean).toBeGreaterThan(4_500);
    expect(mean).toBeLessThan(5_500);
    const words = open.map(
      ({ description }) => new Set(description.toLowerCase().match(/[a-z]+/g)).size,
    );
    expect(words.reduce((sum, count) => sum + count) / words.length).toBeGreaterThan(280);
  });

  it('has the summaries that the product would generate', () => {
    for (const { description, summary, summary_truncated } of jobs.slice(0, 200)) {
      expect({ description, summary, summary_truncated }).toEqual(describeJob(description));
    }
    for (let number = 0; number < board.companyCount; number++) {
      expect(board.company(number)).toMatchObject(
        describeCompany(board.company(number).description),
      );
    }
  });

  it('has the employment types and salary ranges of the product', () => {
    expect(new Set(jobs.map(({ type }) => type))).toEqual(new Set(EMPLOYMENT_TYPES));
    expect(SALARY_RANGES.map(([, value]) => value)).toEqual(RANGES.map(({ value }) => value));
    expect(SALARY_RANGES.map(([bound]) => bound)).toEqual(
      RANGES.map(({ value }) => SALARY_UPPER_BOUNDS[value] ?? Number.POSITIVE_INFINITY),
    );
  });

  it('has a salary range in fewer than half of its jobs, and exact pay in some', () => {
    expect(share(({ salary }) => salary === '')).toBeGreaterThan(0.5);
    expect(share(({ pay_minimum }) => pay_minimum !== null)).toBeGreaterThan(0.2);
    const upsideDown = jobs.filter((job) => (job.pay_minimum ?? 0) > (job.pay_maximum ?? 0));
    expect(upsideDown).toEqual([]);
  });

  it('the largest company of the synthetic board has one to two percent of the jobs', () => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { company_id } of open) counts.set(company_id, (counts.get(company_id) ?? 0) + 1);
    expect(Math.max(...counts.values()) / open.length).toBeGreaterThan(0.01);
    expect(Math.max(...counts.values()) / open.length).toBeLessThan(0.025);
  });

  it('has hundreds of places, some of them much more frequent than others', () => {
    expect(new Set(open.map(({ location }) => location)).size).toBeGreaterThan(250);
    expect(share(({ location }) => location === 'San Francisco, CA')).toBeGreaterThan(0.03);
    expect(share(({ location }) => location === 'São Paulo, Brazil')).toBeGreaterThan(0.001);
  });

  it('has more new jobs than old ones, sorted by date', () => {
    const dates = jobs.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted());
    expect(dates[0]?.slice(0, 7)).toBe('2024-02');
    expect(share(({ date }) => date > '2025-08')).toBeGreaterThan(0.45);
  });

  it.each([
    ['team', 0.9, 1],
    ['experience', 0.9, 1],
    ['data', 0.4, 0.7],
    ['python', 0.05, 0.2],
    ['kubernetes', 0.02, 0.1],
    ['terraform', 0.002, 0.05],
    ['nurse', 0.002, 0.05],
  ])('the synthetic board has “%s” as often as real postings', (word, least, most) => {
    const found = share(({ title, description }) =>
      new RegExp(`\\b${word}\\b`, 'i').test(`${title} ${description}`),
    );
    expect(found).toBeGreaterThan(least);
    expect(found).toBeLessThanOrEqual(most);
  });

  it('has words that appear only in titles', () => {
    expect(share(({ title }) => /\bSenior\b/.test(title))).toBeGreaterThan(0.1);
    expect(share(({ description }) => /\bsenior\b/i.test(description))).toBe(0);
  });
});

describe('inventedWord', () => {
  it('gives each number a unique word', () => {
    const words = Array.from({ length: 200_000 }, (_, number) =>
      inventedWord('topic', number * 15),
    );
    expect(new Set(words).size).toBe(words.length);
  });
});
