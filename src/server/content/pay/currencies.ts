import { PAY_WORDS } from './pay-words.data.ts';
import { anyOf } from './word-pattern.ts';

const { codes, countries, ownDollar, shared, symbols } = PAY_WORDS;

/** The currency (ISO 4217) of each symbol that belongs to one currency. */
const SYMBOLS = new Map(
  Object.entries(symbols).flatMap(([currency, each]) => each.map((symbol) => [symbol, currency])),
);

/** The currencies that are written as dollars, by country (ISO 3166-1). */
const DOLLARS: Record<string, string> = {
  US: 'USD',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  SG: 'SGD',
  HK: 'HKD',
  TW: 'TWD',
};

const WRITTEN_WITH_DOLLAR = [...Object.values(DOLLARS), 'MXN'];

const written = [...SYMBOLS.keys(), ...Object.keys(shared)];
const marks = written.filter((symbol) => /^\P{L}$|^[円元원]$/u.test(symbol)).join('');
const words = [...written.filter((symbol) => /\p{L}/u.test(symbol)), ...codes];

/** A regular expression for the symbol or code of a currency. T and k before it stand for thousands: "45 T€". */
export const CURRENCY = `(?<!\\p{L})[kKT]?(?:${anyOf(words)}(?!\\p{L})|[€£])|[${marks}$]`;

/** Matches codes beside an amount, in parentheses, or after "in". Elsewhere, "CAD" may mean computer-aided design. */
const CODE_NEARBY =
  /(?:\d[kK]?|\(|\bin|\$|:)\s?(USD|CAD|AUD|NZD|SGD|HKD|TWD|MXN)\b|\b(USD|CAD|AUD|NZD|SGD|HKD|TWD|MXN)(?=\s?\$?\d|\))|\b(US|Canadian|Australian|Singapore) dollars\b/gi;

/**
 * Matches countries with their own dollar. If a text names such a country, "$" may mean that country's dollar, unless
 * the job's country is known.
 */
const OTHER_DOLLAR_COUNTRIES =
  /\b(?:Canad\w+|Australia\w*|New Zealand|Singapore\w*|Hong Kong|Taiwan\w*|Mexic\w+)\b/;

const NAMED_DOLLARS: Record<string, string> = {
  us: 'USD',
  canadian: 'CAD',
  australian: 'AUD',
  singapore: 'SGD',
};

/** The context that decides which of several currencies a symbol means. */
export type CurrencyContext = {
  /** The text around the amount, which may name the kind of dollars. */
  nearby: string;
  /** The whole text. */
  text: string;
  /** The country of the job (ISO 3166-1 alpha-2). */
  country: string | undefined;
};

/**
 * The currency (ISO 4217) of the symbols and codes beside an amount. Returns undefined if they are ambiguous or
 * contradict each other. A code decides which dollars "$" means.
 */
export function currencyOf(symbolsBeside: string[], context: CurrencyContext): string | undefined {
  const named = symbolsBeside.filter((each) => each !== '$');
  const [first, ...others] = named.map((each) => currencyOfOne(each, context));
  if (first === undefined) return named.length > 0 ? undefined : dollarsOf(context);
  if (others.some((other) => other !== first)) return undefined;
  return named.length < symbolsBeside.length && !WRITTEN_WITH_DOLLAR.includes(first)
    ? undefined
    : first;
}

function currencyOfOne(symbol: string, { country }: CurrencyContext): string | undefined {
  const known = SYMBOLS.get(symbol);
  if (known) return known;
  if (codes.includes(symbol)) return symbol.toUpperCase();
  return shared[symbol]?.[country ?? 'other'];
}

function dollarsOf({ nearby, text, country }: CurrencyContext): string | undefined {
  const named = new Set(
    [...nearby.matchAll(CODE_NEARBY)].map(([, after, before, name]) =>
      name ? NAMED_DOLLARS[name.toLowerCase()] : (after ?? before)?.toUpperCase(),
    ),
  );
  if (named.size > 0) return named.size === 1 ? [...named][0] : undefined;
  if (!country) return OTHER_DOLLAR_COUNTRIES.test(text) ? undefined : 'USD';
  return ownDollar.includes(country) ? undefined : (DOLLARS[country] ?? 'USD');
}

/** The currency of a country (ISO 3166-1). Returns undefined if the data file does not contain the country. */
export function localCurrency(country: string | undefined): string | undefined {
  return country === undefined ? undefined : countries[country]?.currency;
}
