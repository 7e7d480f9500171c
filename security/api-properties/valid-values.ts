import fc from 'fast-check';
import { oddText } from '#server/modules/search/testing/odd-texts.ts';
import { seedRandom } from '#server/modules/search/testing/random.ts';
import type { JsonSchema } from '#shared/contract/json-schema.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';

/** What the document says is not to be made up, by the name of its field, and what `x-equals` names. */
export type Known = { opaque: Record<string, string[]>; pathId: string | undefined };

const DAY = 24 * 60 * 60 * 1_000;

/** Words that stand for themselves in JSON, but which no object may have for a name. */
const FORBIDDEN_NAMES = /"(__proto__|constructor)":/;

/** Texts of all kinds that a browser could send: no half of a surrogate pair. */
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

/** Whatever the schema allows. */
export function valid(schema: JsonSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  if (schema['x-equals'] !== undefined) return fc.constant(known.pathId ?? '');
  if (schema['x-opaque'] === true) return fc.constantFrom(...(known.opaque[name] ?? []));
  if (Array.isArray(schema.anyOf)) {
    const options: JsonSchema[] = schema.anyOf;
    return fc.oneof(...options.map((one) => valid(one, known, name)));
  }
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return validObject(schema, known, name);
    case 'integer':
      return fc.integer({ min: Number(schema.minimum), max: Number(schema.maximum) });
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
  known: Known,
  name: string,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const required = (schema.required ?? []) as string[];
  return fc.record(
    Object.fromEntries(
      fields.map(([field, value]) => [
        field,
        valid(value, known, name ? `${name}.${field}` : field),
      ]),
    ),
    { requiredKeys: required, noNullPrototype: true },
  );
}

function validText(schema: JsonSchema): fc.Arbitrary<string> {
  const { pattern = '', format, minLength = 0, maxLength = 500 } = schema as TextSchema;
  const matches = new RegExp(pattern, 'u');
  const fits = (text: string) => {
    const { length } = [...text];
    return length >= minLength && length <= maxLength && matches.test(text) && isWellFormed(text);
  };
  return makers(format, pattern, maxLength).filter(fits);
}

type TextSchema = { pattern?: string; format?: string; minLength?: number; maxLength?: number };

function makers(format: string | undefined, pattern: string, most: number): fc.Arbitrary<string> {
  // Which hosts there are, and which days, no pattern says.
  if (format === 'uri')
    return spaced(fc.webUrl({ withQueryParameters: true, withFragments: true }));
  if (format === 'date') return spaced(dayToCome);
  if (/\\p\{|^\^\[\^|^$/.test(pattern)) {
    return fc.oneof(
      { weight: 4, arbitrary: anyText },
      { weight: 1, arbitrary: fc.constantFrom('x'.repeat(most), '🧵'.repeat(most)) },
    );
  }
  return fc.stringMatching(new RegExp(pattern, 'u'));
}

/** From tomorrow on: today may be over while it is sent. */
const dayToCome = fc
  .integer({ min: 1, max: 300_000 })
  .map((days) => toPlainDate(new Date(Date.now() + days * DAY)));

const spaced = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom('', '', ' ', '\n\t'), text, fc.constantFrom('', '', '  '))
    .map((parts) => parts.join(''));
