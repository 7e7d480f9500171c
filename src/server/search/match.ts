import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { Clause, Term } from './words.ts';

/**
 * What is asked of one column of `job_search`, as a text that PostgreSQL reads as a `tsquery`.
 * https://www.postgresql.org/docs/current/datatype-textsearch.html#DATATYPE-TSQUERY
 */
export type Query = { column: 'heading' | 'words'; text: string };

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
  unwanted: string;
  /** What is marked where it stands. */
  marked: string;
};

/** More companies than that by one word, and the word tells little. */
const COMPANIES_BY_WORD = 200;

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
  db: Database,
  clauses: Clause[],
  where: { text: string; orRemote: boolean },
): Promise<Match | undefined> {
  const terms = clauses.flat();
  const [resolved, place] = await Promise.all([
    resolveTerms(db, terms),
    where.text ? readPlace(db, where.text) : '',
  ]);
  return combine(clauses, resolved, placeQuery(place, where.orRemote));
}

async function resolveTerms(db: Database, terms: Term[]): Promise<Map<Term, Resolved | undefined>> {
  if (terms.length === 0) return new Map();
  const texts = sql.param(terms.map(({ text }) => text));
  const open = sql.param(terms.map(({ open }) => open));
  const { rows } = await db.execute<Resolved>(
    sql`select * from resolve_words(${texts}::text[], ${open}::boolean[], ${COMPANIES_BY_WORD})`,
  );
  return new Map(terms.map((term, index) => [term, rows[index]]));
}

/** The words of a place, apart by spaces. */
async function readPlace(db: Database, text: string): Promise<string> {
  const { rows } = await db.execute<{ words: string }>(
    sql`select array_to_string(place_words(${text}), ' ') as words`,
  );
  return rows[0]?.words ?? '';
}

function combine(
  clauses: Clause[],
  resolved: Map<Term, Resolved | undefined>,
  place: string,
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

  const query = (chosen: Clause[], alternatives: (term: Term, found: Resolved) => string[]) =>
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
    ...(term.open && known.parts
      ? [`${known.parts}:*`, placeTokens(known.parts, true), ...known.begun.map(companyToken)]
      : []),
  ];

  const not = all(unwanted.map((clause) => `!(${query([clause], inNames)})`));
  if (wanted.length === 0) {
    if (not) return { all: { column: 'words', text: all([place, not]) }, ...NO_TIERS };
    return place ? { all: { column: 'heading', text: place }, ...NO_TIERS } : undefined;
  }
  const inWords = {
    title: all([query(wanted, inTitle), place]),
    names: all([query(wanted, inNames), place]),
    heading: all([query(wanted, inHeading), place]),
    begun: all([query(wanted, begun), place]),
  };
  const tier = (column: Query['column'], text: string, without: number[]) => ({
    query: { column, text },
    without,
  });
  const isOpen = wanted.some((clause) => clause.some(({ open }) => open));
  const isNamed = wanted.flat().some((term) => found(term)?.companies.length);
  const isPlaced = wanted.flat().some((term) => found(term)?.placed);
  return {
    all: { column: 'words', text: all([inWords.begun, not]) },
    tiers: [
      tier('heading', inWords.title, []),
      { ...tier('heading', inWords.names, [0]), same: !isNamed },
      { ...tier('heading', inWords.heading, [1]), same: !isPlaced },
      tier('words', inWords.heading, [2]),
      ...(isOpen
        ? [
            tier('heading', inWords.begun, [3]),
            // The index leaves out by itself what the same column has already given.
            tier('words', all([inWords.begun, `!(${inWords.heading})`]), [4]),
          ]
        : []),
    ],
    unwanted: not,
    marked: query(wanted, ({ open }, { stems, plain, parts }) => [
      stems || plain,
      ...(open && parts ? [`${parts}:*`] : []),
    ]).replaceAll('&', '|'),
  };
}

const NO_TIERS = { tiers: [], unwanted: '', marked: '' };

const companyToken = (id: string) => `'=${id}'`;

/** A location that has all these words, the last perhaps only begun; or a remote job without a place. */
function placeQuery(words: string, orRemote: boolean): string {
  const names = words.split(' ').filter(Boolean);
  const place = all(
    names.map((name, index) => `'@${name}'${index === names.length - 1 ? ':*' : ''}`),
  );
  return place && orRemote ? any([place, "'@'"]) : place;
}

/** The words of a query as those of a location. */
function placeTokens(query: string, open: boolean): string {
  const names = [...query.matchAll(/'((?:[^']|'')*)'/g)].map(([, name]) => `'@${name}'`);
  return all(names.map((name, index) => (open && index === names.length - 1 ? `${name}:*` : name)));
}

function all(queries: string[]): string {
  return join(queries, '&');
}

function any(queries: string[]): string {
  return join(queries, '|');
}

function join(queries: string[], operator: string): string {
  const told = queries.filter(Boolean);
  return told.length > 1 ? `(${told.join(` ${operator} `)})` : (told[0] ?? '');
}
