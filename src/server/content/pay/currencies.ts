/** Symbols of currencies in texts, except those that several currencies share. Longer symbols come first. */
const SYMBOLS: Record<string, string> = {
  US$: 'USD',
  USD$: 'USD',
  CA$: 'CAD',
  CAD$: 'CAD',
  CDN$: 'CAD',
  C$: 'CAD',
  AU$: 'AUD',
  AUD$: 'AUD',
  A$: 'AUD',
  NZ$: 'NZD',
  SG$: 'SGD',
  S$: 'SGD',
  HK$: 'HKD',
  NT$: 'TWD',
  MX$: 'MXN',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₪': 'ILS',
  '₩': 'KRW',
  '₴': 'UAH',
  '₱': 'PHP',
  '₫': 'VND',
  '฿': 'THB',
  zł: 'PLN',
  Kč: 'CZK',
  Rs: 'INR',
  RMB: 'CNY',
  Euro: 'EUR',
  Euros: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
};

/** Codes that texts use. In lower case, some other codes are words, such as "try". */
const CODES =
  'USD|EUR|GBP|CAD|AUD|NZD|SGD|HKD|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|INR|JPY|CNY|KRW|TWD|THB|IDR|MYR|PHP|VND|BRL|MXN|ILS|ZAR|AED|SAR|QAR|UAH|usd|eur|gbp|cad|aud|chf|pln';

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

/** The currencies whose symbol is not "$" but is also used by another country, by country. */
const SHARED: Record<string, Record<string, string>> = {
  kr: { SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK' },
  '¥': { JP: 'JPY', CN: 'CNY' },
};

/** Matches countries that write their own currency as "$", too. There, "$" may mean a peso or a dollar. */
const PESO_COUNTRIES = /^(?:MX|AR|CL|CO|UY|DO|CU|BO)$/;

const symbols = Object.keys(SYMBOLS).sort((one, other) => other.length - one.length);

/** A regular expression for the symbol or code of a currency. */
export const CURRENCY = [
  `(?<!\\p{L})(?:${symbols.filter((symbol) => /^[A-Za-z]/.test(symbol)).join('|')}|kr|${CODES})(?!\\p{L})`.replaceAll(
    '$',
    '\\$',
  ),
  `[${symbols.filter((symbol) => symbol.length === 1).join('')}$¥]`,
].join('|');

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
export function currencyOf(written: string[], context: CurrencyContext): string | undefined {
  const named = written.filter((each) => each !== '$');
  const [first, ...others] = named.map((each) => currencyOfOne(each, context));
  if (first === undefined) return named.length > 0 ? undefined : dollarsOf(context);
  if (others.some((other) => other !== first)) return undefined;
  return named.length < written.length && !WRITTEN_WITH_DOLLAR.includes(first) ? undefined : first;
}

function currencyOfOne(written: string, { country }: CurrencyContext): string | undefined {
  const known = SYMBOLS[written];
  if (known) return known;
  if (/^[a-z]{3}$/i.test(written)) return written.toUpperCase();
  return SHARED[written]?.[country ?? (written === '¥' ? 'JP' : '')];
}

function dollarsOf({ nearby, text, country }: CurrencyContext): string | undefined {
  const named = new Set(
    [...nearby.matchAll(CODE_NEARBY)].map(([, after, before, name]) =>
      name ? NAMED_DOLLARS[name.toLowerCase()] : (after ?? before)?.toUpperCase(),
    ),
  );
  if (named.size > 0) return named.size === 1 ? [...named][0] : undefined;
  if (!country) return OTHER_DOLLAR_COUNTRIES.test(text) ? undefined : 'USD';
  return PESO_COUNTRIES.test(country) ? undefined : (DOLLARS[country] ?? 'USD');
}

const EURO_COUNTRIES = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');

const OTHER_COUNTRIES: Record<string, string> = {
  GB: 'GBP',
  CH: 'CHF',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
  IN: 'INR',
  JP: 'JPY',
  CN: 'CNY',
  KR: 'KRW',
  IL: 'ILS',
  BR: 'BRL',
  MX: 'MXN',
  ZA: 'ZAR',
  ...SHARED.kr,
};

/** The currency of a country (ISO 3166-1). Returns undefined if this file does not contain the country. */
export function localCurrency(country: string | undefined): string | undefined {
  if (country === undefined) return undefined;
  return EURO_COUNTRIES.includes(country) ? 'EUR' : (DOLLARS[country] ?? OTHER_COUNTRIES[country]);
}

/** Currencies in which a salary without a unit is yearly. In others, such as the złoty, monthly pay is usual. */
export const YEARLY_CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD', 'SGD', 'CHF'];
