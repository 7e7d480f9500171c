import { sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import type { SearchSuggestions } from '#shared/contract/job-responses.ts';
import { MAX_SEARCH_SUGGESTIONS } from '#shared/limits.ts';
import { capped, suggestCompanies } from '../facet-counts.ts';
import { sanitizeQuery } from '../query-parser.ts';
import { suggestPlaces } from '../suggest-places.ts';

/** The most suggestions of each group. */
const MAX_OF_GROUP = { titles: 4, skills: 3, companies: 3, places: 3 };

/** The titles and skills of which the first are suggested, after those without an open job. */
const MAX_CANDIDATES = 20;

/**
 * Suggests searches by the beginning of a word of their names: titles and skills by all spellings of the dictionary,
 * companies, and places in any language. An exact word counts most, then the number of jobs.
 */
export async function suggestSearches(
  db: BoardDatabase,
  typed: string,
): Promise<SearchSuggestions> {
  const text = sanitizeQuery(typed).trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return { titles: [], skills: [], companies: [], places: [] };
  const [stored, companies, places] = await Promise.all([
    findStored(db, text),
    suggestCompanies(db, { filters: {}, match: undefined }, text),
    suggestPlaces(db, text),
  ]);
  const ofKind = (wanted: StoredRow['kind']) => stored.filter(({ kind }) => kind === wanted);
  return fewest({
    titles: ofKind('title').map(({ label, jobs }) => ({ title: label, jobs: capped(jobs) })),
    skills: ofKind('skill').map(({ label, jobs }) => ({ skill: label, jobs: capped(jobs) })),
    companies: companies.filter(({ jobs }) => jobs > 0),
    places,
  });
}

/** Shortens the groups to what a person takes in at once, the longest first. */
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

type StoredRow = { kind: 'title' | 'skill'; label: string; jobs: number };

/** The stored titles and skills. A title is left out once none of its jobs is open any more. */
function findStored(db: BoardDatabase, text: string): Promise<StoredRow[]> {
  const words = sql`phraseto_tsquery('simple', search_text(replace(${text}, '-', ' ')))`;
  const prefix = sql`(select case when words = '' then words else words || ':*' end
    from (select ${words}::text as words) as typed)::tsquery`;
  return db.reads.run<StoredRow>(
    'suggested_searches',
    sql`select kind, label, jobs from (
        select kind, label, jobs, titles, row_number() over (
          partition by kind order by words @@ ${words} desc, jobs desc, label
        ) as position
        from search_suggestions where words @@ ${prefix}
      ) as candidates
      where position <= ${sql.raw(String(MAX_CANDIDATES))} and (kind = 'skill' or exists (
        select from jobs where closed_at is null and title collate "C" = any(titles)
      ))
      order by position`,
  );
}
