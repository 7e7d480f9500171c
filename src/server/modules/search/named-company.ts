import { sql } from 'drizzle-orm';
import { wordsOf } from '#server/content/dictionary/words.ts';
import { withoutLegalForms } from '#server/content/names/legal-forms.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import type { NamedCompany } from '#shared/contract/job-responses.ts';
import { capped } from './facet-counts.ts';
import type { SearchedWords } from './ranking-tiers.ts';
import { STORED } from './stored-counts.ts';

/**
 * Reads the company that a search names: a company whose whole name equals the words of the search. If there is none,
 * reads a company whose name is among the words, as in "stripe engineer", provided that it has one of the found jobs.
 * If several companies have the whole name, returns the oldest.
 * @param rows the first page of the jobs that are found
 */
export async function readNamedCompany(
  db: BoardDatabase,
  words: SearchedWords | undefined,
  rows: { company: { id: string; name: string } }[],
): Promise<NamedCompany | undefined> {
  if (!words) return undefined;
  const { namedCompanies: whole } = words;
  const found = rows.find(({ company }) => isAmongWords(words, company));
  const ids = whole.length === 0 && found ? [found.company.id] : whole;
  if (ids.length === 0) return undefined;
  const [company] = await db.reads.run<NamedCompany>(
    'named_company',
    sql`select id, name, logo, (
        select coalesce(sum(jobs), 0)::integer from ${STORED} where company_id = companies.id
      ) as jobs from companies where id = any(${sql.param(ids)}::uuid[]) order by id limit 1`,
  );
  return company && { ...company, jobs: capped(company.jobs) };
}

/** Whether the words of a search contain a company's name. Its legal form may be missing. */
function isAmongWords(
  { companies, names }: SearchedWords,
  { id, name }: { id: string; name: string },
) {
  return (
    companies.includes(id) && withoutLegalForms(wordsOf(name)).every((word) => names.has(word))
  );
}
