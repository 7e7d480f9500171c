import { z } from 'zod';
import { earliestClosingDate } from '#shared/domain/job-lifetime.ts';
import { isPlainDate } from '#shared/domain/plain-date.ts';
import { visibleText } from '#shared/domain/visible-text.ts';
import { GROUPING, parseYearlyAmount, RATED_CURRENCIES } from '#shared/domain/yearly-amount.ts';
import {
  CURSOR_LENGTH,
  EMAIL_LENGTH,
  JOB_LIFETIME_DAYS,
  MAX_DOLLARS,
  SEARCH_LENGTH,
  URL_LENGTH,
} from '#shared/limits.ts';
import { valuesOf } from '#shared/urls/paths.ts';
import { type JsonSchema, jsonSchemas } from './json-schema.ts';

/** How long jobs are open, in descriptions. */
export const DAYS_OPEN = `the board’s number of days (${JOB_LIFETIME_DAYS} by default)`;

/**
 * A whole number in a query string, written with decimal digits only. Coercion would also accept `1e309` (Infinity) and
 * `0x10` (16).
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
    .default(bounds.default)
    .meta({ example: '1' });
}

/** An optional whole number, at least 1. An empty text counts as absent. */
export function optionalWholeNumber(max: number) {
  const message = `must be a whole number from 1 to ${max}`;
  const json = {
    anyOf: [
      { type: 'integer', minimum: 1, maximum: max },
      { type: 'string', maxLength: 0 },
    ],
  };
  return z
    .string(message)
    .regex(/^([1-9]\d{0,8})?$/, message)
    .transform((text) => (text ? Number(text) : undefined))
    .refine((value) => value === undefined || value <= max, message)
    .register(jsonSchemas, { json })
    .optional();
}

/** The pattern of a currency: a symbol, or a code in any case. */
const CURRENCY_PATTERN = `([$€£]|${RATED_CURRENCIES.map((code) =>
  [...code].map((letter) => `[${letter}${letter.toLowerCase()}]`).join(''),
).join('|')})`;
const AMOUNT_PATTERN = `(${[
  '\\d{1,9}|0\\d{9}|10{9}',
  '(0{0,4}\\d{1,6}|0{0,3}10{6})\\s*[kK]',
  ...[...GROUPING].flatMap((character) => {
    const group = `[${character}]`;
    return [
      `\\d{1,3}(${group}\\d{3}){1,2}|0{0,2}1(${group}000){3}`,
      `(\\d{1,3}${group}\\d{3}|0{0,2}1(${group}000){2})\\s*[kK]`,
    ];
  }),
].join('|')})`;
/** The pattern of the texts that `parseYearlyAmount` accepts, up to `MAX_DOLLARS`, and of an empty text. */
const YEARLY_AMOUNT_PATTERN = `^(\\s*(${[
  `(${CURRENCY_PATTERN}\\s*)?${AMOUNT_PATTERN}\\s*`,
  `${AMOUNT_PATTERN}\\s*${CURRENCY_PATTERN}\\s*`,
].join('|')}))?$`;

/** An optional yearly amount of money. Without a currency, it is in US dollars. */
export function yearlyAmount() {
  const message = 'must be an amount a year, such as 100000, $100K or €70.000';
  const json = {
    anyOf: [
      { type: 'integer', minimum: 0, maximum: MAX_DOLLARS },
      { type: 'string', pattern: YEARLY_AMOUNT_PATTERN },
    ],
  };
  return z
    .string(message)
    .refine((value) => !value || parseYearlyAmount(value) !== undefined, message)
    .transform(parseYearlyAmount)
    .register(jsonSchemas, { json })
    .optional();
}

/** An optional parameter with fixed values. An empty text counts as absent. */
export function choice<const Value extends string>(values: readonly Value[]) {
  return z
    .enum<readonly (Value | '')[]>(['', ...values], `must be one of ${values.join(', ')}`)
    .optional();
}

/** An optional parameter that has one of the values, or several if it is repeated. */
export function choices<const Value extends string>(values: readonly Value[]) {
  const json = { type: 'string', enum: ['', ...values] };
  return z
    .union([z.string(), z.array(z.string())], 'must be text')
    .refine(
      (value) =>
        [value].flat().every((one) => one === '' || values.some((known) => known === one)) &&
        [value].flat().length <= values.length,
      `must be one or several of ${values.join(', ')}`,
    )
    .transform((value) => {
      const chosen = values.filter((known) => [value].flat().includes(known));
      return chosen.length > 0 ? chosen : undefined;
    })
    .register(jsonSchemas, {
      json: { anyOf: [json, { type: 'array', maxItems: values.length, items: json }] },
    })
    .optional();
}

/** An optional text parameter, which may be sent only once. */
export function queryText() {
  return text(SEARCH_LENGTH, {}, 'must be sent at most once').optional();
}

/** An optional date parameter, such as `2026-11-30`. An empty value counts as absent. */
export function queryDate() {
  const message = 'must be a date, such as 2026-11-30';
  return z
    .string('must be sent at most once')
    .trim()
    .refine((value) => value === '' || isPlainDate(value), message)
    .transform((value) => value || undefined)
    .optional()
    .register(jsonSchemas, {
      json: {
        anyOf: [
          { type: 'string', maxLength: 0 },
          { type: 'string', format: 'date' },
        ],
      },
    });
}

/** An optional text parameter that may be repeated. Returns its different values; undefined if there are none. */
export function queryTexts(max: number) {
  const one = text(SEARCH_LENGTH);
  const json = { type: 'string', maxLength: SEARCH_LENGTH, pattern: '^[^\\u0000]*$' };
  return z
    .union([z.string(), z.array(z.string())], 'must be text')
    .superRefine((value, context) => {
      const [issue] = [value].flat().flatMap((each) => one.safeParse(each).error?.issues ?? []);
      if (issue) context.addIssue(issue.message);
    })
    .transform((value) => {
      const values = valuesOf(value);
      return values.length > 0 ? values : undefined;
    })
    .refine((values = []) => values.length <= max, `must have at most ${max} values`)
    .register(jsonSchemas, {
      json: { anyOf: [json, { type: 'array', maxItems: max, items: json }] },
    })
    .optional();
}

export const INVALID_CURSOR = 'must be a cursor of this list';

/** The cursor of a list, which is `next` of the page before or `previous` of the page after. Clients treat it as opaque. */
export function cursor() {
  return z
    .string('must be sent at most once')
    .max(CURSOR_LENGTH, INVALID_CURSOR)
    .register(jsonSchemas, {
      json: { type: 'string', maxLength: CURSOR_LENGTH, 'x-opaque': true },
    })
    .optional()
    .describe('`next` or `previous` of another page. Opaque.');
}

/** The cursor of the next page, in the response of a list. */
export const next = z
  .string()
  .optional()
  .describe('The `cursor` of the next page; absent on the last page.')
  .meta({ example: 'WyIyMDI2LTEwLTAyVDA4OjMwOjAwLjAwMFoiLCIwMTk5YTFjNCJd' });

/** An optional `id` in a body. It must equal the id in the path. */
export const sameId = z
  .string()
  .register(jsonSchemas, { json: { type: 'string', 'x-equals': '$request.path.id' } })
  .optional()
  .describe('Optional. Must equal the id in the path.');

/** The body of a response with the format `csv`. */
export const csvText = z.string();

/** The body of a 204 response. */
export const nothing = z.undefined();

/** A field that clients may send back. The server ignores it. */
export const readOnly = z.unknown().optional().describe('Read-only. Ignored in requests.');

/** The id of a job in the examples of the API description. Other ids state examples of their own. */
const EXAMPLE_JOB_ID = '0199a1c4-53d8-7b16-8f2c-0d9e6a4b7c15';

/**
 * The `id` in a path. Any text is accepted, because an unknown id answers 404.
 * @param example an id of the resource in the path
 */
export const idParamsOf = (example: string) =>
  z.object({
    id: z
      .string()
      .register(jsonSchemas, { json: { type: 'string', minLength: 1 } })
      .meta({ example }),
  });

/** The `id` of a job in a path. */
export const idParams = idParamsOf(EXAMPLE_JOB_ID);

/** The id of a job or company in a response. */
export const id = z
  .string()
  .register(jsonSchemas, { json: { type: 'string', format: 'uuid' } })
  .meta({ example: EXAMPLE_JOB_ID });

/** An id in a body, of a resource such as a job. */
export function givenId(resource: string, schema: JsonSchema = {}) {
  const message = `must be the id of a ${resource}`;
  const pattern = '^[\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}$';
  return z
    .string(message)
    .regex(new RegExp(pattern), message)
    .register(jsonSchemas, { json: { type: 'string', format: 'uuid', pattern, ...schema } })
    .meta({ example: EXAMPLE_JOB_ID });
}

/** A count. */
export const count = z.int().nonnegative();

/** The cursor of the page before, in the response of a list. */
export const previous = z
  .string()
  .optional()
  .describe('The `cursor` of the page before; absent on the first page.')
  .meta({ example: 'PHAyLmpuYzR3ZzAw.AZmhxJ8KcQ2bTq0yQ3x5Zg.o' });

/** The position of a page, in the response of a list. */
export const offset = count
  .optional()
  .describe('The number of results on earlier pages; absent on the first page.');

/** Matches half of a surrogate pair, which is no character. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Text without null characters, which PostgreSQL cannot store. A lone surrogate, which it cannot store either, becomes
 * the replacement character. As in JSON Schema, `maxLength` counts code points.
 * https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.1
 * @param clean changes the text, whose length is limited before and after it
 */
export function text(
  maxLength: number,
  { pattern = '^[^\\u0000]*$', ...keywords }: JsonSchema = {},
  message = 'must be text',
  clean = (value: string) => value,
) {
  return z
    .string(message)
    .overwrite((value) => value.replace(LONE_SURROGATE, '\ufffd'))
    .refine(
      (value) => fits(value, maxLength) && fits(clean(value), maxLength),
      `must be at most ${maxLength} characters`,
    )
    .overwrite(clean)
    .refine((value) => !value.includes('\0'), 'must not contain a null character')
    .register(jsonSchemas, { json: { type: 'string', maxLength, pattern, ...keywords } });
}

function fits(text: string, maxLength: number): boolean {
  return (
    text.length <= maxLength || (text.length <= 2 * maxLength && [...text].length <= maxLength)
  );
}

/** Matches a visible character, that is, any character with a glyph except white space and the replacement character. */
const VISIBLE =
  /[^\p{White_Space}\p{C}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0\ufffd]/u;

/** Matches characters that do not break a line. */
const IN_LINE = '[^\\p{Cc}\\u2028\\u2029]*';
const ONE_LINE = new RegExp(`^${IN_LINE}$`, 'u');

/** Text with at least one visible character. */
export function nonBlankText(maxLength: number) {
  return text(maxLength, {
    minLength: 1,
    pattern: `^[^\\u0000]*${VISIBLE.source}[^\\u0000]*$`,
  }).regex(VISIBLE, 'must not be empty');
}

/** Text without surrounding spaces and invisible characters. */
export function visible(maxLength: number, json?: JsonSchema) {
  return text(maxLength, json, undefined, visibleText).trim();
}

/** A line of text, which may be blank. Surrounding spaces and invisible characters are removed. */
export function optionalLine(maxLength: number) {
  return visible(maxLength, { pattern: `^\\s*${IN_LINE}\\s*$` }).regex(
    ONE_LINE,
    'must be one line',
  );
}

/** A line of text with at least one visible character. Surrounding spaces and invisible characters are removed. */
export function singleLine(maxLength: number) {
  return visible(maxLength, {
    minLength: 1,
    pattern: `^\\s*${IN_LINE}${VISIBLE.source}${IN_LINE}\\s*$`,
  })
    .regex(VISIBLE, 'must not be empty')
    .regex(ONE_LINE, 'must be one line');
}

const ADDRESS = z.regexes.html5Email;

const EMAIL_ADDRESS = 'must be an email address, such as name@example.com';

/**
 * An email address to which mails can be sent.
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export const emailAddress = text(EMAIL_LENGTH, { pattern: ADDRESS.source })
  .regex(ADDRESS, EMAIL_ADDRESS)
  .meta({ example: 'grace@harbour-looms.example' });

/** An email address to which mails can be sent, or an empty text. Surrounding spaces are removed. */
export const optionalEmailAddress = text(EMAIL_LENGTH)
  .trim()
  .refine((value) => value === '' || ADDRESS.test(value), EMAIL_ADDRESS)
  .register(jsonSchemas, {
    json: {
      anyOf: [
        { type: 'string', maxLength: EMAIL_LENGTH, pattern: '^\\s*$' },
        {
          type: 'string',
          maxLength: EMAIL_LENGTH,
          pattern: `^\\s*${ADDRESS.source.slice(1, -1)}\\s*$`,
        },
      ],
    },
  });

const url = z.url({ protocol: /^https?$/ });

const HOST_AND_PATH = '[^\\s\\/?#@\\\\]+([\\/?#]\\S*)?';

const ABSOLUTE = new RegExp(`^https?://${HOST_AND_PATH}$`, 'i');

/** Whether the text is an absolute http or https URL without credentials. */
function isWebAddress(value: string): boolean {
  return ABSOLUTE.test(value) && url.safeParse(value).success;
}

const WEB_ADDRESS = 'must be a web address that begins with http:// or https://';

/** The JSON Schema of a web URL. It cannot express which hosts are valid. */
const WEB_ADDRESS_JSON = {
  type: 'string',
  format: 'uri',
  minLength: 1,
  maxLength: URL_LENGTH,
  pattern: `^\\s*[Hh][Tt][Tt][Pp][Ss]?:\\/\\/${HOST_AND_PATH}\\s*$`,
};

/** Returns a JSON Schema for blank text or a value that matches one of these schemas. */
const blankOr = (...json: JsonSchema[]) => ({
  anyOf: [{ type: 'string', maxLength: URL_LENGTH, pattern: '^\\s*$' }, ...json],
});

/** A web URL, an empty text, or a text that `accepts` allows. `schemas` describe the texts that `accepts` allows. */
export function optionalWebAddress(
  accepts: (value: string) => boolean = () => false,
  schemas: JsonSchema[] = [],
) {
  return text(URL_LENGTH)
    .trim()
    .refine((value) => value === '' || accepts(value) || isWebAddress(value), WEB_ADDRESS)
    .register(jsonSchemas, { json: blankOr(WEB_ADDRESS_JSON, ...schemas) });
}

/** A web URL: an absolute http or https URL. */
export const webAddress = optionalWebAddress()
  .min(1, 'must not be empty')
  .register(jsonSchemas, { json: WEB_ADDRESS_JSON });

const HTTPS_ADDRESS = 'must be a web address that begins with https://';

/** A web URL that begins with https. */
export const httpsAddress = text(URL_LENGTH)
  .trim()
  .refine((value) => isWebAddress(value) && /^https:/i.test(value), HTTPS_ADDRESS)
  .register(jsonSchemas, {
    json: {
      type: 'string',
      format: 'uri',
      minLength: 1,
      maxLength: URL_LENGTH,
      pattern: `^\\s*[Hh][Tt][Tt][Pp][Ss]:\\/\\/${HOST_AND_PATH}\\s*$`,
    },
  });

/**
 * The JSON Schema of a date. `x-not-before` is an extension, because JSON Schema has no keyword for the earliest date.
 */
const FUTURE_DATE_JSON = {
  type: 'string',
  format: 'date',
  pattern: '^\\s*[12]\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])\\s*$',
  'x-not-before': 'today',
};

export const PAST_DATE = 'must be today or later where the job is';

/**
 * An optional closing date such as `2026-11-30`, today or later in some place on Earth. When the job is written, the
 * server checks the date where the job is.
 */
export function optionalClosingDate() {
  const message = 'must be a date, such as 2026-11-30';
  return z
    .string(message)
    .trim()
    .refine((value) => value === '' || isPlainDate(value), { message, abort: true })
    .refine((value) => value === '' || value >= earliestClosingDate(new Date()), PAST_DATE)
    .register(jsonSchemas, {
      json: { anyOf: [{ type: 'string', pattern: '^\\s*$' }, FUTURE_DATE_JSON] },
    })
    .meta({ example: '2099-11-30' });
}
