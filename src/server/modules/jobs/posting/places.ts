import {
  type CountryCode,
  countryNamed,
  countryOfCity,
  countryOfCode,
  countryOfRegion,
  isCode,
} from './place-names.ts';

/** One of the places in a location. */
export type Place = {
  /** Countries that are certain; ambiguous places are omitted. Several for "United Kingdom or Ireland". */
  countries: CountryCode[];
  /** Whether every part of the text was recognized. */
  whole: boolean;
  /** Whether people work from this place remotely. */
  remote: boolean;
  /** The original text. */
  locality?: string;
  region?: string;
};

/** Words about the way of working, which name no place. */
const MANNER =
  /100 ?%|\b(?:fully|remotely|remote|hybrid|on-?site|in-office|in-person|home-?office|offices?|hq|headquarters|only|based|work from home)\b/giu;
/** "in"; in capitals, it may be Indiana. */
const LITTLE_WORDS = /\b(?:in|the|from|of)\b/gu;

const REMOTE = /\b(?:remote(?:ly)?|anywhere|world-?wide|work from home)\b/iu;

/** Words that require presence, at least at times, or do not promise remote work. */
const PRESENCE =
  /\b(?:hybrid|on-?site|in[- ]office|in[- ]person|offices?|hq|headquarters|friendly|first|possible|optional|preferred|partly|days?|not)\b/iu;

/** Groups of countries. */
const WIDE =
  /\b(?:anywhere|world-?wide|global(?:ly)?|europe|european union|eu|emea|apac|latam|(?:north|south|latin|central) america|americas|africa|asia|multiple locations)\b/giu;

/** Words that introduce excluded places. */
const EXCLUDES = /\b(?:non|not|except|excluding|excl|outside|other)\b/iu;

/** "or" between alternatives; in capitals, it is Oregon. */
const ALTERNATIVES = /[/&+|]|\b(?:or|and)\b/u;

/** Separators from the strongest to the weakest. A part that is recognized as a whole is not split further. */
const SEPARATORS = [/[()[\]•·]/u, /,|\s[-–—]+\s|[-–—]\s|\s[-–—]/u, ALTERNATIVES, /[-–—]/u];

type Part = {
  text: string;
  /** Whether no later part states where the place is. */
  last: boolean;
} & ({ kind: 'country' | 'region' | 'city'; country: CountryCode } | { kind: 'code' | 'unknown' });

/** Reads the places of a location, which are separated by semicolons. */
export function readPlaces(location: string): Place[] {
  return location
    .split(';')
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
    .map(readPlace);
}

/** Whether the location requires presence. */
export function saysPresence(location: string): boolean {
  return PRESENCE.test(location);
}

function readPlace(text: string): Place {
  const isWide = text.replace(WIDE, '') !== text;
  if (EXCLUDES.test(text)) return { countries: [], whole: false, remote: false };
  const parts = readParts(text.replace(WIDE, ' '), 0).map(
    (part, index, all): Part =>
      part.kind === 'code' ? resolveCode(part, all[index - 1]?.text) : part,
  );
  const countries = countriesOf(parts);
  const locality = parts.find(({ kind }) => kind === 'city' || kind === 'unknown')?.text;
  const region = parts.find(({ kind }) => kind === 'region')?.text;
  const isKnown = ({ kind, last }: Part) => (kind !== 'code' && kind !== 'unknown') || !last;
  const isTown = ({ kind }: Part) => kind === 'city' || kind === 'unknown';
  return {
    countries,
    whole: !isWide && parts.every(isKnown),
    remote: REMOTE.test(text) && !PRESENCE.test(text) && !parts.some(isTown),
    ...(countries.length <= 1 && locality && { locality }),
    ...(countries.length <= 1 && region && { region }),
  };
}

function resolveCode(part: Part, before: string | undefined): Part {
  const country = countryOfCode(part.text, before);
  return country ? { ...part, kind: 'region', country } : part;
}

/**
 * Decides which part determines the country. A country or region outweighs a city, as in "Paris, Texas". A later part
 * outweighs an earlier one, as in "Lebanon, New Hampshire". The part before an ambiguous code does not count.
 */
function countriesOf(parts: Part[]): CountryCode[] {
  const named: CountryCode[] = [];
  const cities: CountryCode[] = [];
  for (const [index, part] of parts.entries()) {
    const next = part.last ? undefined : parts[index + 1];
    if (next?.kind === 'code') continue;
    if (part.kind === 'city') cities.push(part.country);
    if (part.kind !== 'country' && part.kind !== 'region') continue;
    const isTown =
      part.kind === 'country' && next?.kind === 'region' && next.country !== part.country;
    if (!isTown) named.push(part.country);
  }
  return [...new Set(named.length > 0 ? named : cities)];
}

function readParts(written: string, level: number): Part[] {
  const text = written.replace(MANNER, ' ').replace(LITTLE_WORDS, ' ').replace(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const part = readPart(text);
  const separator = SEPARATORS[level];
  if (part.kind !== 'unknown' || !separator) return [part];
  const pieces = written.split(separator).map((piece) => readParts(piece, level + 1));
  // The text after a comma says where the place is; the text after an "or" is another place.
  return pieces.flatMap((piece, index) =>
    piece.map((one, place) => {
      const ends = place === piece.length - 1;
      const isFollowed = pieces.slice(index + 1).some((later) => later.length > 0);
      return { ...one, last: ends ? separator === ALTERNATIVES || !isFollowed : one.last };
    }),
  );
}

function readPart(text: string): Part {
  const last = true;
  const country = countryNamed(text);
  if (country) return { kind: 'country', country, text, last };
  if (isCode(text)) return { kind: 'code', text, last };
  const city = countryOfCity(text);
  if (city) return { kind: 'city', country: city, text, last };
  const region = countryOfRegion(text);
  if (region) return { kind: 'region', country: region, text, last };
  return { kind: 'unknown', text, last };
}
