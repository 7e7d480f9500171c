import type { StatedPay } from '#shared/contract/stated-pay.ts';
import { yearly } from '#shared/domain/pay.ts';
import { MAX_DOLLARS } from '#shared/limits.ts';
import { dollarsPer, type ExchangeRates } from './exchange-rates.ts';

/** Pay in whole US dollars per year. */
export type YearlyPay = { minimum: number; maximum: number };

/** Converts pay to US dollars per year. Returns undefined if the exchange rate is unknown. */
export function yearlyPay(
  { minimum, maximum, currency, unit }: StatedPay,
  rates: ExchangeRates,
): YearlyPay | undefined {
  const rate = dollarsPer(currency, rates);
  if (rate === undefined) return undefined;
  const [from, to] = [minimum, maximum].map((amount) =>
    Math.min(MAX_DOLLARS, Math.round(yearly(amount, unit) * rate)),
  );
  return { minimum: from ?? 0, maximum: to ?? 0 };
}

/** The middle of a span of pay, in whole dollars. */
export function middleOf({ minimum, maximum }: YearlyPay): number {
  return Math.round((minimum + maximum) / 2);
}
