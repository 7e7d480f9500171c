import { MAX_DOLLARS } from '../limits.ts';

/** The currencies for which the board has exchange rates (ISO 4217). */
export const RATED_CURRENCIES =
  'USD EUR GBP AUD BGN BRL CAD CHF CNY CZK DKK HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY ZAR AED QAR SAR CLP COP TWD UAH VND'.split(
    ' ',
  );

const SYMBOLS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP' };

const CURRENCY = `[$€£]|${RATED_CURRENCIES.join('|')}`;

/** The characters that may group thousands. */
export const GROUPING = `,.'’ \u00a0\u202f`;

const AMOUNT = new RegExp(
  `^\\s*(${CURRENCY})?\\s*(\\d{1,3}(?:([${GROUPING}])\\d{3}(?:\\3\\d{3})*)|\\d{1,10})\\s*(k?)\\s*(${CURRENCY})?\\s*$`,
  'i',
);

/** A yearly amount of money in a currency (ISO 4217). */
export type YearlyAmount = { amount: number; currency: string };

/**
 * Parses a yearly amount, such as `200000`, `$200,000`, `80.000 €` or `70k EUR`. Commas, points, spaces and apostrophes
 * group thousands, because nobody states a year's pay to a thousandth. Without a currency, it is in US dollars.
 * Returns undefined for any other text.
 */
export function parseYearlyAmount(text: string): YearlyAmount | undefined {
  const [, before, digits, , thousands, after] = AMOUNT.exec(text) ?? [];
  if (!digits || (before && after)) return undefined;
  const amount = Number(digits.replace(/\D/g, '')) * (thousands ? 1_000 : 1);
  if (amount > MAX_DOLLARS) return undefined;
  const written = (before ?? after ?? '$').toUpperCase();
  return { amount, currency: SYMBOLS[written] ?? written };
}
