import { z } from 'zod';
import { dayOf, isCalendarDay } from '#shared/calendar-day.ts';
import { URL_LENGTH } from '#shared/constants/limits.ts';
import { readDollars } from '#shared/dollars.ts';

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

/** An amount of US dollars; nothing where none is written. */
export function dollars() {
  const message = 'must be an amount of dollars, such as 100000';
  return z
    .string(message)
    .refine((written) => !written || readDollars(written) !== undefined, message)
    .transform(readDollars)
    .optional();
}

/** One of a few words; empty where none is given. */
export function choice<const Value extends string>(values: readonly Value[]) {
  return z
    .enum<readonly (Value | '')[]>(['', ...values], `must be one of ${values.join(', ')}`)
    .optional();
}

/** A parameter that may be given once. */
export function text() {
  return z.string('must be given once').optional();
}

/** Where a list goes on: opaque, taken from `next` of the page before. */
export function cursor() {
  return text();
}

/** The id that the path names may stand in the body too; it must then be the same. */
export const sameId = z.string().optional();

/** The reply of a call that leaves nothing to tell. */
export const nothing = z.undefined();

/** May be sent, and changes nothing: the board keeps what it has stored. */
export const kept = z.unknown().optional();

export const idParams = z.object({ id: z.string() });

/** A text of a body. PostgreSQL cannot store a null character. */
export function words(most: number) {
  return z
    .string('must be a text')
    .max(most, `must be at most ${most} characters`)
    .refine((value) => !value.includes('\0'), 'must not hold a null character');
}

/** Neither a space of any kind nor one of the characters that show nothing. */
const VISIBLE = /[^\p{White_Space}\p{C}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]/u;

/** A text in which something can be seen. */
export function visibleWords(most: number) {
  return words(most).regex(VISIBLE, 'must not be empty');
}

/** A line of text in which something can be seen. */
export function line(most: number) {
  return words(most)
    .trim()
    .regex(VISIBLE, 'must not be empty')
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line');
}

const url = z.url({ protocol: /^https?$/ });

/** Absolute, without a user's name, and nothing but http or https. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i.test(value) && url.safeParse(value).success;
}

const WEB_ADDRESS = 'must be a web address that begins with http:// or https://';

/** An address on the web; or nothing, or what else `passes`. */
export function optionalWebAddress(passes: (value: string) => boolean = () => false) {
  return words(URL_LENGTH)
    .trim()
    .refine((value) => value === '' || passes(value) || isWebAddress(value), WEB_ADDRESS);
}

/** An address on the web. */
export const webAddress = optionalWebAddress().min(1, 'must not be empty');

/** A day that is not over, such as `2026-11-30`, in UTC; or nothing. */
export function optionalDayToCome() {
  const message = 'must be a day such as 2026-11-30';
  return z
    .string(message)
    .trim()
    .refine((value) => value === '' || isCalendarDay(value), { message, abort: true })
    .refine(
      (value) => value === '' || value >= dayOf(new Date()),
      'must be a day that is not over yet (in UTC)',
    );
}
