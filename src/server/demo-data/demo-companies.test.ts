import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import {
  COMPANY_NAME_LENGTH,
  DESCRIPTION_LENGTH,
  LOCATION_LENGTH,
  SUMMARY_LENGTH,
  TITLE_LENGTH,
  URL_LENGTH,
} from '#shared/limits.ts';
import { DEMO_COMPANIES } from './demo-companies.data.ts';

const LOGOS = new URL('./logos/', import.meta.url);
const LOGO_BYTES = 1_500;
const DAY = 24;

const jobs = DEMO_COMPANIES.flatMap((company) => company.jobs);
const duplicates = <T>(values: T[]) => values.filter((value, at) => values.indexOf(value) !== at);

describe('the demo board', () => {
  it('has the expected number of companies and jobs', () => {
    expect(DEMO_COMPANIES.length).toBeGreaterThanOrEqual(12);
    expect(jobs.length).toBeGreaterThanOrEqual(60);
    for (const company of DEMO_COMPANIES) {
      expect(company.jobs.length, company.name).toBeGreaterThanOrEqual(2);
    }
  });

  it('has every employment type, every salary range, and jobs without a salary', () => {
    const types = new Set(jobs.map((job) => job.type));
    const salaries = new Set(jobs.map((job) => job.salary));
    expect(types).toEqual(new Set(EMPLOYMENT_TYPES));
    expect(salaries).toEqual(new Set(['', ...SALARY_RANGES.map((range) => range.value)]));
  });

  it('the names, slugs, ages and descriptions on the demo board are unique', () => {
    expect(duplicates(DEMO_COMPANIES.map((company) => company.name))).toEqual([]);
    expect(duplicates(DEMO_COMPANIES.map((company) => company.slug))).toEqual([]);
    expect(duplicates(jobs.map((job) => job.hoursAgo))).toEqual([]);
    expect(duplicates(jobs.map((job) => job.description))).toEqual([]);
  });

  it('has one job with a description that is short enough to be its own summary', () => {
    expect(jobs.filter((job) => job.description.length < SUMMARY_LENGTH)).toHaveLength(1);
  });
});

describe.each(DEMO_COMPANIES)('$name', (company) => {
  it('a demo company stays within the limits of its fields', () => {
    expect(company.slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(company.name.length).toBeLessThanOrEqual(COMPANY_NAME_LENGTH);
    expect(company.description).toBeTruthy();
    expect(company.description.length).toBeLessThanOrEqual(DESCRIPTION_LENGTH);
    expect(company.description).not.toContain('<');
    expectExampleUrl(company.website);
  });

  it.each(company.jobs)('the demo job "$title" stays within the limits of its fields', (job) => {
    expect(job.title).toBeTruthy();
    expect(job.title.length).toBeLessThanOrEqual(TITLE_LENGTH);
    expect(job.location).toBeTruthy();
    expect(job.location.length).toBeLessThanOrEqual(LOCATION_LENGTH);
    expect(job.description.length).toBeLessThanOrEqual(DESCRIPTION_LENGTH);
    expect(job.description, 'begins with a paragraph').toMatch(/^\p{L}|^\d+[^.\d]|^\d[\d,]+ /u);
    expect(job.description, 'no HTML').not.toContain('<');
    expect(job.description, 'no images').not.toContain('![');
    expect(job.hoursAgo).toBeGreaterThanOrEqual(2);
    expect(job.hoursAgo).toBeLessThanOrEqual(45 * DAY);
    if (job.applyurl) expectExampleUrl(job.applyurl);
  });

  it('a demo company has a small logo of plain shapes', () => {
    const logo = readFileSync(new URL(`${company.slug}.svg`, LOGOS), 'utf8');
    expect(logo.length).toBeLessThan(LOGO_BYTES);
    expect(logo).toMatch(/^<svg [^>]*viewBox="0 0 96 96"/);
    expect(logo).not.toMatch(/<(script|foreignObject|style|text|image|use|a)\b/i);
    expect(logo).not.toMatch(/\b(href|style|on\w+)\s*=/i);
  });
});

describe('logos', () => {
  it('each logo belongs to one demo company', () => {
    const slugs = DEMO_COMPANIES.map((company) => company.slug);
    expect(readdirSync(LOGOS).sort()).toEqual(slugs.map((slug) => `${slug}.svg`).sort());
  });
});

function expectExampleUrl(text: string): void {
  expect(text.length).toBeLessThanOrEqual(URL_LENGTH);
  const url = new URL(text);
  expect(url.protocol).toBe('https:');
  expect(url.hostname).toMatch(/^[a-z-]+\.example$/);
}
