import { parseYearlyAmount } from '../domain/yearly-amount.ts';

/** Formats a minimum pay that was entered as `70k EUR`, for example, as "€70,000". */
export function formatYearlyAmount(text: string): string {
  const { amount, currency } = parseYearlyAmount(text) ?? {};
  if (amount === undefined) return text;
  return amount.toLocaleString('en-US', { style: 'currency', currency, maximumFractionDigits: 0 });
}
