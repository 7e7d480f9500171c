import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '#server/http/openapi/document.ts';
import type { JsonSchema } from '#shared/contract/json-schema.ts';

/** The keywords that the API description adds to JSON Schema. */
const EXTENSION_KEYWORDS = ['x-opaque', 'x-equals', 'x-not-before', 'x-at-least'];

export type SchemaCheck = (schema: JsonSchema, value: unknown) => string | undefined;

/**
 * Returns functions that check a value against a schema of the API description. They return an error, or undefined if
 * the value matches.
 */
export function schemaChecks(document: OpenApiDocument): {
  response: SchemaCheck;
  request: SchemaCheck;
} {
  return {
    response: compileCheck(document, { validateFormats: true }),
    // In requests, only `pattern` is checked; `format` is an annotation.
    request: compileCheck(document, { validateFormats: false }),
  };
}

function compileCheck(
  document: OpenApiDocument,
  options: { validateFormats: boolean },
): SchemaCheck {
  const ajv = new Ajv2020({ ...options, strict: true, strictTypes: false, strictTuples: false });
  addFormats.default(ajv);
  ajv.addVocabulary([...EXTENSION_KEYWORDS, 'components']);
  ajv.addSchema({ $id: 'api', components: { schemas: document.components.schemas } });
  const compiled = new Map<JsonSchema, ValidateFunction>();
  return (schema, value) => {
    let validate = compiled.get(schema);
    if (!validate) {
      const inlined = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
      validate = ajv.compile(JSON.parse(inlined));
      compiled.set(schema, validate);
    }
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}
