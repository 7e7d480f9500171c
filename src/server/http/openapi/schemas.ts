import { z } from 'zod';
import { type JsonSchema, jsonSchemas } from '#shared/contract/json-schema.ts';

/** Which side of parsing a schema describes: input before it is parsed, or output as it is sent. */
export type Direction = 'input' | 'output';

/** Converts Zod schemas to JSON Schema. Also collects the contract's named schemas, to which other schemas refer. */
export function createSchemas() {
  const components: Record<string, JsonSchema> = {};

  function describe(schema: z.ZodType, io: Direction): JsonSchema {
    const converted = z.toJSONSchema(schema, { io, override: applyOverrides });
    const { $schema: _, $defs = {}, ...root } = referToComponents(converted);
    for (const [name, { id: __, ...definition }] of Object.entries($defs)) {
      components[name] = definition;
    }
    return root;
  }

  return { components, describe };
}

type Described = JsonSchema & { $defs?: Record<string, JsonSchema> };

function referToComponents(schema: object): Described {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function applyOverrides({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: object;
}) {
  const target = jsonSchema as Record<string, unknown>;
  const override = jsonSchemas.get(zodSchema)?.json;
  if (override) {
    const { description, default: defaultValue } = target;
    for (const keyword of Object.keys(target)) delete target[keyword];
    Object.assign(target, override, description !== undefined && { description });
    if (defaultValue !== undefined) target.default = defaultValue;
  }
  // The examples of schemas are parts of the examples of calls.
  delete target.example;
  // Drop redundant keywords: Zod adds a very long pattern to `date-time`, and the range of safe integers in JavaScript
  // to every integer.
  if (target.format === 'date-time') delete target.pattern;
  if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
  if (target.minimum === Number.MIN_SAFE_INTEGER) delete target.minimum;
}
