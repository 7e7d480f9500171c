import { type Eligibility, isWithin } from '#shared/domain/eligibility.ts';
import type { Area, Gazetteer } from '../places/gazetteer.ts';
import { type LocatedPlace, type Location, readLocation } from '../places/read-location.ts';
import { type OffsetWindow, readOffsets } from './read-offsets.ts';
import { isCity, readHeading, readStatement, type Statement } from './read-statements.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

/** The places from which people may work, without the time zones. */
type Scope = Omit<Eligibility, 'offset'>;

/** The maximum number of statements about places. Real descriptions have far fewer. */
const MAX_STATEMENTS = 100;

/** How many sentences are searched for headings about the location, such as "Location: Remote (US)". */
const MAX_HEADINGS = 300;

/** Matches a location that excludes places. "International" mostly means abroad. */
const EXCLUDES = /\b(?:international|non|not|except|excluding|excl|outside|other than)\b/iu;

/** Matches "EU time zones", which says when people work and not where they are. */
const TIME_ZONES = /\btime ?-?zones?\b/iu;

/** Matches "Remote" as a separate location, as in "London; Remote". */
const REMOTE_APART = /(?:^|[;|])\s*(?:fully )?remote\s*(?:[;|]|$)/iu;

/**
 * Matches a city beside "Remote", as in "Remote (Dallas)" or "Dallas - Remote", which means that people are in the
 * city. In "Dallas, Remote", they may be elsewhere.
 */
const REMOTE_BESIDE =
  /^\W*(?:fully )?remote\b(?:\s?[-–—:@(]|\s+(?!or\b|and\b)\p{L})|(?:\s[-–—]\s?|\()(?:fully )?remote\)?\W*$/iu;

/** Matches the part of a title that says where people work, such as "(Remote, US)" or "- Remote EMEA". */
const REMOTE_IN_TITLE =
  /(?:[([]|\s[-–—|]\s)([^()[\]–—|]{0,100}\b(?:remote|anywhere|worldwide)\b[^()[\]–—|]{0,100}(?:\([^()]{0,100}\))?)/iu;

/**
 * Reads from where people may do a fully remote job. Returns undefined if the texts do not say this plainly. The
 * location has priority over the title, and the title over the description. The description may narrow the location and
 * the title ("Remote - EMEA", "must be based in Germany") or allow more places. If the description contradicts them,
 * the result is unknown. If nothing else is said, authorization to work in a country counts as having to live there,
 * because employers do not ask for it otherwise. A required overlap with the working hours of a time zone does not
 * restrict where people live, because people can shift their hours.
 */
export function readEligibility(
  job: { location: Location; text: string; title: string },
  gazetteer: Gazetteer,
): Eligibility | undefined {
  const sentences = sentencesOf(job.text);
  const offset =
    readOffsets(job.location.text) ??
    agreedWindow(sentences.flatMap(({ text }) => readOffsets(text) ?? []));
  const scope = readScope(job, sentences, gazetteer);
  if (!scope && !offset) return undefined;
  return { ...(scope ?? NOWHERE), ...(offset && { offset }) };
}

const NOWHERE: Scope = { worldwide: false, countries: [], regions: [] };

function readScope(
  { location, title }: { location: Location; title: string },
  sentences: Sentence[],
  gazetteer: Gazetteer,
): Scope | undefined {
  if (excludesOthers(location)) return undefined;
  const statements = readStatements(sentences, gazetteer);
  const located = locatedScope(location, gazetteer);
  if (located) return compare(located, statements, gazetteer);
  const headings = sentences
    .slice(0, MAX_HEADINGS)
    .flatMap((each) => readHeading(each, gazetteer) ?? []);
  const stated =
    titleScope(title, gazetteer) ??
    agreed(headings.flatMap((heading) => locatedScope(heading, gazetteer) ?? []));
  const scope = stated
    ? compare(stated, statements, gazetteer)
    : describedScope(statements, gazetteer);
  // A title such as "Remote US" is not enough if the location also names London.
  const isWhole = location.places.every(
    ({ area }) => scope && isWithin(toScope([area], gazetteer), scope),
  );
  return isWhole ? scope : undefined;
}

function readStatements(sentences: Sentence[], gazetteer: Gazetteer): Statement[] {
  const statements: Statement[] = [];
  for (const sentence of sentences) {
    const statement = readStatement(sentence, gazetteer);
    if (statement) statements.push(statement);
    if (statements.length === MAX_STATEMENTS) break;
  }
  return statements;
}

/** Returns what the location or the title says, unless the description narrows it, widens it or contradicts it. */
function compare(stated: Scope, statements: Statement[], gazetteer: Gazetteer): Scope | undefined {
  if (stated.worldwide) {
    return statements.length > 0 ? describedScope(statements, gazetteer) : stated;
  }
  const described = agreed(scopesOf(statements, gazetteer, 'open', 'demand'));
  if (!described || described.worldwide) return stated;
  if (isWithin(described, stated)) return described;
  if (!isWithin(stated, described)) return undefined;
  return agreed(scopesOf(statements, gazetteer, 'open')) ?? stated;
}

/** Returns what the description alone says. Authorization to work counts only if nothing is said about residence. */
function describedScope(statements: Statement[], gazetteer: Gazetteer): Scope | undefined {
  const residence = scopesOf(statements, gazetteer, 'open', 'demand');
  return agreed(
    residence.length > 0 ? residence : scopesOf(statements, gazetteer, 'authorization'),
  );
}

const scopesOf = (statements: Statement[], gazetteer: Gazetteer, ...kinds: Statement['kind'][]) =>
  statements
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ places }) => toScope(places, gazetteer));

/**
 * Returns the narrowest of the statements if all the others contain it, and undefined if they contradict each other.
 */
function agreed(scopes: Scope[]): Scope | undefined {
  const [narrowest] = [...scopes].sort((a, b) => sizeOf(a) - sizeOf(b));
  if (!narrowest || sizeOf(narrowest) === 0) return undefined;
  return scopes.every((scope) => isWithin(narrowest, scope)) ? narrowest : undefined;
}

const sizeOf = ({ worldwide, countries, regions }: Scope) =>
  worldwide ? Number.POSITIVE_INFINITY : countries.length + regions.length;

function agreedWindow(windows: OffsetWindow[]): OffsetWindow | undefined {
  const [first, ...others] = windows;
  const isSame = others.every(
    ({ minimum, maximum }) => minimum === first?.minimum && maximum === first.maximum,
  );
  return isSame ? first : undefined;
}

function titleScope(title: string, gazetteer: Gazetteer): Scope | undefined {
  const [, text = ''] = REMOTE_IN_TITLE.exec(title) ?? [];
  return locatedScope(readLocation(text, gazetteer), gazetteer);
}

/** Returns the places of the location, if they restrict where remote workers may live. */
function locatedScope(location: Location, gazetteer: Gazetteer): Scope | undefined {
  const { places, unknown, text } = location;
  if (unknown.length > 0 || TIME_ZONES.test(text) || excludesOthers(location)) return undefined;
  const isTown = ({ area }: LocatedPlace) => isCity(area, gazetteer);
  const wide = places.filter((place) => !isTown(place));
  const isBeside = places.some(({ remote }) => remote);
  const isApart = REMOTE_APART.test(text) || (location.remote && !isBeside);
  if (isApart && places.length > 1) return undefined;
  if (wide.length === 0) {
    const isOnly = places.length === 1 && REMOTE_BESIDE.test(text);
    return isOnly ? scopeOf(location, places, gazetteer) : undefined;
  }
  // A job that lists only regions may also be open to the rest of the country, unless the location says "remote".
  if (!location.remote && places.every(({ area }) => area.kind === 'region')) return undefined;
  const isElsewhere = (place: LocatedPlace) =>
    isTown(place) && !wide.some(({ area }) => gazetteer.contains(area, place.area));
  // In "London; Remote (US)", London is an office. In "London; United States", that is unclear.
  const isUnclear = places.some((place) => isElsewhere(place) && (place.remote || !isBeside));
  return isUnclear ? undefined : scopeOf(location, wide, gazetteer);
}

/** Whether a location excludes places that are not known. */
const excludesOthers = ({ text, excluded }: Location) =>
  excluded.length === 0 && EXCLUDES.test(text);

const scopeOf = ({ excluded }: Location, places: LocatedPlace[], gazetteer: Gazetteer) =>
  without(
    toScope(
      places.map(({ area }) => area),
      gazetteer,
    ),
    excluded,
    gazetteer,
  );

/** Returns a scope without some areas. If these are regions, their country becomes its other regions. */
function without(scope: Scope, excluded: Area[], gazetteer: Gazetteer): Scope {
  if (excluded.length === 0) return scope;
  const { countries: left, regions } = toScope(excluded, gazetteer);
  const countries = scope.worldwide ? gazetteer.countries() : scope.countries;
  const isDivided = (country: string) => regions.some((region) => region.startsWith(`${country}.`));
  const inside = countries.filter(isDivided).flatMap((country) => gazetteer.regionsOf(country));
  return {
    worldwide: false,
    countries: countries.filter((country) => !left.includes(country) && !isDivided(country)),
    regions: [...scope.regions, ...inside].filter(
      (region) => !regions.includes(region) && !left.includes(region.slice(0, 2)),
    ),
  };
}

/**
 * Returns the countries among the areas, and the regions that are not in one of these countries. A city counts as its
 * region.
 */
function toScope(areas: Area[], gazetteer: Gazetteer): Scope {
  if (areas.some(({ id }) => id === 'WORLD')) return { ...NOWHERE, worldwide: true };
  const members = areas.flatMap((area) =>
    area.kind === 'group'
      ? gazetteer.membersOf(area.id).flatMap((id) => gazetteer.get(id) ?? [])
      : [area],
  );
  const countries = members.flatMap(({ kind, country, region }) =>
    country && (kind === 'country' || !region) ? [country] : [],
  );
  const regions = members.flatMap(({ kind, country, region }) =>
    kind !== 'country' && country && region && !countries.includes(country) ? [region] : [],
  );
  return {
    worldwide: false,
    countries: [...new Set(countries)].sort(),
    regions: [...new Set(regions)].sort(),
  };
}
