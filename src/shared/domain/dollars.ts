import { MAX_DOLLARS } from '../limits.ts';

/** Parses an amount of US dollars, such as `200000`, `$200,000` or `200k`; undefined for any other text. */
export function parseDollars(text: string): number | undefined {
  const parts = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,10})\s*(k?)\s*$/i.exec(text);
  if (!parts) return undefined;
  const amount = Number(parts[1]?.replaceAll(',', '')) * (parts[2] ? 1_000 : 1);
  return amount > MAX_DOLLARS ? undefined : amount;
}
