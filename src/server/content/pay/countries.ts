import iso from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { PAY_WORDS } from './pay-words.data.ts';
import { wholeWords } from './word-pattern.ts';

const { countries } = PAY_WORDS;

const CODES = new Map(
  Object.entries(countries).flatMap(([code, { names }]) =>
    names.map((name) => [name.toLowerCase(), code]),
  ),
);

/** Matches names of countries in texts. "New Mexico" is no country, and "US dollars" are a currency. */
const NAME = new RegExp(
  `(?<!\\bNew )${wholeWords(Object.values(countries).flatMap(({ names }) => names))}(?!\\$| ?dollars?\\b)`,
  'gu',
);

/** Matches words after which an amount is for a country: "$140,000–$160,000 in Australia". */
const BEFORE_NAME = /^[^.;,\n]{0,25}?(?:\b(?:in|for) (?:the )?|\()/u;

/** Reads a country that is a code (ISO 3166-1) or a name. Returns its code (alpha-2), or undefined. */
export function readCountry(written: string | null | undefined): string | undefined {
  const text = (written ?? '').trim();
  const code = text.toUpperCase();
  const [alpha2] = iso.find((codes) => codes.slice(0, 2).includes(code)) ?? [];
  return CODES.get(text.toLowerCase()) ?? alpha2;
}

/**
 * The country for which an amount is, by the words directly after it or in its line before it: "Salary (US): $150,000".
 * Returns undefined if they name none or several.
 */
export function countryBeside(before: string, after: string): string | undefined {
  const start = BEFORE_NAME.exec(after)?.[0].length;
  if (start !== undefined) {
    const [name] = after.slice(start, start + 30).match(NAME) ?? [];
    if (name && after.startsWith(name, start)) return CODES.get(name.toLowerCase());
  }
  const named = new Set((before.match(NAME) ?? []).map((name) => CODES.get(name.toLowerCase())));
  return named.size === 1 ? [...named][0] : undefined;
}
