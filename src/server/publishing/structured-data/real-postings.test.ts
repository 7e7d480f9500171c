import { eq, getTableColumns } from 'drizzle-orm';
import countries from 'i18n-iso-countries';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '#server/content/markdown/render-html.ts';
import { job_facts } from '#server/db/fact-tables.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { REAL_FEEDS, someRealFeeds } from '#server/job-feeds/testing/real-feeds.ts';
import { closesAt, jobFactColumns } from '#server/modules/facts/queries.ts';
import { presentJob } from '#server/modules/jobs/presenter.ts';
import { importFiles } from '#server/modules/sources/files/import-files.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import { countryName } from '#shared/format/country.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { describeJobPosting } from './job-posting.ts';
import { type Found, listOf, readPostings } from './testing/posting-of-page.ts';

const board = setUpTestBoard();

const SITE = 'https://jobs.example';

const COUNTRY_NAMES = new Set(Object.keys(countries.getAlpha2Codes()).map(countryName));

/**
 * The values that a posting may have, because the page shows them, though perhaps in a different format. Google
 * requires that all values in a posting are visible on the page.
 */
function seenOf(job: Job): Record<string, unknown> {
  return { title: job.title, description: job.description || undefined, datePosted: job.date };
}

const isHttp = (address: unknown) => /^https?:\/\/[^/]/.test(String(address));

/** Returns the violations of Google's rules in a posting. */
function problemsOf(posting: Found, job: Job): string[] {
  const problems: string[] = [];
  const rule = (holds: unknown, broken: string) => {
    if (!holds) problems.push(`${broken}: ${job.title} in ${job.location}`);
  };
  for (const [name, value] of Object.entries(seenOf(job))) {
    rule(posting[name] === value || (value === undefined && !(name in posting)), name);
  }
  rule(!('validThrough' in posting), 'no source names a closing date');
  const types = [undefined, 'FULL_TIME', 'PART_TIME', 'CONTRACTOR', 'INTERN', 'TEMPORARY'];
  rule(types.includes(posting.employmentType), 'employmentType');
  const { hiringOrganization, identifier, baseSalary } = posting;
  rule(hiringOrganization?.name === job.company.name, 'hiringOrganization');
  for (const name of ['sameAs', 'logo']) {
    rule(!(name in (hiringOrganization ?? {})) || isHttp(hiringOrganization?.[name]), name);
  }
  rule(identifier?.value === job.id, 'identifier');
  rule((posting as { directApply?: unknown }).directApply === false, 'directApply');
  const remote = posting.jobLocationType === 'TELECOMMUTE';
  rule(remote || !('jobLocationType' in posting), 'jobLocationType');
  const present = /hybrid|on-?site|office|\bhq\b/i.test(`${job.location} ${job.moreplaces}`);
  rule(!remote || (job.workplace === 'remote' && !present), 'remote');
  rule(remote !== 'jobLocation' in posting, 'jobLocation');
  for (const { address } of listOf(posting.jobLocation)) {
    const code = address?.addressCountry;
    rule(code === undefined || countries.isValid(String(code)), 'addressCountry');
  }
  for (const { name } of listOf(posting.applicantLocationRequirements)) {
    const country = String(name).split(', ').at(-1) ?? '';
    rule(COUNTRY_NAMES.has(country), 'applicantLocationRequirements');
  }
  rule(remote === 'applicantLocationRequirements' in posting, 'TELECOMMUTE without countries');
  if (job.pay || job.salary) {
    const value = baseSalary?.value as unknown as Record<string, number | string>;
    rule(/^[A-Z]{3}$/.test(String(baseSalary?.currency)), 'currency');
    rule(['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'].includes(String(value.unitText)), 'unitText');
    rule(value.minValue !== undefined || value.maxValue !== undefined, 'baseSalary');
    if (job.pay)
      rule(value.minValue === job.pay.minimum && value.maxValue === job.pay.maximum, 'pay');
  } else rule(!baseSalary, 'no salary is stated');
  return problems;
}

describe.skipIf(!REAL_FEEDS)('the postings of real boards (REAL_FEEDS)', () => {
  test('the postings of real boards meet each of Google’s rules and pass an independent validator', async () => {
    await importFiles(board.db, await someRealFeeds());
    const stored = await board.db
      .select({
        job: { ...getTableColumns(jobs), closes_at: closesAt },
        company: companies,
        facts: jobFactColumns,
      })
      .from(jobs)
      .innerJoin(companies, eq(companies.id, jobs.company_id))
      .leftJoin(job_facts, eq(job_facts.job_id, jobs.id));
    expect(stored).toHaveLength(388);
    for (const [index, row] of stored.entries()) {
      const job = presentJob({
        ...row,
        job: { ...row.job, description: renderHtml(row.job.description) },
      });
      const described = describeJobPosting(job, SITE);
      if (!described) throw new Error(`it is not known where ${job.title} is`);
      const written = JSON.stringify(described).replaceAll('<', '\\u003c');
      const page = `<html><script type="application/ld+json">${written}</script></html>`;
      const { postings, errors } = await readPostings(page);
      const posting = postings[0] as Found;
      expect(problemsOf(posting, job)).toEqual([]);
      expect(errors).toEqual([]);
      if (index % 60 > 0) continue;
      // Check that the page contains the same JSON-LD.
      const { body } = await board.app.inject({ url: `/jobs/${job.id}` });
      const [inPage] = (await readPostings(body)).postings;
      expect(JSON.stringify(inPage)).toBe(
        JSON.stringify(describeJobPosting(job, 'http://localhost:3000')),
      );
    }
  });
});
