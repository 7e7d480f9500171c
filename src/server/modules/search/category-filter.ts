import { sql } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { wordsOf } from '#server/content/dictionary/words.ts';
import type { Database } from '#server/db/client.ts';
import { named } from '#server/db/statement-name.ts';
import type { CategoryCorrections } from '#shared/contract/categories.ts';
import { type Category, listCategories, readCategories } from '../categories/queries.ts';
import { withoutOrder } from './heading-words.ts';
import { isSigned, type Term } from './query-parser.ts';
import type { Match } from './ranking-tiers.ts';
import { matchOf } from './ranking-tiers.ts';
import { inTitle, readWords } from './readings.ts';
import { skillTerm } from './skill-filter.ts';
import { all, any, NO_JOB, not, quoted, type TextQuery, toTsquery } from './text-query.ts';

/** What decides which jobs a category has. */
export type CategoryRule = Pick<Category, 'words' | 'stems' | 'skills'> & {
  /** The slug, under which corrections by hand are stored; undefined for a category that is not stored. */
  slug: string | undefined;
};

/**
 * Matches the jobs of a category in the column `heading`: those that a person has put into it, and those with one of its
 * words in their titles or with one of its skills, unless a person has taken them out.
 */
function categoryTerms({ slug, words, stems, skills }: CategoryRule): TextQuery {
  const derived = any([
    ...words.map((word, index) => titleTerms(word, stems[index] ?? '')),
    ...skills.map(skillTerm),
  ]);
  if (slug === undefined) return derived || NO_JOB;
  const added = quoted(`[${slug}`);
  return derived === '' ? added : any([added, all([derived, not(quoted(`]${slug}`))])]);
}

/**
 * Matches titles with a word or a phrase, as a search for it does: in its spellings of the dictionary, and by its stems unless
 * it names a role, because "design" is not the same as "designer".
 */
function titleTerms(text: string, stems: string): TextQuery {
  const term: Term = { text, phrase: false, excluded: false, prefix: false, start: 0, end: 0 };
  const isRole = wordsOf(text).some((word) => jobDictionary().isRoleNoun(word));
  return any([
    inTitle(readWords([term])),
    isRole || isSigned(text) || !/\p{L}{2}/u.test(text) ? '' : withoutOrder(stems),
  ]);
}

/** The query of a category as that of a search. */
export function categoryMatch(rule: CategoryRule): Match | undefined {
  return matchOf(undefined, 'strong', categoryTerms(rule));
}

type BoardReads = Parameters<typeof readCategories>[0];

/** Matches the jobs of the category with this slug. An unknown slug matches no job. */
export async function termsOfCategory(db: BoardReads, slug: string): Promise<TextQuery> {
  const category = (await readCategories(db)).find((each) => each.slug === slug);
  return category ? categoryTerms(category) : NO_JOB;
}

/** The slugs of the categories to which an open job belongs. A closed job belongs to none. */
export async function slugsOfJob(
  db: Pick<Database, 'execute'>,
  id: string,
  categories: Category[],
): Promise<string[]> {
  if (categories.length === 0) return [];
  const slugs = categories.map(({ slug }) => slug);
  const queries = categories.map((category) => toTsquery(categoryTerms(category)));
  const { rows } = await db.execute<{ slug: string }>(
    named(
      'categories_of_job',
      sql`select slug from job_search, unnest(${sql.param(slugs)}::text[], ${sql.param(queries)}::text[])
          with ordinality as listed (slug, query, place)
        where job_id = ${id}::uuid and heading @@ query::tsquery order by place`,
    ),
  );
  return rows.map(({ slug }) => slug);
}

/** Whether corrections change the categories to which an open job belongs. */
export async function changesCategories(
  tx: Database,
  id: string,
  { added, removed }: CategoryCorrections,
): Promise<boolean> {
  const all = await listCategories(tx);
  const current = await slugsOfJob(tx, id, all);
  return all.some(({ slug }) =>
    current.includes(slug) ? removed.includes(slug) && !added.includes(slug) : added.includes(slug),
  );
}
