import { type SQL, sql } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { foldSpelling } from '#server/content/dictionary/spelling-groups.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { named } from '#server/db/statement-name.ts';
import type { CountedCompany, SearchSuggestions } from '#shared/contract/job-responses.ts';
import { MAX_SEARCH_SUGGESTIONS } from '#shared/limits.ts';
import { capped, suggestCompanies } from '../facet-counts.ts';
import { sanitizeQuery } from '../query-parser.ts';
import { suggestPlaces } from '../suggest-places.ts';
import { nameText } from './stored-suggestion.ts';

/** The maximum number of suggestions of each kind. */
const MAX_OF_GROUP = { titles: 5, skills: 3, companies: 3, places: 3 };

/** The kinds from the least to the most likely. If there are too many suggestions, the first of these lose some. */
const LEAST_LIKELY = ['skills', 'places', 'companies', 'titles'] as const;

/**
 * The number of stored suggestions of each kind that are read. Of these, the first that still have open jobs are shown.
 */
const MAX_CANDIDATES = 100;

/** The minimum length of a text that begins few words, so that the index of words finds them in less time than planning. */
const MIN_RARE = 3;

/**
 * By how much a whole word counts more than the beginning of a word: "sales" suggests "Sales Trainer" before "Salesforce
 * Admin", unless the latter has far more jobs.
 */
const WHOLE_WORD = 5;

/**
 * The maximum number of matching companies whose jobs are counted. With more, only the largest companies of the board
 * are suggested, because counting would be slow.
 */
const MAX_COMPANIES = 300;

/**
 * Suggests searches by the beginning of a word: titles and skills in all spellings of the dictionary, companies, and
 * places in any language. Names that contain the typed words come first, those with the most jobs before others. Without
 * a text, suggests the titles, skills and cities with the most jobs.
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
    // No place is named "C++".
    /[+#]/.test(text) ? [] : suggestPlaces(db, text, MAX_OF_GROUP.places),
  ]);
  return fewest({
    titles: titles.map(({ label, jobs }) => ({ title: label, jobs })),
    skills: skills.map(({ label, jobs }) => ({ skill: label, jobs })),
    companies: companies.filter(({ jobs }) => jobs > 0),
    places,
  });
}

/**
 * Shortens the groups of suggestions until the total is a number that a person can read at a glance. One of each kind
 * stays, and titles stay the longest.
 */
function fewest({ titles, skills, companies, places }: SearchSuggestions): SearchSuggestions {
  const suggestions = {
    titles: titles.slice(0, MAX_OF_GROUP.titles),
    skills: skills.slice(0, MAX_OF_GROUP.skills),
    companies: companies.slice(0, MAX_OF_GROUP.companies),
    places: places.slice(0, MAX_OF_GROUP.places),
  };
  const groups = LEAST_LIKELY.map((kind) => suggestions[kind]);
  const total = groups.reduce((sum, { length }) => sum + length, 0);
  for (let left = total; left > MAX_SEARCH_SUGGESTIONS; left -= 1) {
    const others = groups.slice(0, -1);
    others.reduce((a, b) => (b.length > a.length ? b : a)).pop();
  }
  return suggestions;
}

type StoredRow = {
  label: string;
  jobs: number;
  /** Whether the label itself has the typed words, and whether it has the last one as a whole word. */
  named: boolean;
  whole: boolean;
};

/**
 * Three queries: a `tsquery` of all words in this order, the last of which may be incomplete; one of whole words; and
 * one of the beginnings of words in any order.
 */
function queriesOf(text: string): { prefix: SQL; exact: SQL; begun: SQL } {
  const words = sql`phraseto_tsquery('simple', ${nameText(sql`${text}`)})::text`;
  const begun = sql`regexp_replace(${words}, ' <(-|[0-9]+)> ', ':* & ', 'g')`;
  return {
    prefix: sql`(case when ${words} = '' then '' else ${words} || ':*' end)::tsquery`,
    exact: sql`(${words})::tsquery`,
    begun: sql`(case when ${words} = '' then '' else ${begun} || ':*' end)::tsquery`,
  };
}

/**
 * Finds stored titles or skills. A title is left out if none of its jobs is still open. A short text, with which many
 * words begin, is planned with its values, so that the suggestions may be read in the order of their jobs.
 */
async function findStored(
  db: BoardDatabase,
  kind: 'title' | 'skill',
  text: string,
): Promise<StoredRow[]> {
  const { prefix, exact, begun } = queriesOf(text);
  const isOpen =
    kind === 'title'
      ? sql`where exists (select from jobs where closed_at is null and title collate "C" = any(titles))`
      : sql``;
  const find = async (condition: SQL) => {
    const label = sql`to_tsvector('simple', ${nameText(sql`label`)})`;
    const statement = sql`select label, jobs, ${label} @@ ${prefix} as named, ${label} @@ ${exact} as whole from (
        select label, jobs, titles from search_suggestions
        where kind = ${kind} and ${condition}
        order by kind desc, jobs desc limit ${sql.raw(String(MAX_CANDIDATES))}
      ) as candidates ${isOpen} order by jobs desc, label`;
    const isRare = text.length >= MIN_RARE;
    const rows = await (isRare
      ? db.reads.run<StoredRow>('suggested_searches', statement)
      : db.reads.planned(
          async (reader) =>
            (await reader.execute<StoredRow>(named('suggested_searches', statement))).rows,
        ));
    return rows.map((row) => ({ ...row, jobs: capped(row.jobs) }));
  };
  if (!text) return find(sql`true`);
  // A single letter is rarely a whole word.
  const [whole, started] = await Promise.all([
    text.length > 1 ? find(sql`words @@ ${exact}`) : [],
    find(sql`words @@ ${prefix}`),
  ]);
  const inOrder = mostLikely(kind, text, [...whole, ...started]);
  const isDone = inOrder.length > 0 || kind === 'skill' || !/\s/.test(text);
  return isDone ? inOrder : find(sql`words @@ ${begun}`);
}

/**
 * Puts the most likely names first: those with a spelling that equals the text, then those with the typed words. Titles of
 * which only another spelling has the words follow: first the spellings that begin with the text. A person does not
 * understand why such a skill is suggested, so it is suggested only if there is no other.
 */
function mostLikely(kind: 'title' | 'skill', text: string, rows: StoredRow[]): StoredRow[] {
  const typed = foldSpelling(text);
  const found = [...new Map(rows.map((row) => [row.label, row])).values()].map((row) => {
    const spellings = [row.label, ...spellingsOf(kind, row.label)].map(foldSpelling);
    return {
      row,
      isEqual: spellings.includes(typed),
      isBeginning: spellings.some((spelling) => spelling.startsWith(typed)),
    };
  });
  const weight = ({ jobs, whole }: StoredRow) => (whole ? WHOLE_WORD * jobs : jobs);
  const rowsOf = (condition: (each: (typeof found)[number]) => boolean) =>
    found
      .filter(condition)
      .map(({ row }) => row)
      .sort((a, b) => weight(b) - weight(a));
  const equal = rowsOf(({ isEqual }) => isEqual);
  const containing = rowsOf(({ row, isEqual }) => row.named && !isEqual);
  const likely = [...equal, ...containing];
  if (likely.length > 0 && kind === 'skill') return likely;
  const synonyms = rowsOf(({ row, isEqual, isBeginning }) => isBeginning && !isEqual && !row.named);
  if (synonyms.length > 0 && kind === 'skill') return synonyms;
  const others = rowsOf(({ row, isBeginning }) => !isBeginning && !row.named);
  return [...likely, ...synonyms, ...others];
}

/** The other spellings of a title or a skill in the dictionary. */
function spellingsOf(kind: 'title' | 'skill', label: string): string[] {
  return jobDictionary()
    .find(label)
    .filter((group) => group.kind === kind)
    .flatMap(({ spellings }) => spellings.map(({ text }) => text));
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
