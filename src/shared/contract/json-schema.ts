import { z } from 'zod';

/** https://json-schema.org/draft/2020-12/json-schema-validation */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * Explicit JSON Schemas for Zod schemas whose generated one would be wrong: a rule is a function, or a text in the query
 * represents a number. https://zod.dev/metadata#registries
 */
export const jsonSchemas = z.registry<{ json: JsonSchema }>();
