import { sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import { EMPLOYMENT_TYPES } from '#shared/constants/employment-types.ts';
import type { Clause, Term } from './query-parser.ts';
import { readStatistics } from './statistics.ts';
import { all, any, not, shareOf, type TextQuery, textOf } from './text-query.ts';

/** What is asked of one column of `job_search`. */
export type Query = { column: 'heading' | 'words'; asked: TextQuery };

/** What the words and the place of a search ask of a job. */
export type Match = {
  /** Finds every job that the search finds. */
  all: Query;
  /**
   * The same, what counts most first; each without what the tiers of these numbers find, which may be all
   * that it finds itself. Empty where nothing counts more than anything else.
   */
  tiers: { query: Query; without: number[]; same?: boolean }[];
  /** What no job of the tiers may hold; empty where everything is welcome. */
  unwanted: TextQuery;
  /** Of a search that only excludes: finds exactly the jobs that it does not. */
  complement?: Query | undefined;
  /** What is marked where it stands. */
  marked: string;
};

/** More companies than that by one word, and the word tells little; each is asked for beside the word. */
const COMPANIES_BY_WORD = 25;

/** A word that more jobs have is taken to be whole: what begins with it as well would take long to find. */
const MOST_BEGUN = 10_000;

type Resolved = {
  /** By its stem, and as it is written; empty where it is no word at all. */
  stems: string;
  plain: string;
  /** As it is written, each part of a compound by itself: the last may be begun. */
  parts: string;
  /** Of companies with that in their names; for an open word, with its beginning. */
  companies: string[];
  begun: string[];
  /** Whether any place with jobs has it in its name. */
  placed: boolean;
};

/**
 * What the words and the place of a search ask for; undefined where they ask for nothing, so that every
 * job is found.
 */
export async function resolveMatch(
  db: BoardDatabase,
  clauses: Clause[],
  where: { text: string; orRemote: boolean },
): Promise<Match | undefined> {
  const terms = clauses.flat();
  const [resolved, place, statistics] = await Promise.all([
    resolveTerms(db, terms),
    where.text ? readPlace(db, where.text) : undefined,
    readStatistics(db),
  ]);
  const isBegun = (term: Term) => {
    const known = resolved.get(term);
    if (!term.open || !known?.parts) return false;
    const share = shareOf(known.stems || known.plain, statistics.shares.words);
    return statistics.jobs * share <= MOST_BEGUN;
  };
  return combine(clauses, resolved, isBegun, placeQuery(place, where.orRemote));
}

async function resolveTerms(
  db: BoardDatabase,
  terms: Term[],
): Promise<Map<Term, Resolved | undefined>> {
  if (terms.length === 0) return new Map();
  const texts = sql.param(terms.map(({ text }) => text));
  const open = sql.param(terms.map(({ open }) => open));
  const rows = await db.reads.run<Resolved>(
    'resolved_words',
    sql`select * from resolve_words(${texts}::text[], ${open}::boolean[], ${COMPANIES_BY_WORD})`,
  );
  return new Map(terms.map((term, index) => [term, rows[index]]));
}

/** What is asked of a place: its words, and those that the last may be the beginning of, where they are few. */
type PlaceAsked = { words: string[]; last: string[] | null };

async function readPlace(db: BoardDatabase, text: string): Promise<PlaceAsked | undefined> {
  const [place] = await db.reads.run<PlaceAsked>(
    'resolved_place',
    sql`select * from resolve_place(${text})`,
  );
  return place;
}

function combine(
  clauses: Clause[],
  resolved: Map<Term, Resolved | undefined>,
  isBegun: (term: Term) => boolean,
  place: TextQuery,
): Match | undefined {
  const found = (term: Term) => resolved.get(term);
  // Words such as "the" are asked for only where there is nothing else.
  const isTelling = (term: Term) => Boolean(found(term)?.stems);
  const telling = clauses.some((clause) => clause.some(isTelling));
  const isAsked = (term: Term) => (telling ? isTelling(term) : Boolean(found(term)?.plain));
  const asked = clauses
    .map((clause) => clause.filter(isAsked))
    .filter((clause) => clause.length > 0);
  const wanted = asked.filter((clause) => clause.some(({ unwanted }) => !unwanted));
  const unwanted = asked.filter((clause) => !wanted.includes(clause));

  const query = (chosen: Clause[], alternatives: (term: Term, found: Resolved) => TextQuery[]) =>
    all(
      chosen.map((clause) =>
        any(
          clause.flatMap((term) => {
            const known = found(term);
            return known ? alternatives(term, known) : [];
          }),
        ),
      ),
    );
  const inTitle = (_term: Term, { stems, plain }: Resolved) => [stems || plain];
  const inNames = (term: Term, known: Resolved) => [
    ...inTitle(term, known),
    ...known.companies.map(companyToken),
  ];
  const inHeading = (term: Term, known: Resolved) => [
    ...inNames(term, known),
    ...(known.placed ? [placeTokens(known.plain, false)] : []),
  ];
  const begun = (term: Term, known: Resolved) => [
    ...inHeading(term, known),
    ...(isBegun(term)
      ? [`${known.parts}:*`, placeTokens(known.parts, true), ...known.begun.map(companyToken)]
      : []),
  ];

  const without = all(unwanted.map((clause) => not(query([clause], inNames))));
  if (wanted.length === 0) {
    if (without) {
      return {
        // An index has no list of all that lacks a word, but of all that has another one and lacks it.
        all: { column: 'words', asked: all([place || EVERY_JOB, without]) },
        ...(!place && {
          complement: {
            column: 'words',
            asked: any(unwanted.map((clause) => query([clause], inNames))),
          },
        }),
        ...NO_TIERS,
      };
    }
    return place ? { all: { column: 'heading', asked: place }, ...NO_TIERS } : undefined;
  }
  const inWords = {
    title: all([query(wanted, inTitle), place]),
    names: all([query(wanted, inNames), place]),
    heading: all([query(wanted, inHeading), place]),
    begun: all([query(wanted, begun), place]),
  };
  const tier = (column: Query['column'], asked: TextQuery, without: number[]) => ({
    query: { column, asked },
    without,
  });
  const isOpen = wanted.some((clause) => clause.some(isBegun));
  const isNamed = wanted.flat().some((term) => found(term)?.companies.length);
  const isPlaced = wanted.flat().some((term) => found(term)?.placed);
  return {
    all: { column: 'words', asked: all([inWords.begun, without]) },
    tiers: [
      tier('heading', inWords.title, []),
      { ...tier('heading', inWords.names, [0]), same: !isNamed },
      { ...tier('heading', inWords.heading, [1]), same: !isPlaced },
      tier('words', inWords.heading, [2]),
      ...(isOpen
        ? [
            tier('heading', inWords.begun, [3]),
            // The index leaves out by itself what the same column has already given.
            tier('words', all([inWords.begun, not(inWords.heading)]), [4]),
          ]
        : []),
    ],
    unwanted: without,
    marked: textOf(
      query(wanted, (term, { stems, plain, parts }) => [
        stems || plain,
        ...(isBegun(term) ? [`${parts}:*`] : []),
      ]),
    ).replaceAll('&', '|'),
  };
}

/** The tiers before this one are of jobs that have the words in their headings. */
export const FIRST_TIER_OF_TEXTS = 3;

/** Each job has the token of its type. */
const EVERY_JOB = any(EMPLOYMENT_TYPES.map((type) => `':${type}'`));

const NO_TIERS = { tiers: [], unwanted: '', marked: '' };

const companyToken = (id: string) => `'=${id}'`;

/** A location that has all these words, the last perhaps only begun; or a remote job without a place. */
function placeQuery(asked: PlaceAsked | undefined, orRemote: boolean): TextQuery {
  if (!asked || asked.words.length === 0) return '';
  const { words, last } = asked;
  const named = (name: string) => `'@${name}'`;
  const place = all([
    ...words.slice(0, -1).map(named),
    // By their names, for whatever begins with a word takes longer to find.
    last ? any(last.map(named)) : `${named(words.at(-1) ?? '')}:*`,
  ]);
  return orRemote ? any([place, "'@'"]) : place;
}

/** The words of a query as those of a location. */
function placeTokens(query: string, open: boolean): TextQuery {
  const names = [...query.matchAll(/'((?:[^']|'')*)'/g)].map(([, name]) => `'@${name}'`);
  return all(names.map((name, index) => (open && index === names.length - 1 ? `${name}:*` : name)));
}
