import { parseYearlyAmount } from '../domain/yearly-amount.ts';

/** Formats the minimum pay of a search: `70k EUR` becomes "€70,000". */
export function formatYearlyAmount(text: string): string {
  const { amount, currency } = parseYearlyAmount(text) ?? {};
  if (amount === undefined) return text;
  return amount.toLocaleString('en-US', { style: 'currency', currency, maximumFractionDigits: 0 });
}
