import { z } from 'zod';

/**
 * A whole number in a query string, written plainly: number coercion would let `1e309` through as
 * Infinity and `0x10` as 16.
 */
export function wholeNumber(bounds: { standard: number; most: number }) {
  const message = `must be a whole number from 1 to ${bounds.most}`;
  return z
    .string(message)
    .regex(/^[1-9]\d{0,8}$/, message)
    .transform(Number)
    .refine((value) => value <= bounds.most, message)
    .default(bounds.standard);
}

/** A parameter that may be given once. */
export function text() {
  return z.string('must be given once').optional();
}

/** Where a list goes on: opaque, taken from `next` of the page before. */
export function cursor() {
  return text();
}

export const idParams = z.object({ id: z.string() });

/** A text of a body. PostgreSQL cannot store a null character. */
export function words(most: number) {
  return z
    .string('must be a text')
    .max(most, `must be at most ${most} characters`)
    .refine((value) => !value.includes('\0'), 'must not hold a null character');
}
