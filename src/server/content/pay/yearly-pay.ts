import type { StatedPay } from '#shared/contract/stated-pay.ts';
import { yearly } from '#shared/domain/pay.ts';
import { MAX_DOLLARS } from '#shared/limits.ts';
import { dollarsPer, type ExchangeRates } from './exchange-rates.ts';

/** Pay in whole US dollars per year. At least one bound is known. */
export type YearlyPay = { minimum: number | null; maximum: number | null };

/** Converts pay to US dollars per year. Returns undefined if the exchange rate is unknown. */
export function yearlyPay(
  { minimum, maximum, currency, unit }: StatedPay,
  rates: ExchangeRates,
): YearlyPay | undefined {
  const rate = dollarsPer(currency, rates);
  if (rate === undefined) return undefined;
  const inDollars = (amount: number | null) =>
    amount && Math.min(MAX_DOLLARS, Math.round(yearly(amount, unit) * rate));
  return { minimum: inDollars(minimum), maximum: inDollars(maximum) };
}

/** The middle of a span of pay, in whole dollars. If one end is open, the middle is the other end. */
export function middleOf({ minimum, maximum }: YearlyPay): number {
  return Math.round(((minimum ?? maximum ?? 0) + (maximum ?? minimum ?? 0)) / 2);
}
