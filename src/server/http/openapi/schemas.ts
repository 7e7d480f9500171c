import { z } from 'zod';
import { type JsonSchema, jsonSchemas } from '#shared/contract/json-schema.ts';

/** What comes in is told before it is read, what goes out as it is sent. */
export type Direction = 'input' | 'output';

/** Collects the contract's named schemas while it describes others, which refer to them. */
export function createSchemas() {
  const components: Record<string, JsonSchema> = {};

  function describe(schema: z.ZodType, io: Direction): JsonSchema {
    const whole = z.toJSONSchema(schema, { io, override: inOwnWords });
    const { $schema: _, $defs = {}, ...root } = referToComponents(whole);
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

function inOwnWords({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }) {
  const written = jsonSchema as Record<string, unknown>;
  const own = jsonSchemas.get(zodSchema)?.json;
  if (own) {
    const { description, default: standard } = written;
    for (const keyword of Object.keys(written)) delete written[keyword];
    Object.assign(written, own, description !== undefined && { description });
    if (standard !== undefined) written.default = standard;
  }
  // Zod writes the same again as a pattern that is longer than this file, and what every integer of JavaScript is.
  if (written.format === 'date-time') delete written.pattern;
  if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
  if (written.minimum === Number.MIN_SAFE_INTEGER) delete written.minimum;
}
