import { z } from 'zod';

/** A JSON Schema. https://json-schema.org/draft/2020-12/json-schema-validation */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * JSON Schemas for Zod schemas whose generated schema would be wrong, because a rule is a function, or because a text
 * in the query represents a number. https://zod.dev/metadata#registries
 */
export const jsonSchemas = z.registry<{ json: JsonSchema }>();
