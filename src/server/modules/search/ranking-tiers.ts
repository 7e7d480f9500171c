import { sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import type { Clause, Term } from './query-parser.ts';
import { readStatistics } from './statistics.ts';
import { all, any, not, shareOf, type TextQuery, toTsquery } from './text-query.ts';

/** A text query over one column of `job_search`. */
export type Query = { column: 'heading' | 'words'; terms: TextQuery };

/** The text queries of a search. */
export type Match = {
  /** Matches every job that the search finds. */
  all: Query;
  /**
   * The same jobs in tiers, the most relevant first. Jobs that match one of the tiers in `without` do not belong to
   * this tier. `same`: the tier matches the same jobs as the one before it, so it is skipped. Empty if all jobs are
   * equally relevant.
   */
  tiers: { query: Query; without: number[]; same?: boolean }[];
  /** A further condition on the jobs of all tiers: the excluded terms, negated. Empty if there are none. */
  exclusions: TextQuery;
  /** For a search that only excludes: matches exactly the jobs that it does not find. */
  complement?: Query | undefined;
  /** The terms to highlight, as a `tsquery`. */
  highlighted: string;
};

/**
 * A word in the names of more companies than this does not identify a company. Such a company matches only if another
 * word of the search is in its name too.
 */
const MAX_COMPANIES_BY_WORD = 25;

/**
 * A prefix that occurs as a word in more jobs than this is searched as that word, because matching the prefix would be
 * slow.
 */
const MAX_PREFIX_JOBS = 10_000;

/** What a term means on this board. */
type ResolvedTerm = {
  /** Its stems; empty for a stop word. */
  stems: string;
  /** The words as written; empty if there are none. */
  plain: string;
  /** The same, with compounds split at hyphens and the like. The last word may be a prefix. */
  parts: string;
  /** The ids of companies with the term as a word of their name. */
  companies: string[];
  /** For a prefix, the ids of companies with a word of their name that begins with it. */
  begun: string[];
  /** Whether the name of a place with jobs contains the term. */
  placed: boolean;
};

/**
 * Builds the text queries of a search. Undefined if it has neither words nor other required terms.
 * @param requiredTerms the terms of the location and the facts
 */
export async function resolveMatch(
  db: BoardDatabase,
  clauses: Clause[],
  requiredTerms: TextQuery,
): Promise<Match | undefined> {
  const terms = clauses.flat();
  const [resolved, statistics] = await Promise.all([resolveTerms(db, terms), readStatistics(db)]);
  const isPrefix = (term: Term) => {
    const known = resolved.get(term);
    if (!term.prefix || !known?.parts) return false;
    const share = shareOf(known.stems || known.plain, statistics.shares.words);
    return statistics.jobs * share <= MAX_PREFIX_JOBS;
  };
  return buildMatch(clauses, resolved, isPrefix, requiredTerms);
}

async function resolveTerms(
  db: BoardDatabase,
  terms: Term[],
): Promise<Map<Term, ResolvedTerm | undefined>> {
  if (terms.length === 0) return new Map();
  const texts = sql.param(terms.map(({ text }) => text));
  const prefixes = sql.param(terms.map(({ prefix }) => prefix));
  const rows = await db.reads.run<ResolvedTerm>(
    'resolved_words',
    sql`select * from resolve_words(${texts}::text[], ${prefixes}::boolean[], ${MAX_COMPANIES_BY_WORD})`,
  );
  return new Map(terms.map((term, index) => [term, rows[index]]));
}

function buildMatch(
  clauses: Clause[],
  resolved: Map<Term, ResolvedTerm | undefined>,
  isPrefix: (term: Term) => boolean,
  requiredTerms: TextQuery,
): Match | undefined {
  // Stop words such as "the" are only searched if there is no other word.
  const hasStem = (term: Term) => Boolean(resolved.get(term)?.stems);
  const hasStems = clauses.some((clause) => clause.some(hasStem));
  const isSearched = (term: Term) =>
    hasStems ? hasStem(term) : Boolean(resolved.get(term)?.plain);
  const searched = clauses
    .map((clause) => clause.filter(isSearched))
    .filter((clause) => clause.length > 0);
  const required = searched.filter((clause) => clause.some(({ excluded }) => !excluded));
  const excluded = searched.filter((clause) => !required.includes(clause));

  const query = (
    chosen: Clause[],
    alternatives: (term: Term, resolved: ResolvedTerm) => TextQuery[],
  ) =>
    all(
      chosen.map((clause) =>
        any(
          clause.flatMap((term) => {
            const known = resolved.get(term);
            return known ? alternatives(term, known) : [];
          }),
        ),
      ),
    );
  const inTitle = (_term: Term, { stems, plain }: ResolvedTerm) => [stems || plain];
  const inNames = (term: Term, known: ResolvedTerm) => [
    ...inTitle(term, known),
    ...known.companies.map(companyTerm),
  ];
  const inHeading = (term: Term, known: ResolvedTerm) => [
    ...inNames(term, known),
    ...(known.placed ? [placeTerms(known.plain, false)] : []),
  ];
  const asPrefix = (term: Term, known: ResolvedTerm) => [
    ...inHeading(term, known),
    ...(isPrefix(term)
      ? [`${known.parts}:*`, placeTerms(known.parts, true), ...known.begun.map(companyTerm)]
      : []),
  ];

  const exclusions = all(excluded.map((clause) => not(query([clause], inNames))));
  if (required.length === 0) {
    if (exclusions) {
      return {
        // An index cannot list the jobs without a term. It can list those with one term and without another.
        all: { column: 'words', terms: all([requiredTerms || EVERY_JOB, exclusions]) },
        ...(!requiredTerms && {
          complement: {
            column: 'words',
            terms: any(excluded.map((clause) => query([clause], inNames))),
          },
        }),
        ...WITHOUT_TIERS,
      };
    }
    return requiredTerms
      ? { all: { column: 'heading', terms: requiredTerms }, ...WITHOUT_TIERS }
      : undefined;
  }
  const terms = {
    title: all([query(required, inTitle), requiredTerms]),
    names: all([query(required, inNames), requiredTerms]),
    heading: all([query(required, inHeading), requiredTerms]),
    prefix: all([query(required, asPrefix), requiredTerms]),
  };
  const tier = (column: Query['column'], terms: TextQuery, without: number[]) => ({
    query: { column, terms },
    without,
  });
  const hasPrefix = required.some((clause) => clause.some(isPrefix));
  const hasCompany = required.flat().some((term) => resolved.get(term)?.companies.length);
  const hasPlace = required.flat().some((term) => resolved.get(term)?.placed);
  return {
    all: { column: 'words', terms: all([terms.prefix, exclusions]) },
    tiers: [
      tier('heading', terms.title, []),
      { ...tier('heading', terms.names, [0]), same: !hasCompany },
      { ...tier('heading', terms.heading, [1]), same: !hasPlace },
      tier('words', terms.heading, [2]),
      ...(hasPrefix
        ? [
            tier('heading', terms.prefix, [3]),
            // The same column as an earlier tier, so the index itself can exclude that tier's jobs.
            tier('words', all([terms.prefix, not(terms.heading)]), [4]),
          ]
        : []),
    ],
    exclusions,
    highlighted: toTsquery(
      query(required, (term, { stems, plain, parts }) => [
        stems || plain,
        ...(isPrefix(term) ? [`${parts}:*`] : []),
      ]),
    ).replaceAll('&', '|'),
  };
}

/** The first tier whose jobs match in the description and not in the heading. */
export const FIRST_DESCRIPTION_TIER = 3;

/** Matches every job, because every job has a term for its type. */
const EVERY_JOB = any(EMPLOYMENT_TYPES.map((type) => `':${type}'`));

const WITHOUT_TIERS = { tiers: [], exclusions: '', highlighted: '' };

const companyTerm = (id: string) => `'=${id}'`;

/** Turns the words of a `tsquery` into the terms of a location. */
function placeTerms(query: string, isPrefix: boolean): TextQuery {
  const terms = [...query.matchAll(/'((?:[^']|'')*)'/g)].map(([, word]) => `'@${word}'`);
  return all(
    terms.map((term, index) => (isPrefix && index === terms.length - 1 ? `${term}:*` : term)),
  );
}
