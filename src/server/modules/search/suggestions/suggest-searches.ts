import { type SQL, sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import { named } from '#server/db/statement-name.ts';
import type { CountedCompany, SearchSuggestions } from '#shared/contract/job-responses.ts';
import { MAX_SEARCH_SUGGESTIONS } from '#shared/limits.ts';
import { capped, suggestCompanies } from '../facet-counts.ts';
import { sanitizeQuery } from '../query-parser.ts';
import { suggestPlaces } from '../suggest-places.ts';
import { nameText } from './stored-suggestion.ts';

/** The maximum number of suggestions of each kind. */
const MAX_OF_GROUP = { titles: 4, skills: 3, companies: 3, places: 3 };

/**
 * The number of stored suggestions of each kind that are read. Of these, the first that still have open jobs are shown.
 */
const MAX_CANDIDATES = 20;

/**
 * The maximum number of matching companies whose jobs are counted. With more, only the largest companies of the board
 * are suggested, because counting would be slow.
 */
const MAX_COMPANIES = 300;

/**
 * Suggests searches by the beginning of a word: titles and skills in all spellings of the dictionary, companies, and
 * places in any language. Names with the whole word come first, then those with more jobs. Without a text, suggests the
 * titles, skills and cities with the most jobs.
 */
export async function suggestSearches(
  db: BoardDatabase,
  typed: string,
): Promise<SearchSuggestions> {
  const text = sanitizeQuery(typed).trim();
  if (text && !/[\p{L}\p{N}]/u.test(text)) {
    return { titles: [], skills: [], companies: [], places: [] };
  }
  const [titles, skills, companies, places] = await Promise.all([
    findStored(db, 'title', text),
    findStored(db, 'skill', text),
    text ? findCompanies(db, text) : [],
    suggestPlaces(db, text),
  ]);
  return fewest({
    titles: titles.map(({ label, jobs }) => ({ title: label, jobs })),
    skills: skills.map(({ label, jobs }) => ({ skill: label, jobs })),
    companies: companies.filter(({ jobs }) => jobs > 0),
    places,
  });
}

/**
 * Shortens the groups of suggestions, the longest first, until the total is a number that a person can read at a
 * glance.
 */
function fewest({ titles, skills, companies, places }: SearchSuggestions): SearchSuggestions {
  const suggestions = {
    titles: titles.slice(0, MAX_OF_GROUP.titles),
    skills: skills.slice(0, MAX_OF_GROUP.skills),
    companies: companies.slice(0, MAX_OF_GROUP.companies),
    places: places.slice(0, MAX_OF_GROUP.places),
  };
  const groups = Object.values(suggestions).reverse();
  const total = groups.reduce((sum, { length }) => sum + length, 0);
  for (let left = total; left > MAX_SEARCH_SUGGESTIONS; left -= 1) {
    groups.reduce((a, b) => (b.length > a.length ? b : a)).pop();
  }
  return suggestions;
}

type StoredRow = { label: string; jobs: number };

/** Two queries: a `tsquery` of all words, the last of which may be incomplete, and a `tsquery` of whole words. */
function queriesOf(text: string): { prefix: SQL; exact: SQL | undefined } {
  const words = sql`phraseto_tsquery('simple', ${nameText(sql`${text}`)})::text`;
  return {
    prefix: sql`(case when ${words} = '' then '' else ${words} || ':*' end)::tsquery`,
    // A single letter is rarely a whole word.
    exact: text.length > 1 ? sql`(${words})::tsquery` : undefined,
  };
}

/**
 * Finds stored titles or skills. A title is left out if none of its jobs is still open. The query is planned with its
 * values: the fastest plan reads the suggestions in the order of their jobs for frequent words, and uses the index of
 * words for rare ones.
 */
async function findStored(
  db: BoardDatabase,
  kind: 'title' | 'skill',
  text: string,
): Promise<StoredRow[]> {
  const { prefix, exact } = queriesOf(text);
  const isOpen =
    kind === 'title'
      ? sql`where exists (select from jobs where closed_at is null and title collate "C" = any(titles))`
      : sql``;
  const find = async (condition: SQL) => {
    const { rows } = await db.reads.planned((reader) =>
      reader.execute<StoredRow>(
        named(
          'suggested_searches',
          sql`select label, jobs from (
              select label, jobs, titles from search_suggestions
              where kind = ${kind} and ${condition}
              order by kind desc, jobs desc limit ${sql.raw(String(MAX_CANDIDATES))}
            ) as candidates ${isOpen} order by jobs desc, label`,
        ),
      ),
    );
    return rows.map(({ label, jobs }) => ({ label, jobs: capped(jobs) }));
  };
  if (!text) return find(sql`true`);
  const [whole, begun] = await Promise.all([
    exact ? find(sql`words @@ ${exact}`) : [],
    find(sql`words @@ ${prefix}`),
  ]);
  const labels = new Set(whole.map(({ label }) => label));
  return [...whole, ...begun.filter(({ label }) => !labels.has(label))];
}

/** Finds companies with open jobs. */
async function findCompanies(db: BoardDatabase, text: string): Promise<CountedCompany[]> {
  const { prefix } = queriesOf(text);
  const few = await db.reads.run(
    'few_named_companies',
    sql`select from companies where name_words(name) @@ ${prefix} limit ${sql.raw(String(MAX_COMPANIES + 1))}`,
  );
  if (few.length === 0) return [];
  if (few.length <= MAX_COMPANIES) {
    return suggestCompanies(db, { filters: {}, match: undefined }, text);
  }
  const { rows } = await db.reads.planned((reader) =>
    reader.execute<CountedCompany>(
      named(
        'suggested_large_companies',
        sql`select id, name, candidates.jobs from (
            select label, jobs from search_suggestions
            where kind = 'company' and words @@ ${prefix}
            order by kind desc, jobs desc limit ${sql.raw(String(MAX_CANDIDATES))}
          ) as candidates join companies on id = label::uuid
          where name_words(name) @@ ${prefix}
            and exists (select from job_search where company_id = id)
          order by candidates.jobs desc, name collate "und-x-icu", id`,
      ),
    ),
  );
  return rows.map((row) => ({ ...row, jobs: capped(row.jobs) }));
}
