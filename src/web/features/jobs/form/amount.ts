/**
 * Matches an amount. Spaces, commas and apostrophes group thousands. A point before exactly three digits is ambiguous,
 * because it could also group thousands, so it does not match.
 */
const AMOUNT =
  /^(\p{Sc})?\s*(\d{1,3}(?:[,\s'’]\d{3})+|\d+)(?:[.,](\d{1,2})|\.(\d{4,}))?\s*(k)?\s*(\p{Sc})?$/iu;

/**
 * Parses an amount of money, such as `50000`, `50,000`, `50k` or `£12.50`. Returns undefined for any other text.
 * @param currency ISO 4217; empty if unknown. An amount with the symbol of a different currency is refused.
 */
export function parseAmount(text: string, currency = ''): number | undefined {
  const parts = AMOUNT.exec(text.trim());
  if (!parts) return undefined;
  const [, before, whole = '', cents, fraction, thousands, after] = parts;
  const symbol = before ?? after;
  if (symbol && currency && symbol !== symbolOf(currency)) return undefined;
  return Number(`${whole.replace(/\D/g, '')}.${cents ?? fraction ?? '0'}e${thousands ? '3' : '0'}`);
}

/** Formats an amount so that `parseAmount` reads the same number. */
export function formatAmount(amount: number): string {
  const [, fraction = ''] = String(amount).split('.');
  return amount.toLocaleString('en-US', {
    minimumFractionDigits: fraction.length === 3 ? 4 : 0,
    maximumFractionDigits: 20,
  });
}

/** The symbol of the currency, such as "$". Several currencies may share one. */
function symbolOf(currency: string): string | undefined {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;
}
