import {
  type CountryCode,
  countryNamed,
  countryOfCity,
  countryOfCode,
  countryOfRegion,
} from './place-names.ts';

/** One of the places that a location names. */
export type Place = {
  /** Where one can be told; what is not certain is left out. Several for "United Kingdom or Ireland". */
  countries: CountryCode[];
  /** As it was written. */
  locality?: string;
  region?: string;
};

/** Says where the work is done, and of no place where that is. */
const MANNER =
  /\b(fully|100 ?%|remotely|remote|hybrid|on-?site|in-office|in-person|home-?office|offices?|hq|headquarters|only|based|anywhere|in|the|from)\b/giu;

/** Names what is not meant. */
const EXCLUDES = /\b(non|not|no|except|excluding|excl|outside|other)\b/iu;

/** From the strongest to the weakest: what stands whole on one side is not looked into for the next. */
const SEPARATORS = [
  /[;|()[\]•·]/u,
  /,|\s[-–—]+\s|[-–—]\s|\s[-–—]/u,
  /\/|&|\+|\b(?:or|and)\b/iu,
  /[-–—]/u,
];

type Part = { text: string } & (
  | { kind: 'country' | 'region' | 'city'; country: CountryCode }
  | { kind: 'code' | 'unknown' }
);

/** The places of a location, as the board writes several: one behind the other, with semicolons. */
export function readPlaces(location: string): Place[] {
  return location.split(';').flatMap((text) => {
    const place = readPlace(text);
    return place ? [place] : [];
  });
}

/** Whether it says of every place that the work is done from elsewhere. */
export function saysRemote(location: string): boolean {
  const places = location.split(';').filter((text) => text.trim());
  return (
    places.length > 0 &&
    places.every((text) => /^\W*(fully |100 ?% )?(remote(ly)?|anywhere|worldwide)\b/iu.test(text))
  );
}

function readPlace(text: string): Place | undefined {
  if (EXCLUDES.test(text)) return undefined;
  const parts = readParts(text, 0).map((part, index, all): Part => {
    if (part.kind !== 'code') return part;
    const country = countryOfCode(part.text, all[index - 1]?.text);
    return country ? { ...part, kind: 'region', country } : { ...part, kind: 'unknown' };
  });
  if (parts.length === 0) return undefined;
  const named = parts.flatMap((part) =>
    part.kind === 'country' || part.kind === 'region' ? [part.country] : [],
  );
  const cities = parts.flatMap((part) => (part.kind === 'city' ? [part.country] : []));
  // What names a country says more than a city does: there is a Paris in Texas.
  const countries = [...new Set(named.length > 0 ? named : cities)];
  const locality = parts.find(({ kind }) => kind === 'city' || kind === 'unknown')?.text;
  const region = parts.find(({ kind }) => kind === 'region')?.text;
  return {
    countries,
    ...(countries.length <= 1 && locality && { locality }),
    ...(countries.length <= 1 && region && { region }),
  };
}

function readParts(written: string, level: number): Part[] {
  const text = written.replace(MANNER, ' ').replace(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const part = readPart(text);
  const separator = SEPARATORS[level];
  if (part.kind !== 'unknown' || !separator) return [part];
  const pieces = written.split(separator);
  if (pieces.length === 1) return readParts(written, level + 1);
  return pieces.flatMap((piece) => readParts(piece, level + 1));
}

function readPart(text: string): Part {
  const country = countryNamed(text);
  if (country) return { kind: 'country', country, text };
  if (/^[A-Z]{2}$/.test(text)) return { kind: 'code', text };
  const city = countryOfCity(text);
  if (city) return { kind: 'city', country: city, text };
  const region = countryOfRegion(text);
  if (region) return { kind: 'region', country: region, text };
  return { kind: 'unknown', text };
}
