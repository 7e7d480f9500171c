import { z } from 'zod';
import { isCalendarDay, toPlainDate } from '#shared/calendar-day.ts';
import { CURSOR_LENGTH, MAX_DOLLARS, SEARCH_LENGTH, URL_LENGTH } from '#shared/constants/limits.ts';
import { parseDollars } from '#shared/dollars.ts';
import { type JsonSchema, jsonSchemas } from './json-schema.ts';

/**
 * A whole number in a query string, written plainly: number coercion would let `1e309` through as
 * Infinity and `0x10` as 16.
 */
export function wholeNumber(bounds: { default: number; max: number }) {
  const message = `must be a whole number from 1 to ${bounds.max}`;
  const json = { type: 'integer', minimum: 1, maximum: bounds.max, default: bounds.default };
  return z
    .string(message)
    .regex(/^[1-9]\d{0,8}$/, message)
    .transform(Number)
    .refine((value) => value <= bounds.max, message)
    .register(jsonSchemas, { json })
    .default(bounds.default);
}

/** As `parseDollars` takes them, and no more than the most. */
const WRITTEN_DOLLARS = `^(\\s*\\$?\\s*(${[
  '\\d{1,9}|0\\d{9}|10{9}',
  '\\d{1,3}(,\\d{3}){1,2}|0{0,2}1(,000){3}',
  '(0{0,4}\\d{1,6}|0{0,3}10{6}|\\d{1,3},\\d{3}|0{0,2}1(,000){2})\\s*[kK]',
].join('|')})\\s*)?$`;

/** An amount of US dollars; nothing where none is written. */
export function dollars() {
  const message = 'must be an amount of dollars, such as 100000';
  const json = {
    anyOf: [
      { type: 'integer', minimum: 0, maximum: MAX_DOLLARS },
      { type: 'string', pattern: WRITTEN_DOLLARS },
    ],
  };
  return z
    .string(message)
    .refine((written) => !written || parseDollars(written) !== undefined, message)
    .transform(parseDollars)
    .register(jsonSchemas, { json })
    .optional();
}

/** One of a few words; empty where none is given. */
export function choice<const Value extends string>(values: readonly Value[]) {
  return z
    .enum<readonly (Value | '')[]>(['', ...values], `must be one of ${values.join(', ')}`)
    .optional();
}

/** A parameter that may be given once. */
export function queryText() {
  return text(SEARCH_LENGTH, {}, 'must be given once').optional();
}

export const NO_CURSOR = 'must be the `next` of a list';

/** Where a list goes on: opaque, taken from `next` of the page before. */
export function cursor() {
  return z
    .string('must be given once')
    .max(CURSOR_LENGTH, NO_CURSOR)
    .register(jsonSchemas, {
      json: { type: 'string', maxLength: CURSOR_LENGTH, 'x-opaque': true },
    })
    .optional()
    .describe('Where the list goes on: `next` of the page before. It is not for making up.');
}

/** In a list's reply: the cursor of what follows. */
export const next = z
  .string()
  .optional()
  .describe('The `cursor` of the page that follows; absent on the last.');

/** The id that the path names may stand in the body too; it must then be the same. */
export const sameId = z
  .string()
  .register(jsonSchemas, { json: { type: 'string', 'x-equals': '$request.path.id' } })
  .optional()
  .describe('May be left out; else it is the id that the address names.');

/** The reply of a call that leaves nothing to tell. */
export const nothing = z.undefined();

/** May be sent, and changes nothing: the board keeps what it has stored. */
export const readOnly = z
  .unknown()
  .optional()
  .describe('May be sent, and changes nothing: the board keeps what it has stored.');

/** Any text: what no thing has for an id is simply unknown. */
export const idParams = z.object({
  id: z.string().register(jsonSchemas, { json: { type: 'string', minLength: 1 } }),
});

/** The id of a job or a company in a reply. */
export const id = z.string().register(jsonSchemas, { json: { type: 'string', format: 'uuid' } });

/** A number of things. */
export const count = z.int().nonnegative();

/**
 * A text. PostgreSQL cannot store a null character. It counts characters as JSON Schema does: one
 * that takes two code units of JavaScript is one.
 */
export function text(
  most: number,
  { pattern = '^[^\\u0000]*$', ...more }: JsonSchema = {},
  otherwise = 'must be a text',
) {
  return z
    .string(otherwise)
    .refine(
      (value) => value.length <= most || (value.length <= 2 * most && [...value].length <= most),
      `must be at most ${most} characters`,
    )
    .refine((value) => !value.includes('\0'), 'must not hold a null character')
    .register(jsonSchemas, { json: { type: 'string', maxLength: most, pattern, ...more } });
}

/** Neither a space of any kind nor one of the characters that show nothing. */
const VISIBLE = /[^\p{White_Space}\p{C}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]/u;

/** What a line is made of. */
const IN_LINE = '[^\\p{Cc}\\u2028\\u2029]*';
const ONE_LINE = new RegExp(`^${IN_LINE}$`, 'u');

/** A text in which something can be seen. */
export function nonBlankText(most: number) {
  return text(most, { minLength: 1, pattern: `^[^\\u0000]*${VISIBLE.source}[^\\u0000]*$` }).regex(
    VISIBLE,
    'must not be empty',
  );
}

/** A line of text in which something can be seen. */
export function singleLine(most: number) {
  return text(most, {
    minLength: 1,
    pattern: `^\\s*${IN_LINE}${VISIBLE.source}${IN_LINE}\\s*$`,
  })
    .trim()
    .regex(VISIBLE, 'must not be empty')
    .regex(ONE_LINE, 'must be one line');
}

const url = z.url({ protocol: /^https?$/ });

const HOST_AND_PATH = '[^\\s\\/?#@\\\\]+([\\/?#]\\S*)?';

const ABSOLUTE = new RegExp(`^https?://${HOST_AND_PATH}$`, 'i');

/** Absolute, without a user's name, and nothing but http or https. */
function isWebAddress(value: string): boolean {
  return ABSOLUTE.test(value) && url.safeParse(value).success;
}

const WEB_ADDRESS = 'must be a web address that begins with http:// or https://';

/** What JSON Schema can say of it; which hosts there can be, it cannot. */
const WEB_ADDRESS_JSON = {
  type: 'string',
  format: 'uri',
  minLength: 1,
  maxLength: URL_LENGTH,
  pattern: `^\\s*[Hh][Tt][Tt][Pp][Ss]?:\\/\\/${HOST_AND_PATH}\\s*$`,
};

/** Nothing, or one of these. */
const blankOr = (...json: JsonSchema[]) => ({
  anyOf: [{ type: 'string', maxLength: URL_LENGTH, pattern: '^\\s*$' }, ...json],
});

/** An address on the web; or nothing, or what else `passes`, as `described`. */
export function optionalWebAddress(
  passes: (value: string) => boolean = () => false,
  described: JsonSchema[] = [],
) {
  return text(URL_LENGTH)
    .trim()
    .refine((value) => value === '' || passes(value) || isWebAddress(value), WEB_ADDRESS)
    .register(jsonSchemas, { json: blankOr(WEB_ADDRESS_JSON, ...described) });
}

/** An address on the web. */
export const webAddress = optionalWebAddress()
  .min(1, 'must not be empty')
  .register(jsonSchemas, { json: WEB_ADDRESS_JSON });

/** `x-not-before`: how early a day may be, which JSON Schema has no word for. */
const DAY_TO_COME_JSON = {
  type: 'string',
  format: 'date',
  pattern: '^\\s*[12]\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])\\s*$',
  'x-not-before': 'today',
};

/** A day that is not over, such as `2026-11-30`, in UTC; or nothing. */
export function optionalDayToCome() {
  const message = 'must be a day such as 2026-11-30';
  return z
    .string(message)
    .trim()
    .refine((value) => value === '' || isCalendarDay(value), { message, abort: true })
    .refine(
      (value) => value === '' || value >= toPlainDate(new Date()),
      'must be a day that is not over yet (in UTC)',
    )
    .register(jsonSchemas, {
      json: { anyOf: [{ type: 'string', pattern: '^\\s*$' }, DAY_TO_COME_JSON] },
    });
}
