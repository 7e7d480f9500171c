import { z } from 'zod';

/** https://json-schema.org/draft/2020-12/json-schema-validation */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * What JSON Schema is to say of a value where Zod would have it say too little, for its rule is a function, or
 * something else, for what comes as a text is meant as a number.
 */
export const jsonSchemas = z.registry<{ json: JsonSchema }>();
