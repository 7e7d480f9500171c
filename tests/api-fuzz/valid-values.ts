import fc from 'fast-check';
import { oddText } from '#server/modules/search/testing/odd-texts.ts';
import { seedRandom } from '#server/modules/search/testing/random.ts';
import type { JsonSchema } from '#shared/contract/json-schema.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';

/**
 * Values that no schema describes: the values of opaque fields, by the field's name, and the id that `x-equals` refers
 * to.
 */
export type KnownValues = { opaque: Record<string, string[]>; pathId: string | undefined };

const DAY = 24 * 60 * 60 * 1_000;

/** Field names that the server refuses in JSON. */
const FORBIDDEN_NAMES = /"(__proto__|constructor)":/;

/** Texts that a browser can send: any characters except lone surrogates. */
const anyText: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.lorem({ maxCount: 8 }),
    fc.nat().map((seed) => oddText(seedRandom(seed))),
  )
  .map(wellFormed);

export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Cs}/gu, '\ufffd');
}

export const isWellFormed = (text: string) => !/\p{Cs}/u.test(text);

/** Arbitrary values that match the schema. */
export function valid(
  schema: JsonSchema,
  knownValues: KnownValues,
  name = '',
): fc.Arbitrary<unknown> {
  if (schema['x-equals'] !== undefined) return fc.constant(knownValues.pathId ?? '');
  if (schema['x-opaque'] === true) return fc.constantFrom(...(knownValues.opaque[name] ?? []));
  if (Array.isArray(schema.anyOf) && schema.type !== 'object') {
    const options: JsonSchema[] = schema.anyOf;
    return fc.oneof(...options.map((one) => valid(one, knownValues, name)));
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return validObject(schema, knownValues, name);
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valid(schema.items as JsonSchema, knownValues, name), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: 4,
      });
    case 'number':
      return validNumber(schema);
    case 'integer':
      return fc.integer({ min: Number(schema.minimum), max: Number(schema.maximum) });
    case 'boolean':
      return fc.boolean();
    case 'string':
      return validText(schema);
    default:
      return fc
        .jsonValue({ maxDepth: 3 })
        .filter((value) => !FORBIDDEN_NAMES.test(JSON.stringify(value)));
  }
}

function validObject(
  schema: JsonSchema,
  knownValues: KnownValues,
  name: string,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const required = (schema.required ?? []) as string[];
  return fc
    .record(
      Object.fromEntries(
        fields.map(([field, value]) => [
          field,
          valid(value, knownValues, name ? `${name}.${field}` : field),
        ]),
      ),
      { requiredKeys: required, noNullPrototype: true },
    )
    .map((record) => orderNumbers(record, fields))
    .filter((record) => !matchesConstants(schema.if, record) || hasRequired(schema.then, record))
    .filter((record) => hasAnAmount(schema, record));
}

/** Whether the record has one of the amounts of which the schema requires at least one. */
function hasAnAmount({ anyOf = [] }: JsonSchema, record: Record<string, unknown>): boolean {
  const options = anyOf as { required: string[] }[];
  const isGiven = ({ required }: { required: string[] }) =>
    required.every((field) => Number(record[field]) > 0);
  return options.length === 0 || options.some(isGiven);
}

/** Whether the record has the constants and patterns that the schema requires. Without a schema, the result is false. */
function matchesConstants(schema: unknown, record: Record<string, unknown>): boolean {
  const { properties } = (schema ?? {}) as { properties?: Record<string, JsonSchema> };
  if (!properties) return false;
  return Object.entries(properties).every(
    ([field, { const: value, pattern, properties: inner }]) => {
      if (value !== undefined) return record[field] === value;
      if (typeof pattern === 'string') return new RegExp(pattern).test(String(record[field]));
      return matchesConstants({ properties: inner }, record[field] as Record<string, unknown>);
    },
  );
}

/** Whether the record has the fields that the schema requires, including their constants and patterns. */
function hasRequired(schema: unknown, record: Record<string, unknown>): boolean {
  const { required } = schema as { required: string[] };
  const isGiven = (value: unknown) => value !== undefined && value !== null;
  return required.every((field) => isGiven(record[field])) && matchesConstants(schema, record);
}

/** Swaps the values of two fields if the one that must be larger is smaller. */
function orderNumbers(
  record: Record<string, unknown>,
  fields: [string, JsonSchema][],
): Record<string, unknown> {
  const ordered = { ...record };
  for (const [high, schema] of fields) {
    const low = schema['x-at-least'];
    if (typeof low !== 'string') continue;
    if (Number(ordered[low]) > Number(ordered[high])) {
      [ordered[low], ordered[high]] = [ordered[high], ordered[low]];
    }
  }
  return ordered;
}

function validNumber({ minimum, exclusiveMinimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  return fc.double({
    min: Number(minimum ?? exclusiveMinimum),
    minExcluded: minimum === undefined,
    max: Number(maximum),
    noNaN: true,
  });
}

function validText(schema: JsonSchema): fc.Arbitrary<string> {
  const { pattern = '', format, minLength = 0, maxLength = 500 } = schema as TextSchema;
  const matches = new RegExp(pattern, 'u');
  const matchesSchema = (text: string) => {
    const { length } = [...text];
    return length >= minLength && length <= maxLength && matches.test(text) && isWellFormed(text);
  };
  return textArbitrary(format, pattern, maxLength).filter(matchesSchema);
}

type TextSchema = { pattern?: string; format?: string; minLength?: number; maxLength?: number };

function textArbitrary(
  format: string | undefined,
  pattern: string,
  maxLength: number,
): fc.Arbitrary<string> {
  // The patterns in the OpenAPI document do not say which URLs and dates are valid.
  if (format === 'uri')
    return withSpaces(fc.webUrl({ withQueryParameters: true, withFragments: true }));
  if (format === 'date') return withSpaces(futureDate);
  if (format === 'date-time') return moment;
  if (/\\p\{|^\^\[\^|^$/.test(pattern)) {
    return fc.oneof(
      { weight: 4, arbitrary: anyText },
      { weight: 1, arbitrary: fc.constantFrom('x'.repeat(maxLength), '🧵'.repeat(maxLength)) },
    );
  }
  return fc.stringMatching(new RegExp(pattern, 'u'));
}

/** Dates from tomorrow on, because midnight may pass before the request arrives. */
const futureDate = fc
  .integer({ min: 1, max: 300_000 })
  .map((days) => toPlainDate(new Date(Date.now() + days * DAY)));

/** Times in UTC, from the year 0 on. */
const moment = fc
  .date({
    min: new Date('0000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString());

const withSpaces = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom('', '', ' ', '\n\t'), text, fc.constantFrom('', '', '  '))
    .map((parts) => parts.join(''));
