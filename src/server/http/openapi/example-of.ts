import { z } from 'zod';
import type { Direction } from './schemas.ts';

/**
 * Composes an example of a value from its schema. A schema states its own example as `.meta({ example })`; any other
 * is composed of the examples of its parts, so that a new field rarely needs one.
 *
 * An optional part is left out unless it states an example: all optional parts together are seldom a plausible value.
 * @param field the name of the field that has the value
 */
export function exampleOf(schema: z.core.$ZodType, direction: Direction, field = ''): unknown {
  const stated = statedExample(schema);
  if (stated !== undefined) return stated;
  // Zod types a part of a schema as `$ZodType`, without the kinds that tell the definitions apart.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return exampleOfObject(def.shape, direction);
    case 'array':
      return [exampleOf(def.element, direction, field)];
    case 'tuple':
      return def.items.map((item) => exampleOf(item, direction, field));
    case 'record':
      return {};
    case 'union':
      return def.options[0] && exampleOf(def.options[0], direction, field);
    case 'nullable':
    case 'optional':
    case 'default':
      return exampleOf(def.innerType, direction, field);
    case 'pipe':
      return exampleOf(direction === 'input' ? def.in : def.out, direction, field);
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'boolean':
      return false;
    case 'number':
      return NUMBERS.get(field) ?? 1;
    case 'string':
      return TEXTS.get(field) ?? FORMATS.get(String(Reflect.get(def, 'format'))) ?? '';
    case 'undefined':
      return undefined;
    default:
      throw new Error(`The field “${field}” (${def.type}) needs an example in its schema.`);
  }
}

function exampleOfObject(shape: z.core.$ZodShape, direction: Direction): Record<string, unknown> {
  const parts = Object.entries(shape).filter(
    ([, part]) => !isOptional(part, direction) || statesExample(part),
  );
  return Object.fromEntries(parts.map(([name, part]) => [name, exampleOf(part, direction, name)]));
}

function isOptional(schema: z.core.$ZodType, direction: Direction): boolean {
  return (direction === 'input' ? schema._zod.optin : schema._zod.optout) !== undefined;
}

/** The example that a schema states itself. */
function statedExample(schema: z.core.$ZodType): unknown {
  return z.globalRegistry.get(schema)?.example;
}

/** Whether a schema, or the one that it makes optional, states an example. */
function statesExample(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (statedExample(schema) !== undefined) return true;
  return 'innerType' in def && statesExample(def.innerType);
}

/** What texts in common fields are, so that their schemas need not repeat it. Any other text is empty. */
const TEXTS = new Map([
  ['title', 'Loom mechanic'],
  ['location', 'Lisbon, Portugal'],
  ['place', 'Lisbon, Portugal'],
  ['name', 'Harbour Looms'],
  ['companyname', 'Harbour Looms'],
  ['website', 'https://harbour-looms.example'],
  ['email', 'ada@harbour-looms.example'],
]);

/** What numbers in common fields are. More results than the one in the list agree with its `next`. */
const NUMBERS = new Map([['total', 2]]);

/** Values of the well-known formats of Zod. */
const FORMATS = new Map([
  ['uuid', '0199a1c4-53d8-7b16-8f2c-0d9e6a4b7c15'],
  ['datetime', '2026-11-20T09:30:00.000Z'],
  ['date', '2026-11-20'],
  ['url', 'https://harbour-looms.example'],
  ['email', 'ada@harbour-looms.example'],
]);
