import type { StatedPay } from '../contract/stated-pay.ts';
import { capitalize } from './capitalize.ts';
import { formatNumber } from './number.ts';

/**
 * Formats the money on a job: the pay that the employer states, or else the salary range. Returns an empty string if
 * the job has neither.
 */
export function formatMoney({ salary, pay }: { salary: string; pay: StatedPay | null }): string {
  if (pay) return formatPay(pay);
  return salary && `${salary} / Year`;
}

/**
 * Formats the pay figures of the employer, such as "€60K–€80K / Year". A single bound is in full, because it is an exact
 * limit: "From €60,000 / Year" or "Up to €80,000 / Year". Pay that an older version has stored may have a minimum of 0,
 * which is none.
 */
export function formatPay(pay: StatedPay): string {
  return `${formatFigures(pay)} / ${capitalize(pay.unit)}`;
}

function formatFigures({ minimum, maximum, currency }: StatedPay): string {
  if (minimum && maximum) {
    const [from, to] = formatAmounts([minimum, maximum], currency);
    return minimum === maximum ? `${to}` : `${from}–${to}`;
  }
  const [bound] = formatAmounts([maximum ?? minimum ?? 0], currency, false);
  return `${maximum ? 'Up to' : 'From'} ${bound}`;
}

/** The currencies that most jobs state, and their symbols in `Intl`. */
const SYMBOLS: Partial<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', CAD: 'CA$' };

/**
 * Formats amounts in the same way, such as "€60K" and "€80K". Does not use `Intl` for common amounts; see
 * `formatNumber`.
 */
function formatAmounts(
  amounts: number[],
  currency: string,
  isCompact = amounts.every(isExactInCompact),
): string[] {
  const symbol = SYMBOLS[currency];
  if (symbol && isCompact && amounts.every((amount) => amount < 1_000_000)) {
    return amounts.map((amount) => `${symbol}${amount === 0 ? 0 : `${amount / 1_000}K`}`);
  }
  const areWhole = amounts.every(Number.isInteger);
  if (symbol && !isCompact && areWhole) {
    return amounts.map((amount) => symbol + formatNumber(amount));
  }
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    ...(isCompact
      ? { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 }
      : areWhole && { maximumFractionDigits: 0 }),
  });
  return amounts.map((amount) => format.format(amount));
}

/**
 * Whether the compact format shows the exact amount, with whole thousands ("80K") or with millions and at most one
 * decimal ("6.5M").
 */
function isExactInCompact(amount: number): boolean {
  if (amount === 0) return true;
  if (amount < 10_000) return false;
  return amount % (amount < 1_000_000 ? 1_000 : 100_000) === 0;
}
