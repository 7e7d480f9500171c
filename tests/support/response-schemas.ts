import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '#server/http/openapi/document.ts';
import type { JsonSchema } from '#shared/contract/json-schema.ts';

/** What the document says besides JSON Schema. */
const OWN_WORDS = ['x-opaque', 'x-equals', 'x-not-before'];

export type Fits = (schema: JsonSchema, value: unknown) => string | undefined;

/** Tells what is wrong with a value by a schema of the document; nothing where it fits. */
export function schemaChecks(document: OpenApiDocument): { reply: Fits; request: Fits } {
  return {
    reply: checker(document, { validateFormats: true }),
    // What is taken, `pattern` says; `format` is what a text is meant to be.
    request: checker(document, { validateFormats: false }),
  };
}

function checker(document: OpenApiDocument, options: { validateFormats: boolean }): Fits {
  const ajv = new Ajv2020({ ...options, strict: true, strictTypes: false, strictTuples: false });
  addFormats.default(ajv);
  ajv.addVocabulary([...OWN_WORDS, 'components']);
  ajv.addSchema({ $id: 'api', components: { schemas: document.components.schemas } });
  const compiled = new Map<JsonSchema, ValidateFunction>();
  return (schema, value) => {
    let validate = compiled.get(schema);
    if (!validate) {
      const within = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
      validate = ajv.compile(JSON.parse(within));
      compiled.set(schema, validate);
    }
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}
