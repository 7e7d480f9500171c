/**
 * Normalizes an email address for storage and comparison. Only ASCII letters change to lower case: the lower case of
 * some other letters, such as the Kelvin sign, is an ASCII letter, so changing these letters would yield another
 * person's address.
 */
export function normalizeEmail(address: string): string {
  return address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
