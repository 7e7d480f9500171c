import { sql } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { levelOf } from '#server/content/dictionary/levels.ts';
import { CONNECTIVES } from '#server/content/dictionary/read-title.ts';
import { wordsOf } from '#server/content/dictionary/words.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { levelTerm, VISA_TERM } from '#server/modules/facts/search-terms.ts';
import type { Understood } from '#shared/contract/job-responses.ts';
import { LEVELS } from '#shared/domain/levels.ts';
import { parseYearlyAmount, type YearlyAmount } from '#shared/domain/yearly-amount.ts';
import { meaningOf } from './intent-words.ts';
import {
  largerNamesakes,
  namedAreas,
  type ResolvedLocation,
  resolveLocation,
  writePlace,
} from './locations.ts';
import { type Clause, plainTerm, type Term } from './query-parser.ts';
import { EVERY_JOB } from './ranking-tiers.ts';
import { inTitle, readWords } from './readings.ts';
import { MAX_COMPANIES_BY_WORD } from './searched-words.ts';
import { all, any, not, quoted, type TextQuery, toTsquery } from './text-query.ts';

/** A part of a search text that is interpreted, for example as a place, instead of being searched only as words. */
export type Intent = {
  kind: Understood['kind'];
  /** The part as typed. */
  text: string;
  /** The value that the interpretation has in the API. */
  value: string;
  /** The position of the part in the search text (UTF-16 code units). */
  start: number;
  end: number;
};

export type UnderstoodSearch = {
  /** The clauses that are searched as words. */
  clauses: Clause[];
  intents: Intent[];
  /** The terms that the intents require of jobs, apart from the place. */
  required: TextQuery;
  /** The place that the search text names; undefined if it names none. */
  place: ResolvedLocation | undefined;
  minsalary: YearlyAmount | undefined;
};

/** The maximum number of words in the name of a place or in another part that is interpreted. */
const MAX_WORDS = 4;

/** Matches words that stand before the name of a place. */
const BEFORE_PLACE = /^(?:in|near|around|within|à|en|bei|nahe)$/i;

/** Matches words that stand before a minimum pay. */
const BEFORE_PAY = /^(?:over|above|from|min|minimum|at|least|more|than|>|≥|ab|über|mindestens)$/i;

/** Matches words that stand before what a job is about, as in "job for a nurse". */
const BEFORE_WHAT = /^(?:in|at|for|as|near|with|en|à|de|chez|para|als|bei|im|für)$/i;

/** Matches the last word of a phrase that is part of no title, such as "jobs" or "work with". */
const SURELY_JOBS =
  /^(?:jobs|positions|openings|vacanc(?:y|ies)|careers|with|offres?|d’emploi|emplois?|stellen\p{L}*|empleos?|trabajos?|求人)$/iu;

/** Matches codes that mean a place even in lower case. Other short words are rarely places. */
const CODES = /^(?:us|uk|eu|sf|la|ny|nyc|uae|usa)$/i;
const MIN_NAME = 4;

/** The maximum number of titles with the name of a place that are counted. */
const MAX_TITLES = 50;

/** Matches tax-advantaged pension plans, which are not amounts of pay. */
const PENSION = /^40[13]\(?[kb]\)?$/i;

/**
 * Interprets the words of a search as a place, a workplace, hours, a minimum pay, visa sponsorship or seniority. Words of
 * seniority are also searched. Quoted words are never interpreted.
 */
export async function readIntents(
  db: BoardDatabase,
  clauses: Clause[],
  q: string,
): Promise<UnderstoodSearch> {
  const { negations, levels, spans, taken } = findSpans(clauses);
  const place = await findPlace(
    db,
    runsOf(clauses, taken),
    spans.some(({ meaning }) => meaning?.kind === 'workplace' && meaning.value === 'remote'),
  );
  const isRest = (clause: Clause) =>
    !clause.some((term) => taken.has(term) || place?.terms.includes(term));
  const rest = clauses.filter(isRest);
  const intents: Intent[] = [];
  const workplaces: TextQuery[] = [];
  const employments: TextQuery[] = [];
  const visas: TextQuery[] = [];
  let minsalary: YearlyAmount | undefined;
  const add = (kind: Intent['kind'], value: string, of: Term[]) => {
    const [start = 0, end = 0] = [of[0]?.start, of.at(-1)?.end];
    intents.push({ kind, text: q.slice(start, end), value, start, end });
  };
  const isRemoteThere = place?.isRemote ?? false;
  for (const { terms: of, meaning, pay } of spans) {
    if (pay) {
      minsalary = pay;
      add('pay', `${pay.amount} ${pay.currency}`, of);
    } else if (meaning?.kind === 'workplace') {
      add('workplace', meaning.value, of);
      if (!(isRemoteThere && meaning.value === 'remote')) {
        workplaces.push(`'/${meaning.value}'`, inTitle(readWords(of)));
      }
    } else if (meaning?.kind === 'employment') {
      add('employment', meaning.value, of);
      employments.push(`'%${meaning.value}'`, inTitle(readWords(of)));
    } else if (meaning?.kind === 'visa') {
      add('visa', 'sponsorship', of);
      visas.push(quoted(VISA_TERM), inTitle(readWords(of)));
    }
  }
  for (const { terms: of, meaning } of levels) {
    if (meaning?.kind === 'seniority') add('seniority', meaning.value, of);
  }
  for (const { terms: of, value } of negations) add('without', value, of);
  if (place) add('place', place.text, place.terms);
  return {
    clauses: rest,
    intents: intents.sort((a, b) => a.start - b.start),
    // A job has only one workplace and one employment, so a search with several of them finds jobs with any.
    required: all([
      any(workplaces),
      any(employments),
      any(visas),
      ...negations.map(({ excluded }) => not(excluded)),
      // An index cannot list the jobs without a term.
      negations.length > 0 && rest.length === 0 ? EVERY_JOB : '',
    ]),
    place: place?.location,
    minsalary,
  };
}

/** The parts of a search text that are interpreted, apart from places, which depend on the jobs of the board. */
function findSpans(clauses: Clause[]) {
  const negations = runsOf(clauses).flatMap(findNegations);
  const negated = new Set(negations.flatMap(({ terms: of }) => of));
  const runs = runsOf(clauses, negated);
  const found = withoutOnlyJobs(runs.flatMap(findMeanings), runs);
  const levels = found.filter(({ meaning }) => meaning?.kind === 'seniority');
  const spans = found.filter((span) => !levels.includes(span));
  const pay = findPay(runs, new Set(spans.flatMap(({ terms: of }) => of)));
  if (pay) spans.push(pay);
  const taken = new Set([...negated, ...spans.flatMap(({ terms: of }) => of)]);
  return { negations, levels, spans, taken };
}

/**
 * The clauses that are searched as words if the search names no place, and the names in them that may be places, whichever
 * jobs the board has.
 */
export function possiblePlaces(clauses: Clause[]): { clauses: Clause[]; places: NamedPlace[] } {
  const { taken } = findSpans(clauses);
  return {
    clauses: clauses.filter((clause) => !clause.some((term) => taken.has(term))),
    places: runsOf(clauses, taken).flatMap(placesAmong),
  };
}

/** The plain words of a search, in runs of adjacent words. The words in `leftOut` are omitted and end a run. */
function runsOf(clauses: Clause[], leftOut = new Set<Term>()): Term[][] {
  const runs: Term[][] = [[]];
  for (const clause of clauses) {
    const term = plainTerm(clause);
    if (term && !leftOut.has(term)) runs.at(-1)?.push(term);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/**
 * Matches words before what a search excludes. After the second kind, only a title, a level, a workplace or hours are
 * excluded.
 */
const SURELY_NOT = /^(?:not|except|excluding)$/i;
const OFTEN_NOT = /^(?:no|without|ohne|sans|sin|kein|keine)$/i;

/** Words that a search excludes, such as "not manager", and the query for what they name. */
type Negation = { terms: Term[]; value: string; excluded: TextQuery };

/**
 * Finds words such as "not" before a title, a level, a workplace, hours or, if they are no part of a phrase such as "no
 * experience", a place or another word. Words are excluded only from titles, because most texts mention other roles.
 */
function findNegations(run: Term[]): Negation[] {
  const negations: Negation[] = [];
  for (let at = 0; at < run.length - 1; at += 1) {
    const word = run[at]?.text ?? '';
    const isSure = SURELY_NOT.test(word);
    if (!isSure && !OFTEN_NOT.test(word)) continue;
    const named = run.slice(at + 1, at + 1 + MAX_WORDS);
    const found = excludedTitle(named) ?? excludedFact(named) ?? (isSure && excludedWord(named));
    if (!found) continue;
    const { length, excluded } = found;
    const value = named
      .slice(0, length)
      .map(({ text }) => text)
      .join(' ');
    negations.push({ terms: run.slice(at, at + 1 + length), value, excluded });
    at += length;
  }
  return negations;
}

/** What the first terms exclude, and how many terms that are. */
type Excluded = { length: number; excluded: TextQuery };

const wordsIn = (terms: Term[]) => terms.flatMap(({ text }) => wordsOf(text));

function excludedTitle(named: Term[]): Excluded | undefined {
  const length = titleLength(wordsIn(named));
  if (length === 0) return undefined;
  const of = named.slice(0, length);
  const words = wordsIn(of);
  // In "not sales manager", "manager" is part of a title.
  const isLevel = jobDictionary()
    .spellingsIn(words)
    .some(({ group, start, end }) => group.kind === 'seniority' && end - start === words.length);
  const level = isLevel ? LEVELS[levelOf(jobDictionary().canonical(words)) ?? -1] : undefined;
  return { length, excluded: any([inTitle(readWords(of)), level ? quoted(levelTerm(level)) : '']) };
}

function excludedFact(named: Term[]): Excluded | undefined {
  for (let length = named.length; length > 0; length -= 1) {
    const meaning = meaningOf(wordsIn(named.slice(0, length)));
    if (meaning?.kind === 'workplace') return { length, excluded: `'/${meaning.value}'` };
    if (meaning?.kind === 'employment') return { length, excluded: `'%${meaning.value}'` };
  }
  return undefined;
}

function excludedWord(named: Term[]): Excluded | undefined {
  const place = placesAmong(named).find(({ terms: [first] }) => first === named[0]);
  if (place)
    return { length: place.terms.length, excluded: any(place.ids.map((id) => `'^${id}'`)) };
  const of = named.slice(0, 1);
  const isWord = wordsIn(of).some((word) => !CONNECTIVES.has(word));
  return isWord ? { length: 1, excluded: inTitle(readWords(of)) } : undefined;
}

/** The number of words at the beginning that name a title or a level of seniority; 0 if they name none. */
function titleLength(words: string[]): number {
  const ends = jobDictionary()
    .spellingsIn(words)
    .filter(({ group, start }) => group.kind !== 'skill' && start === 0)
    .map(({ end }) => end);
  const [first = ''] = words;
  return Math.max(0, ...ends, jobDictionary().isRoleNoun(first) ? 1 : 0);
}

type Span = { terms: Term[]; meaning?: ReturnType<typeof meaningOf>; pay?: YearlyAmount };

/** The parts of a run that can be interpreted, the longest first and without overlaps. */
function findMeanings(terms: Term[]): Span[] {
  const spans: Span[] = [];
  const words = terms.map(({ text }) => wordsOf(text));
  for (let at = 0; at < terms.length; ) {
    const length = [MAX_WORDS, 3, 2, 1].find((count) => {
      const meaning = meaningOf(words.slice(at, at + count).flat());
      if (at + count > terms.length || !meaning) return false;
      return meaning.kind !== 'jobs' || saysJobs(terms, at, at + count);
    });
    if (length === undefined || isInSpelling(words, at, length)) at += 1;
    else {
      spans.push({
        terms: terms.slice(at, at + length),
        meaning: meaningOf(words.slice(at, at + length).flat()),
      });
      at += length;
    }
  }
  return spans;
}

/**
 * Whether words such as "jobs" only say that the user is looking for jobs.
 * - At the end of the search, they always do, as in "engineer position".
 * - At the beginning, they do if they are part of no title, or if a preposition or a place follows.
 * - In the middle, both must be true, as in "nurse jobs in London". In "hiring manager" and "career coach", such a word
 *   is part of a title.
 */
function saysJobs(terms: Term[], start: number, end: number): boolean {
  if (end === terms.length) return true;
  const next = terms[end];
  const isSure = SURELY_JOBS.test(terms[end - 1]?.text ?? '');
  const precedes =
    BEFORE_WHAT.test(next?.text ?? '') ||
    placesAmong(terms.slice(end)).some(({ terms: [first] }) => first === next);
  return start === 0 ? isSure || precedes : isSure && precedes;
}

/** If a search contains only words such as "jobs", it searches for these words. */
function withoutOnlyJobs(spans: Span[], runs: Term[][]): Span[] {
  const isOnlyJobs =
    spans.every(({ meaning }) => meaning?.kind === 'jobs') &&
    spans.flatMap(({ terms: of }) => of).length === runs.flat().length;
  return isOnlyJobs ? [] : spans;
}

/** Whether the words are part of a longer spelling in the dictionary, such as "smart contract". */
function isInSpelling(words: string[][], at: number, length: number): boolean {
  const start = words.slice(0, at).flat().length;
  const end = start + words.slice(at, at + length).flat().length;
  return jobDictionary()
    .spellingsIn(words.flat())
    .some(
      (found) => found.start <= start && found.end >= end && found.end - found.start > end - start,
    );
}

/** Finds a minimum pay, such as "$100k", "100k+" or "over 100k", in words that have no interpretation yet. */
function findPay(runs: Term[][], taken: Set<Term>): Span | undefined {
  for (const terms of runs) {
    for (const [index, { text }] of terms.entries()) {
      const written = text.replace(/^[>≥]/, '').replace(/\+$/, '');
      const next = terms[index + 1]?.text ?? '';
      const isNamed =
        /^[a-z]{3}$/i.test(next) && parseYearlyAmount(`${written} ${next}`) !== undefined;
      const pay = parseYearlyAmount(isNamed ? `${written} ${next}` : written);
      if (!pay || PENSION.test(text)) continue;
      let first = index;
      while (first > 0 && BEFORE_PAY.test(terms[first - 1]?.text ?? '')) first -= 1;
      const isPay = isNamed || first < index || /[$€£k+>≥]/i.test(text);
      const of = terms.slice(first, index + (isNamed ? 2 : 1));
      if (isPay && pay.amount >= MIN_PAY && !of.some((term) => taken.has(term))) {
        return { terms: of, pay };
      }
    }
  }
  return undefined;
}

/** The minimum number that counts as yearly pay. */
const MIN_PAY = 10_000;

type FoundPlace = {
  terms: Term[];
  /** The name of the place, with commas before the areas that contain it. */
  text: string;
  location: ResolvedLocation;
  /** Whether the search means remote jobs that are open to the place. */
  isRemote: boolean;
};

type NamedPlace = {
  terms: Term[];
  named: Term[];
  text: string;
  ids: string[];
  isIntroduced: boolean;
};

/**
 * Finds the place that a search names: a name after a word such as "in", or a name that more jobs have as a place than
 * in their titles.
 */
async function findPlace(
  db: BoardDatabase,
  runs: Term[][],
  isRemote: boolean,
): Promise<FoundPlace | undefined> {
  const candidates = runs
    .flatMap(placesAmong)
    .sort((one, other) => other.named.length - one.named.length)
    .slice(0, MAX_PLACES);
  if (candidates.length === 0) return undefined;
  const limit = sql.raw(String(MAX_TITLES));
  const several = runs.filter((run) => run.length > 1);
  const texts = several.map(writeTerms);
  // Titles are counted only where the comparison below needs their number.
  const [row] = await db.reads.run<{
    places: { jobs: number; titles: number }[];
    companies: { run: number; name: string }[];
  }>(
    'named_places',
    sql`select (
        select json_agg(json_build_object('jobs', jobs, 'titles', case
            when jobs between 1 and ${limit} - 1 then (
              select count(*)::integer from (
                select from job_search where heading @@ title::tsquery limit ${limit}
              ) as titled
            ) else 0 end
          ) order by position)
        from unnest(
          ${sql.param(candidates.map(({ ids }) => ids.join(' ')))}::text[],
          ${sql.param(candidates.map(({ named }) => toTsquery(inTitle(readWords(named)))))}::text[]
        ) with ordinality as candidate(ids, title, position), lateral (
          select coalesce(sum(jobs), 0)::integer as jobs from (
            select area, jobs from area_counts union all select area, jobs from area_count_changes
          ) as stored where area = any(string_to_array(ids, ' '))
        ) as placed
      ) as places, (
        select coalesce(json_agg(json_build_object('run', position - 1, 'name', name)), '[]')
        from unnest(${sql.param(texts)}::text[]) with ordinality as typed (text, position)
          join companies on id = any(
            companies_named(phraseto_tsquery('pg_catalog.english', search_text(text)), ${MAX_COMPANIES_BY_WORD})
          )
      ) as companies`,
  );
  const { places = [], companies = [] } = row ?? {};
  const inCompanies = new Set(
    companies.flatMap(({ run, name }) => {
      const terms = several[run] ?? [];
      return beginsName(terms, name) ? terms : [];
    }),
  );
  const chosen = candidates.find(({ named, isIntroduced }, index) => {
    if (named.some((term) => inCompanies.has(term))) return false;
    const { jobs = 0, titles = 0 } = places[index] ?? {};
    return isRemote || jobs > 0 ? isIntroduced || jobs > titles || jobs >= MAX_TITLES : false;
  });
  if (!chosen) return undefined;
  const { terms, text, named } = chosen;
  const location = await resolveLocation(db, text, { radius: undefined, isRemote });
  const there = any([location.there, inTitle(readWords(named))]);
  return { terms, text, location: { ...location, there }, isRemote };
}

const writeTerms = (terms: Term[]) => terms.map(({ text }) => text).join(' ');

/**
 * Whether terms are the name of a company or the beginning of such a name, as in "Boston Dynamics". They are not read as
 * places.
 */
function beginsName(terms: Term[], name: string): boolean {
  const typed = wordsOf(writeTerms(terms)).join(' ');
  return `${wordsOf(name).join(' ')} `.startsWith(`${typed} `);
}

/** The names of places in a search, the longest first. */
export function placesAmong(terms: Term[]): NamedPlace[] {
  const places: NamedPlace[] = [];
  for (let length = Math.min(MAX_WORDS, terms.length); length > 0; length -= 1) {
    for (let start = 0; start + length <= terms.length; start += 1) {
      const named = terms.slice(start, start + length);
      if (BEFORE_PLACE.test(named[0]?.text ?? '')) continue;
      const text = writePlace(named.map((term) => term.text));
      if (text === undefined) continue;
      const isIntroduced = BEFORE_PLACE.test(terms[start - 1]?.text ?? '');
      const isLong = text.length >= MIN_NAME || /[^\p{Script=Latin}\p{N}\s]/u.test(text);
      if (!isLong && !CODES.test(text) && !/^\p{Lu}{2,3}$/u.test(text) && !isIntroduced) continue;
      if (!isIntroduced && jobDictionary().find(text).length > 0) continue;
      const areas = [...namedAreas(text), ...largerNamesakes(text, namedAreas(text)).flat()];
      if (areas.length === 0) continue;
      places.push({
        named,
        text,
        isIntroduced,
        terms: isIntroduced ? terms.slice(start - 1, start + length) : named,
        ids: areas.map(({ id }) => id),
      });
    }
  }
  return places.slice(0, MAX_PLACES);
}

/** The maximum number of possible names of places that are looked up for a search. */
const MAX_PLACES = 8;

/**
 * Describes the intents for a response. `without` is the search without the intent. `plain` is the search with the
 * words of the intent in quotes, so that they are searched as words.
 */
export function understoodOf(intents: Intent[], q = ''): Understood[] {
  return intents.map(({ kind, text, value, start, end }) => {
    const [before, after] = [q.slice(0, start), q.slice(end)];
    const name = kind === 'place' ? namedAreas(value)[0]?.name : undefined;
    return {
      kind,
      text,
      value,
      ...(name && { name }),
      without: `${before.trimEnd()} ${after.trimStart()}`.trim(),
      plain: `${before}"${text}"${after}`,
    };
  });
}
