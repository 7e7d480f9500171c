import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { readMarkdown } from '#server/platform/data-file.ts';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';

const company = z.strictObject({ name: z.string(), website: z.string() });

const job = z.strictObject({
  title: z.string(),
  type: z.enum(EMPLOYMENT_TYPES),
  location: z.string(),
  salary: z.enum(['', ...SALARY_RANGES.map(({ value }) => value)]).default(''),
  applyurl: z.string().default(''),
  hoursAgo: z.coerce.number<string>().int(),
});

const FOLDER = new URL('./companies/', import.meta.url);

/**
 * The companies of the demo board, with their jobs. All of them are invented. `companies/README.md` describes their
 * files.
 */
export const DEMO_COMPANIES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
  .map(readCompany);

/** @param slug the name of the company's folder, and of its logo's file without the extension */
function readCompany(slug: string) {
  const folder = new URL(`${slug}/`, FOLDER);
  const { data, text } = readMarkdown(new URL('company.md', folder), company);
  const jobs = readdirSync(folder).filter((name) => name !== 'company.md');
  return {
    ...data,
    slug,
    description: text,
    jobs: jobs.sort().map((name) => {
      const { data, text } = readMarkdown(new URL(name, folder), job);
      return { ...data, description: text };
    }),
  };
}
