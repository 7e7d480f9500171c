import { type SQL, sql } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { isInTitle } from '#server/content/dictionary/spelling-index.ts';
import { wordsOf } from '#server/content/dictionary/words.ts';
import { withoutLegalForms } from '#server/content/names/legal-forms.ts';
import {
  type Naming,
  namesToFind,
  namingOf,
  searchedForms,
} from '#server/content/names/name-forms.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { FEW_STRONG } from '#shared/domain/job-search.ts';
import { marked, withoutOrder } from './heading-words.ts';
import { phrasePattern } from './phrase-pattern.ts';
import { phraseWindow } from './phrase-window.ts';
import { type Clause, isSigned, plainTerm, type Term } from './query-parser.ts';
import { type SearchedWords, type Strength, type TierName, tiersOf } from './ranking-tiers.ts';
import {
  asPhrase,
  asTyped,
  inRelatedTitle,
  inRole,
  inTitle,
  type Reading,
  readWords,
  withSkills,
} from './readings.ts';
import { readStatistics, type Statistics } from './statistics.ts';
import { all, any, NO_JOB, not, quoted, shareOf, type TextQuery, toTsquery } from './text-query.ts';
import { companyForm, companyWord } from './widest-terms.ts';

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
  /** The words one after the other, as a `tsquery`; empty if there are none. */
  phrase: string;
  /** The ids of companies with the words in their names. */
  companies: string[];
};

/** Looks up how the words of a search match jobs. Returns undefined if no word is searched. */
export async function resolveWords(
  db: BoardDatabase,
  clauses: Clause[],
): Promise<SearchedWords | undefined> {
  const terms = clauses.flat();
  if (terms.length === 0) return undefined;
  const statistics = await readStatistics(db);
  const exact = await resolveExactWords(db, terms, statistics);
  const readings = readingsOf(clauses, (term) => (isExact(term) ? exact.get(term) : undefined));
  const { resolved, companies, titles } = await resolveTerms(db, clauses, exact, readings);
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
  const estimates = { isPrefix, isRarePrefix, titlePrefix };
  return matchWords(clauses, resolved, readings, companies, strengthOfRelated(titles), estimates);
}

/**
 * How related titles match, and wider ones such as "engineer" for "software engineer": strongly if no job has the searched
 * title, and as mentions if few have it. If many have it, related titles are not searched.
 * @param titles the number of jobs with the searched title, up to `FEW_STRONG`; null if no title is related
 */
function strengthOfRelated(titles: number | null): Exclude<Strength, 'any'> | undefined {
  if (titles === null || titles >= FEW_STRONG) return undefined;
  return titles === 0 ? 'strong' : 'mention';
}

/** SQL for the number of jobs with the searched title, up to `FEW_STRONG`; null if no title is related. */
function countTitles(readings: Reading[][]): SQL {
  const title = inEach(readings, inTitle);
  const hasRelated = inEach(readings, (reading) => inRelatedTitle(reading, new Set())) !== '';
  const asked = (query: TextQuery) => sql`${hasRelated ? toTsquery(query) : ''}`;
  const few = sql.raw(String(FEW_STRONG));
  const countOf = (query: SQL) => sql`(select count(*)::int from (
      select from job_search where heading @@ ${query}::tsquery limit ${few}
    ) as titled)`;
  const [role, whole] = [asked(inEach(readings, inRole) || NO_JOB), asked(title)];
  // Count exact titles first, because the index finds them by one term each.
  return sql`case when ${whole}::text = '' then null when ${countOf(role)} >= ${few} then ${few}
    else ${countOf(whole)} end`;
}

/** Matches jobs that match one reading of each part of the search. Empty if a part has no query. */
function inEach(readings: Reading[][], read: (reading: Reading) => TextQuery): TextQuery {
  const queries = readings.map((alternatives) =>
    any(
      alternatives.map((reading) => {
        const terms = read(reading);
        return terms && all([terms, reading.exact ?? '']);
      }),
    ),
  );
  return queries.includes('') ? '' : all(queries);
}

/** Whether only the words as written match, and not their other forms. */
const isExact = ({ phrase, excluded }: Term) => phrase || excluded;

/** What the terms of a search mean on this board. */
type ResolvedTerms = {
  resolved: Map<Term, ResolvedTerm>;
  companies: NamedCompanies;
  /** The number of jobs with the searched title; see `countTitles`. */
  titles: number | null;
};

/** Looks up all terms of a search, the companies that they name and the jobs with its title in one statement. */
async function resolveTerms(
  db: BoardDatabase,
  clauses: Clause[],
  exact: Map<Term, ExactWords>,
  readings: Reading[][],
): Promise<ResolvedTerms> {
  const terms = clauses.flat();
  const text = terms.map((term) => term.text).join(' ');
  // A search with alternatives or excluded words is no name.
  const isName = clauses.every(([term, ...others]) => others.length === 0 && !term?.excluded);
  const names = isName && !isTitle(wordsOf(text)) ? namesToFind(text) : [];
  const texts = sql.param(terms.map((term) => term.text));
  const prefixes = sql.param(terms.map(({ prefix }) => prefix));
  const exactIds = sql.param([...exact.values()].flatMap(({ companies }) => companies));
  const [row] = await db.reads.run<{
    terms: ResolvedTerm[];
    companies: NamedRow[];
    titles: number | null;
  }>(
    'resolved_words',
    sql`with resolved as materialized (
        select * from resolve_words(${texts}::text[], ${prefixes}::boolean[], ${MAX_COMPANIES_BY_WORD})
      ), named as (
        select id, name, false as joined from companies
          where id = any(${exactIds}::uuid[] || array(select unnest(companies) from resolved))
        union all select id, name, true from companies where name_letters(name) = any(${sql.param(names)}::text[])
      )
      select (select json_agg(resolved) from resolved) as terms,
        (select coalesce(json_agg(named), '[]') from named) as companies,
        ${countTitles(readings)} as titles`,
  );
  const { terms: rows = [], companies = [], titles = null } = row ?? {};
  const resolved = new Map<Term, ResolvedTerm>();
  for (const [index, found] of rows.entries()) {
    const term = terms[index];
    if (!term) continue;
    const words = exact.get(term);
    const isAsWritten = isExact(term) || isSigned(term.text);
    resolved.set(term, {
      ...found,
      // The words of "M&A" have no useful stems: "a" is a stop word, and "m" is in "(m/f/d)".
      stems: isSigned(term.text) && words ? words.phrase : found.stems,
      exact: words,
      companies: isAsWritten ? (words?.companies ?? []) : found.companies,
    });
  }
  const ids = new Set([...resolved.values()].flatMap((term) => term.companies));
  const named = companies.filter(({ id, joined }) => joined || ids.has(id));
  return { resolved, companies: namedCompanies(named, text, isName), titles };
}

/** Resolves the terms that are quoted or excluded, or that have several words, such as "ci/cd". */
async function resolveExactWords(
  db: BoardDatabase,
  terms: Term[],
  statistics: Statistics,
): Promise<Map<Term, ExactWords>> {
  const exact = terms.filter((term) => isExact(term) || /[^\p{L}\p{N}]/u.test(term.text));
  if (exact.length === 0) return new Map();
  const rows = await db.reads.run<ResolvedExactWords>(
    'resolved_exact_words',
    sql`select * from resolve_exact_words(${sql.param(exact.map(({ text }) => text))}::text[], ${MAX_COMPANIES_BY_WORD})`,
  );
  const resolved = new Map<Term, ExactWords>();
  for (const [index, { heading, pairs, exact: words, ...row }] of rows.entries()) {
    const term = exact[index];
    if (!term) continue;
    const inHeading = pairs || heading;
    const inText = pairs && words ? await phraseIn(db, statistics, words, row.words) : words;
    const text = any([inHeading, inText]);
    resolved.set(term, { heading: inHeading, text, phrase: heading, companies: row.companies });
  }
  return resolved;
}

type ResolvedExactWords = {
  heading: string;
  pairs: string;
  exact: string;
  words: string[];
  companies: string[];
};

async function phraseIn(
  db: BoardDatabase,
  statistics: Statistics,
  terms: string,
  words: string[],
): Promise<TextQuery> {
  const window = await phraseWindow(db, statistics, terms);
  return { words: all([terms, window]), pattern: phrasePattern(words) };
}

/** The companies that a search names; see `namingOf`. */
type NamedCompanies = {
  /** The ids of the companies whose whole name equals the search text. */
  whole: string[];
  /** The words of each company whose whole name is among the searched words, by id. */
  among: Map<string, string[]>;
};

/** A company with a searched word in its name, or, if `joined`, with the name that the searched words make together. */
type NamedRow = { id: string; name: string; joined: boolean };

/** Tells what the search text means for these companies. With `isName`, it may be a name itself. */
function namedCompanies(rows: NamedRow[], text: string, isName: boolean): NamedCompanies {
  const naming = new Map(
    rows.map(({ id, name }) => [id, isName ? namingOf(text, name) : undefined]),
  );
  const named = (how: Naming) => [...naming].flatMap(([id, each]) => (each === how ? [id] : []));
  const whole = named('whole');
  const searched = wordsOf(text);
  const companies = rows.map(({ id, name }) => [id, withoutLegalForms(wordsOf(name))] as const);
  return {
    whole: whole.length > 0 ? whole : named('short'),
    among: new Map(companies.filter(([, words]) => words.every((word) => searched.includes(word)))),
  };
}

/**
 * Decisions that depend on how many jobs are expected to match: what is searched, and how the last word, which may be
 * incomplete, is matched.
 */
type Estimates = {
  isPrefix: (term: Term) => boolean;
  /** Whether descriptions are searched for words that begin with the term: only if few descriptions contain them. */
  isRarePrefix: (term: Term) => boolean;
  /**
   * Matches titles with a word that begins with the text. If there are many such words, matches only the most frequent
   * ones.
   */
  titlePrefix: (word: string) => TextQuery;
};

function matchWords(
  clauses: Clause[],
  resolved: Map<Term, ResolvedTerm | undefined>,
  readings: Reading[][],
  named: NamedCompanies,
  related: Awaited<ReturnType<typeof strengthOfRelated>>,
  { isPrefix, isRarePrefix, titlePrefix }: Estimates,
): SearchedWords | undefined {
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
  const naming = namingTerms(clauses, named);
  // A word of a company's name means the company if the search has the whole name, or if the word means nothing else.
  const companiesOf = (term: Term, { companies: ids }: ResolvedTerm) =>
    ids.filter((id) => named.among.has(id) || !naming.has(term)).map(companyTerm);
  const inNames = (words: TextQuery, known: ResolvedTerm) => [
    words,
    ...(known.placed ? [placeTerms(known.plain, false)] : []),
  ];
  const inHeading = (term: Term, known: ResolvedTerm) => {
    const exact = exactOf(term);
    const words = exact ? [exact.heading] : inNames(inTitle(readWords([term])), known);
    return [...words, ...companiesOf(term, known)];
  };
  const asStems = (term: Term, known: ResolvedTerm) => [
    ...(exactOf(term) || isRole(term) ? [] : [stemsOf(known)]),
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
    const companies = known.companies.map(companyTerm);
    const exact = exactOf(term);
    if (exact) return [exact.text, ...companies];
    const { words, meanings } = readWords([term]);
    const isUsual = meanings.every((meaning) => meaning.join(' ') === words.join(' '));
    const inTitles = isUsual ? [] : inHeading(term, known);
    return [...inNames(stemsOf(known), known), ...inTitles, ...companies];
  };
  const asPrefix = (term: Term, known: ResolvedTerm) => [
    ...inText(term, known),
    ...(isPrefix(term) && isRarePrefix(term)
      ? [
          `${withoutOrder(known.parts)}:*`,
          placeTerms(known.parts, true),
          ...known.begun.map(companyTerm),
        ]
      : []),
  ];

  const inExcluded = excluded.map((clause) => query([clause], inText));
  const exclusions = all(inExcluded.map(not));
  if (required.length === 0) {
    if (!exclusions) return undefined;
    return { ...WITHOUT_TIERS, exclusions, excluded: any(inExcluded) };
  }
  const each = (read: (reading: Reading) => TextQuery) => inEach(readings, read);
  const hasSkill = readings.flat().some(({ skills }) => skills.length > 0);
  const isWhole = readings.length === 1;
  const ofCompanies = required.flat().filter((term) => resolved.get(term)?.companies.length);
  const names = new Set(ofCompanies.flatMap(({ text }) => wordsOf(text)));
  const inRelated = each((reading) => inRelatedTitle(reading, names));
  const heading = tiersOf('heading', {
    company: any(named.whole.map(companyTerm)),
    'as typed': each(asTyped),
    role: isWhole ? each(inRole) : '',
    phrase: each(asPhrase),
    title: each(inTitle),
    heading: query(required, inHeading),
    requirements: hasSkill ? each((reading) => withSkills(reading, '$!')) : '',
    related: related === 'strong' ? inRelated : '',
    stems: query(required, asStems),
  });
  // Of several words, those that name a role, a skill or a company must match in the heading or as a requirement. The
  // others may match anywhere.
  const roleAndText = required.flat().some((term) => naming.has(term))
    ? query(required, (term, known) =>
        naming.has(term)
          ? [
              ...asStems(term, known).map(marked),
              ...(exactOf(term) ? [] : (naming.get(term) ?? [])),
            ]
          : inText(term, known),
      )
    : '';
  const inHeadings = heading
    .filter(({ name }) => !NARROWER.has(name))
    .map(({ query: { terms } }) => terms);
  const isStrong = any([...inHeadings.map(marked), roleAndText]);
  // Unless it has adjacent words, whose order is unknown there, a query of the heading finds the same jobs in `words`.
  const findsOthers = roleAndText !== '' || inHeadings.some((terms) => /</.test(toTsquery(terms)));
  const hasPrefix = required.some((clause) => clause.some(isPrefix));
  return {
    strong: [...heading, ...tiersOf('words', { 'role and text': findsOthers ? isStrong : '' })],
    mentions: tiersOf('words', {
      related: related === 'mention' ? marked(inRelated) : '',
      skills: hasSkill ? each((reading) => withSkills(reading, '$')) : '',
      text: query(required, inText),
      'title prefix': hasPrefix ? marked(query(required, asTitlePrefix)) : '',
      prefix: hasPrefix ? query(required, asPrefix) : '',
    }),
    isStrong,
    exclusions,
    widest: (placeOf) => {
      const text = clauses.flatMap((clause) => clause.map((term) => term.text)).join(' ');
      // A company whose name has a searched word may appear later, so no word counts as its name here.
      const names = namingTerms(clauses, { whole: [], among: new Map() });
      const ofName = ({ stems, plain, parts }: ResolvedTerm) =>
        any(lexemesOf(stems, plain, parts).map(companyWord));
      const anywhere = query(required, (term, resolved) => {
        const known = { ...resolved, placed: true };
        const inTitles = asStems(term, known).map(marked);
        const others = names.has(term) ? (names.get(term) ?? []) : inText(term, known);
        return [...inTitles, ...others, ofName(known), placeOf(term)];
      });
      return any([
        anywhere,
        // Without its words: if the title is related to them, or if they are the name of its company.
        each((reading) => inRelatedTitle(reading, new Set())),
        ...required.flat().map((term) => {
          const known = resolved.get(term);
          return known ? ofName(known) : '';
        }),
        ...searchedForms(text).map(companyForm),
      ]);
    },
    readings,
    namedCompanies: named.whole,
    companies: ofCompanies.flatMap((term) => resolved.get(term)?.companies ?? []),
    names,
    highlighted: toTsquery(
      query(required, (term, { stems, plain, parts }) => [
        stems || plain,
        ...(isPrefix(term) ? [`${parts}:*`] : []),
      ]),
    ).replaceAll('&', '|'),
  };
}

/**
 * Tiers whose jobs the tier "title" also matches, because it requires the same words anywhere in the title. Without them, a
 * query for all strong matches takes less time.
 */
const NARROWER = new Set<TierName>(['as typed', 'phrase']);

const WITHOUT_TIERS = {
  strong: [],
  mentions: [],
  isStrong: '',
  widest: () => '',
  readings: [],
  companies: [],
  names: new Set<string>(),
  namedCompanies: [],
  highlighted: '',
};

/**
 * Whether the dictionary knows every word, and the last one names a role. Then, as in "data engineer", the words do not mean
 * a company that writes them together.
 */
function isTitle(words: string[]): boolean {
  const spelled = jobDictionary().spellingsIn(words);
  return (
    jobDictionary().isRoleNoun(words.at(-1) ?? '') &&
    words.every((_, at) => spelled.some(({ start, end }) => at >= start && at < end))
  );
}

/** Whether a word names a role, such as "designer". Other forms of it, such as "design", name a field. */
function isRole({ text }: Term): boolean {
  return wordsOf(text).some((word) => jobDictionary().isRoleNoun(word));
}

/**
 * The words of a search that name a role, a skill or a company: words of the dictionary, the last words of titles and the
 * words before them, as in "loom engineer", and the whole names of companies. A name within the name of a title, such as
 * エンジニア (engineer) in バックエンドエンジニア (back-end engineer), does not count by itself.
 * @returns for each of these terms, further queries that match what it names: the dictionary's usual spelling in the title,
 * or the skill as a requirement
 */
function namingTerms(clauses: Clause[], { among }: NamedCompanies): Map<Term, TextQuery[]> {
  const naming = new Map<Term, TextQuery[]>();
  const add = (term: Term | undefined, ...queries: TextQuery[]) => {
    if (term) naming.set(term, [...(naming.get(term) ?? []), ...queries]);
  };
  const ofCompanies = new Set([...among.values()].flat());
  for (const run of runsOf(clauses)) {
    const words = run.flatMap((term) => wordsOf(term.text).map((word) => ({ word, term })));
    const spelled = jobDictionary().spellingsIn(words.map(({ word }) => word));
    for (const found of spelled) {
      const { group, usual, ambiguous, start, end } = found;
      if (group.kind === 'seniority') continue;
      const longer = spelled.filter((other) => other.end - other.start > end - start);
      const isPart = ambiguous || isInTitle(found, longer);
      const title = isPart ? '' : all(usual.map((word) => quoted(`"${word}`)));
      const isSkill = group.kind === 'skill' && !isInTitle(found, spelled);
      const skill = isSkill ? quoted(`$!${group.spellings[0]?.text ?? ''}`) : '';
      for (const { term } of words.slice(start, end)) add(term, title, skill);
    }
    for (const [at, { word, term }] of words.entries()) {
      if (ofCompanies.has(word)) add(term);
      if (!jobDictionary().isRoleNoun(word)) continue;
      add(term);
      add(words[at - 1]?.term);
    }
  }
  return naming;
}

/** The required words of a search, in runs of adjacent words. Quoted words and alternatives are runs of their own. */
function runsOf(clauses: Clause[]): Term[][] {
  const runs: Term[][] = [[]];
  for (const clause of clauses) {
    const only = plainTerm(clause);
    if (only) runs.at(-1)?.push(only);
    else {
      runs.push(...clause.filter(({ excluded }) => !excluded).map((term) => [term]), []);
    }
  }
  return runs;
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

/**
 * Matches texts with any form of the words. If several words of one term have no hyphen, as in "ci/cd", they must be as
 * written and adjacent. The body has no positions, but it has a term for all words that hyphens join.
 */
function stemsOf({ stems, plain, exact }: ResolvedTerm): TextQuery {
  const terms = stems || plain;
  const isJoined = terms.includes('<') && !/'[^' ]*-/.test(terms);
  return isJoined && exact ? exact.text : withoutOrder(terms);
}

/** The words of `tsquery` texts, without duplicates. */
const lexemesOf = (...queries: string[]) => [
  ...new Set(
    queries.flatMap((query) =>
      [...query.matchAll(/'((?:[^']|'')*)'/g)].map(([, word = '']) => word.replaceAll("''", "'")),
    ),
  ),
];

const companyTerm = (id: string) => `'=${id}'`;

/** Turns the words of a `tsquery` into terms that match the same words in locations. */
function placeTerms(query: string, isPrefix: boolean): TextQuery {
  const terms = [...query.matchAll(/'((?:[^']|'')*)'/g)].map(([, word]) => `'@${word}'`);
  return all(
    terms.map((term, index) => (isPrefix && index === terms.length - 1 ? `${term}:*` : term)),
  );
}
