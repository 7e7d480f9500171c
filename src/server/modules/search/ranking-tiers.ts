import { sql } from 'drizzle-orm';
import { wordsOf } from '#server/content/dictionary/words.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { phraseWindow } from './phrase-window.ts';
import { type Clause, isSigned, plainTerm, type Term } from './query-parser.ts';
import {
  asPhrase,
  inRelatedTitle,
  inRole,
  inTitle,
  type Reading,
  readWords,
  withSkills,
} from './readings.ts';
import { readStatistics, type Statistics } from './statistics.ts';
import { all, any, not, quoted, shareOf, type TextQuery, toTsquery } from './text-query.ts';

/**
 * A text query on a column of `job_search`: `heading` has the words of the title and the location, and the company;
 * `words` also has those of the description.
 */
export type Query = { column: 'heading' | 'words'; terms: TextQuery };

/**
 * The tiers of jobs that match in their headings, the most relevant first. The tiers for other texts follow; they are
 * less relevant.
 */
const HEADING_TIERS = [
  'company',
  'role',
  'phrase',
  'title',
  'heading',
  'remote',
  'requirements',
  'related',
  'stems',
  'skills',
] as const;
export const TIERS = [...HEADING_TIERS, 'text', 'title prefix', 'prefix'] as const;

export type Tier = {
  /** The index of the tier's name in `TIERS`. */
  rank: number;
  query: Query;
  /** The part of the query that only this tier has. */
  own: TextQuery;
  /** The part of the query that is the same for all tiers except the tier of remote jobs. */
  required: TextQuery;
  /** Queries that match the jobs of better tiers, which do not belong to this tier. */
  better: Query[];
};

/** The text queries of a search. */
export type Match = {
  /** The query for all jobs that the search finds. */
  all: Query;
  /** The tiers of these jobs, the most relevant first. Empty if all jobs are equally relevant. */
  tiers: Tier[];
  /** The excluded terms, negated: a condition on the jobs of all tiers. Empty if there are none. */
  exclusions: TextQuery;
  /** For a search that only excludes words: matches exactly the jobs that the search does not find. */
  complement?: Query | undefined;
  /** The meanings of the required words. */
  readings: Reading[][];
  /** The ids of the companies with a searched word in their names. */
  companies: string[];
  /** The searched words in the names of `companies`. */
  names?: Set<string>;
  /** The ids of the companies whose whole name equals the search text. */
  namedCompanies?: string[];
  /** The terms to highlight, as a `tsquery`. */
  highlighted: string;
};

/**
 * The maximum number of companies that a word in their names can identify. If more companies have the word, a company
 * must have one more word of the search in its name.
 */
export const MAX_COMPANIES_BY_WORD = 25;

/**
 * A prefix is matched only if at most this many jobs contain it as a word. Otherwise, only the whole word is searched,
 * because matching the prefix would be slow.
 */
const MAX_PREFIX_JOBS = 10_000;

/**
 * If more titles than this are expected to match, wider titles (such as "engineer" for "software engineer") are not
 * searched: far more jobs would match.
 */
const FEW_TITLES = 100;

/** The meaning of a term on this board. */
type ResolvedTerm = {
  /** Its stems; empty for a stop word. */
  stems: string;
  /** The words as written; empty if there are none. */
  plain: string;
  /** The words as written, with compounds split at hyphens and similar characters. The last word may be a prefix. */
  parts: string;
  /** The ids of companies with the term as a word in their names. */
  companies: string[];
  /** For a prefix, the ids of companies with a word in their names that begins with it. */
  begun: string[];
  /** Whether the name of a place that has jobs contains the term. */
  placed: boolean;
  /** The matches of the term as written. Set only if the term is quoted or excluded, or has several words. */
  exact?: ExactWords | undefined;
};

/** The matches of words as written: without other forms of the words, and successive words as a phrase. */
type ExactWords = {
  /** In headings. */
  heading: TextQuery;
  /** In all texts. */
  text: TextQuery;
  /** The ids of companies with the words in their names. */
  companies: string[];
};

/**
 * Builds the text queries of a search. Returns undefined if the search has neither words nor other required terms.
 * @param requiredTerms the terms of the location and the facts
 * @param openTerms the required terms of remote jobs that people may do from the place in the search text; empty if the
 * text names no place
 * @param known terms that were resolved for similar searches; newly resolved terms are added
 */
export async function resolveMatch(
  db: BoardDatabase,
  clauses: Clause[],
  requiredTerms: TextQuery,
  openTerms: TextQuery,
  known: KnownTerms = new Map(),
): Promise<Match | undefined> {
  const terms = clauses.flat();
  const statistics = await readStatistics(db);
  const resolved = await resolveTerms(db, terms, known, statistics);
  const isPrefix = (term: Term) => {
    const known = resolved.get(term);
    if (!term.prefix || !known?.parts) return false;
    const share = shareOf(known.stems || known.plain, statistics.shares.words);
    return statistics.jobs * share <= MAX_PREFIX_JOBS;
  };
  const isRarePrefix = (term: Term) => {
    const share = shareOf(`${resolved.get(term)?.parts}:*`, statistics.shares.words);
    return statistics.jobs * share <= MAX_PREFIX_JOBS;
  };
  const titlePrefix = (word: string) => {
    const begun = `"${word}`;
    const share = statistics.shares.heading(begun, true);
    return statistics.jobs * share <= MAX_PREFIX_JOBS
      ? `${quoted(begun)}:*`
      : any(statistics.commonTitleWords(word).map((common) => quoted(`"${common}`)));
  };
  const isRareTitle = (title: TextQuery) =>
    statistics.jobs * shareOf(title, statistics.shares.heading) < FEW_TITLES;
  const companies = await findNamedCompanies(db, clauses, resolved);
  const estimates = { isPrefix, isRarePrefix, titlePrefix, isRareTitle };
  return buildMatch(clauses, resolved, companies, estimates, requiredTerms, openTerms);
}

/** Terms that are already resolved, by their `termKey`. */
export type KnownTerms = Map<string, ResolvedTerm | undefined>;

const termKey = (term: Term) => `${term.prefix} ${isExact(term)} ${term.text}`;

/** Whether only the words as written match, and not their other forms. */
const isExact = ({ phrase, excluded }: Term) => phrase || excluded;

async function resolveTerms(
  db: BoardDatabase,
  terms: Term[],
  known: KnownTerms,
  statistics: Statistics,
): Promise<Map<Term, ResolvedTerm | undefined>> {
  const unknown = terms.filter((term) => !known.has(termKey(term)));
  if (unknown.length > 0) {
    const texts = sql.param(unknown.map(({ text }) => text));
    const prefixes = sql.param(unknown.map(({ prefix }) => prefix));
    const [rows, exact] = await Promise.all([
      db.reads.run<ResolvedTerm>(
        'resolved_words',
        sql`select * from resolve_words(${texts}::text[], ${prefixes}::boolean[], ${MAX_COMPANIES_BY_WORD})`,
      ),
      resolveExactWords(db, unknown, statistics),
    ]);
    unknown.forEach((term, index) => {
      const row = rows[index];
      const words = exact.get(term);
      const isAsWritten = isExact(term) || isSigned(term.text);
      const companies = isAsWritten ? words?.companies : row?.companies;
      // The words of "M&A" have no useful stems: "a" is a stop word, and "m" is in "(m/f/d)".
      const stems = isSigned(term.text) && words ? toTsquery(words.text) : row?.stems;
      known.set(
        termKey(term),
        row && { ...row, stems: stems ?? '', exact: words, companies: companies ?? [] },
      );
    });
  }
  return new Map(terms.map((term) => [term, known.get(termKey(term))]));
}

/** Resolves the terms that are quoted or excluded, or that have several words, such as "ci/cd". */
async function resolveExactWords(
  db: BoardDatabase,
  terms: Term[],
  statistics: Statistics,
): Promise<Map<Term, ExactWords>> {
  const exact = terms.filter((term) => isExact(term) || /[^\p{L}\p{N}]/u.test(term.text));
  if (exact.length === 0) return new Map();
  const rows = await db.reads.run<{ exact: string; pairs: string; companies: string[] }>(
    'resolved_exact_words',
    sql`select * from resolve_exact_words(${sql.param(exact.map(({ text }) => text))}::text[], ${MAX_COMPANIES_BY_WORD})`,
  );
  const resolved = new Map<Term, ExactWords>();
  for (const [index, { exact: text, pairs, companies }] of rows.entries()) {
    const term = exact[index];
    if (!term) continue;
    const words = all(text.split(' <-> '));
    const phrase = pairs ? all([text, await phraseWindow(db, statistics, words)]) : text;
    resolved.set(term, { heading: pairs || text, text: any([pairs, phrase]), companies });
  }
  return resolved;
}

/** Finds the companies whose whole name equals the search text. */
async function findNamedCompanies(
  db: BoardDatabase,
  clauses: Clause[],
  resolved: Map<Term, ResolvedTerm | undefined>,
): Promise<string[]> {
  const terms = clauses.flat();
  const lists = terms.map((term) => resolved.get(term)?.companies ?? []);
  const ids = (lists[0] ?? []).filter((id) => lists.every((list) => list.includes(id)));
  if (ids.length === 0 || clauses.length < terms.length) return [];
  const searched = wordsOf(terms.map(({ text }) => text).join(' ')).join('');
  const rows = await db.reads.run<{ id: string; name: string }>(
    'named_companies',
    sql`select id, name from companies where id = any(${sql.param(ids)}::uuid[])`,
  );
  return rows.filter(({ name }) => wordsOf(name).join('') === searched).map(({ id }) => id);
}

/**
 * Decisions that depend on how many jobs are expected to match: what is searched, and how the last word, which may be
 * incomplete, is matched.
 */
type Estimates = {
  /** Whether few titles are expected to match. */
  isRareTitle: (title: TextQuery) => boolean;
  isPrefix: (term: Term) => boolean;
  /** Whether descriptions are searched for words that begin with the term: only if few descriptions contain them. */
  isRarePrefix: (term: Term) => boolean;
  /**
   * Matches titles with a word that begins with the text. If there are many such words, matches only the most frequent
   * ones.
   */
  titlePrefix: (word: string) => TextQuery;
};

function buildMatch(
  clauses: Clause[],
  resolved: Map<Term, ResolvedTerm | undefined>,
  /** The ids of the companies whose whole name equals the search text. */
  companies: string[],
  { isPrefix, isRarePrefix, titlePrefix, isRareTitle }: Estimates,
  requiredTerms: TextQuery,
  openTerms: TextQuery,
): Match | undefined {
  const exactOf = (term: Term) => (isExact(term) ? resolved.get(term)?.exact : undefined);
  // Stop words such as "the" are searched only if they are quoted or if there is no other word.
  const hasStem = (term: Term) => Boolean(resolved.get(term)?.stems);
  const hasStems = clauses.some((clause) => clause.some(hasStem));
  const isSearched = (term: Term) =>
    isExact(term)
      ? Boolean(exactOf(term)?.text)
      : hasStems
        ? hasStem(term)
        : Boolean(resolved.get(term)?.plain);
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
  const withCompanies = (words: TextQuery, { companies: ids }: ResolvedTerm) => [
    words,
    ...ids.map(companyTerm),
  ];
  const inNames = (words: TextQuery, known: ResolvedTerm) => [
    ...withCompanies(words, known),
    ...(known.placed ? [placeTerms(known.plain, false)] : []),
  ];
  const inHeading = (term: Term, known: ResolvedTerm) => {
    const exact = exactOf(term);
    return exact ? withCompanies(exact.heading, known) : inNames(inTitle(readWords([term])), known);
  };
  const asStems = (term: Term, known: ResolvedTerm) => [
    ...(exactOf(term) ? [] : [stemsOf(known)]),
    ...inHeading(term, known),
  ];
  const asTitlePrefix = (term: Term, known: ResolvedTerm) => {
    const words = isPrefix(term) ? wordsOf(term.text) : [];
    const last = words.pop();
    const begun = last && all([...words.map((word) => quoted(`"${word}`)), titlePrefix(last)]);
    return [...inHeading(term, known), ...(begun ? [begun] : [])];
  };
  // If the words are in their usual spelling, search only for their stems, which also match the words in titles. Each
  // additional term would take time for every job.
  const inText = (term: Term, known: ResolvedTerm) => {
    const exact = exactOf(term);
    if (exact) return withCompanies(exact.text, known);
    const { words, meanings } = readWords([term]);
    const isUsual = meanings.every((meaning) => meaning.join(' ') === words.join(' '));
    return isUsual ? inNames(stemsOf(known), known) : asStems(term, known);
  };
  const asPrefix = (term: Term, known: ResolvedTerm) => [
    ...inText(term, known),
    ...(isPrefix(term) && isRarePrefix(term)
      ? [`${known.parts}:*`, placeTerms(known.parts, true), ...known.begun.map(companyTerm)]
      : []),
  ];

  const exclusions = all(excluded.map((clause) => not(query([clause], inText))));
  if (required.length === 0) {
    if (exclusions) {
      return {
        // An index cannot list the jobs without a term, but it can list the jobs with one term and without another.
        all: { column: 'words', terms: all([requiredTerms || EVERY_JOB, exclusions]) },
        ...(!requiredTerms && {
          complement: {
            column: 'words',
            terms: any(excluded.map((clause) => query([clause], inText))),
          },
        }),
        ...WITHOUT_TIERS,
      };
    }
    if (!requiredTerms) return undefined;
    const everything: Query = { column: 'heading', terms: requiredTerms };
    return {
      ...WITHOUT_TIERS,
      all: everything,
      tiers: [
        {
          rank: TIERS.indexOf('title'),
          query: everything,
          own: '',
          required: requiredTerms,
          better: [],
        },
      ],
    };
  }
  const readings = readingsOf(clauses, exactOf);
  const hasPrefix = required.some((clause) => clause.some(isPrefix));
  const each = (read: (reading: Reading) => TextQuery) => {
    const queries = readings.map((alternatives) =>
      any(
        alternatives.map((reading) => {
          const terms = read(reading);
          return terms && all([terms, reading.exact ?? '']);
        }),
      ),
    );
    return queries.includes('') ? '' : all(queries);
  };
  const hasSkill = readings.flat().some(({ skills }) => skills.length > 0);
  const isWhole = readings.length === 1;
  const title = each(inTitle);
  const naming = required.flat().filter((term) => resolved.get(term)?.companies.length);
  const names = new Set(naming.flatMap(({ text }) => wordsOf(text)));
  const isWider = isRareTitle(title);
  const stems = query(required, asStems);
  const heading: Record<(typeof HEADING_TIERS)[number], TextQuery> = {
    company: any(companies.map(companyTerm)),
    role: isWhole ? each(inRole) : '',
    phrase: each(asPhrase),
    title,
    heading: query(required, inHeading),
    remote: openTerms && title ? all([title, openTerms]) : '',
    related: each((reading) => inRelatedTitle(reading, isWider ? names : undefined)),
    stems,
    requirements: hasSkill ? each((reading) => withSkills(reading, '$!')) : '',
    skills: hasSkill ? each((reading) => withSkills(reading, '$')) : '',
  };
  const remote = heading.remote;
  const tiers: Tier[] = [];
  // The queries of all previous tiers together, without the required terms.
  let inHeadings: TextQuery = '';
  let inWords: TextQuery = '';
  const add = (name: (typeof TIERS)[number], column: Query['column'], terms: TextQuery) => {
    if (terms === '') return;
    const better: Query[] = [
      { column: 'heading', terms: inHeadings },
      { column: 'words', terms: inWords },
    ];
    tiers.push({
      rank: TIERS.indexOf(name),
      query: { column, terms: all([terms, requiredTerms]) },
      own: terms,
      required: requiredTerms,
      better: better.filter((query) => query.terms !== ''),
    });
    if (column === 'heading') inHeadings = any([inHeadings, terms]);
    else inWords = any([inWords, terms]);
  };
  for (const name of HEADING_TIERS) {
    if (name !== 'remote') add(name, 'heading', heading[name]);
    else if (remote) {
      // The jobs of this tier are remote, and at other places than the search requires. They must not be in a previous
      // tier, so the exclusion of previous tiers contains the required terms.
      const terms = all([inHeadings, requiredTerms]);
      const query: Query = { column: 'heading', terms: remote };
      tiers.push({
        rank: TIERS.indexOf(name),
        query,
        own: remote,
        required: '',
        better: [{ column: 'heading', terms }],
      });
      inHeadings = any([inHeadings, remote]);
    }
  }
  add('text', 'words', query(required, inText));
  if (hasPrefix) {
    add('title prefix', 'heading', query(required, asTitlePrefix));
    add('prefix', 'words', query(required, asPrefix));
  }
  const strict = any([inHeadings, inWords]);
  const found = any([all([strict, requiredTerms]), remote]);
  return {
    all: { column: 'words', terms: all([found, exclusions]) },
    tiers,
    readings,
    namedCompanies: companies,
    companies: naming.flatMap((term) => resolved.get(term)?.companies ?? []),
    names,
    exclusions,
    highlighted: toTsquery(
      query(required, (term, { stems, plain, parts }) => [
        stems || plain,
        ...(isPrefix(term) ? [`${parts}:*`] : []),
      ]),
    ).replaceAll('&', '|'),
  };
}

/** The meanings of a search: one list for each run of adjacent words, and one for each alternative in other clauses. */
function readingsOf(
  clauses: Clause[],
  exactOf: (term: Term) => ExactWords | undefined,
): Reading[][] {
  const readings: Reading[][] = [];
  let run: Term[] = [];
  const endRun = () => {
    if (run.length > 0) readings.push([readWords(run)]);
    run = [];
  };
  for (const clause of clauses) {
    const only = plainTerm(clause);
    if (only) run.push(only);
    else {
      endRun();
      const required = clause.filter(({ excluded }) => !excluded);
      if (required.length > 0)
        readings.push(
          required.map((term) => ({ ...readWords([term]), exact: exactOf(term)?.heading })),
        );
    }
  }
  endRun();
  return readings;
}

/** Matches every job, because every job has a term for its type. */
const EVERY_JOB = any(EMPLOYMENT_TYPES.map((type) => `':${type}'`));

const WITHOUT_TIERS = { tiers: [], exclusions: '', readings: [], companies: [], highlighted: '' };

/**
 * Matches texts with any form of the words. Several words of one term must be adjacent. If they have no hyphen, as in
 * "ci/cd", they must be as written.
 */
function stemsOf({ stems, plain, exact }: ResolvedTerm): TextQuery {
  const terms = stems || plain;
  const isJoined = terms.includes('<') && !/'[^' ]*-/.test(terms);
  return isJoined && exact ? exact.text : terms;
}

const companyTerm = (id: string) => `'=${id}'`;

/** Turns the words of a `tsquery` into terms that match the same words in locations. */
function placeTerms(query: string, isPrefix: boolean): TextQuery {
  const terms = [...query.matchAll(/'((?:[^']|'')*)'/g)].map(([, word]) => `'@${word}'`);
  return all(
    terms.map((term, index) => (isPrefix && index === terms.length - 1 ? `${term}:*` : term)),
  );
}
