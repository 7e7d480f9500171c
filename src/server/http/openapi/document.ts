import type { JsonSchema } from '#shared/contract/json-schema.ts';

/** The part of OpenAPI that this server uses: https://spec.openapis.org/oas/v3.1.1 */
export type OpenApiDocument = {
  openapi: '3.1.1';
  info: {
    title: string;
    summary: string;
    description: string;
    version: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<Method, Operation>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    responses: Record<string, ResponseObject>;
    securitySchemes: Record<
      string,
      { type: 'http'; scheme: string; bearerFormat: string; description: string }
    >;
  };
};

export type Method = 'get' | 'post' | 'put' | 'delete';

export type Reference = { $ref: string };

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};

export type Header = { description: string; required?: boolean; schema: JsonSchema };

export type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

export type ResponseObject = {
  description: string;
  headers?: Record<string, Reference>;
  content?: Content;
  links?: Record<string, Link>;
};

type Link = { operationId: string; description: string; parameters: Record<string, string> };

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, ResponseObject | Reference>;
};

/** Resolves a reference within the document. Any other value is returned as it is. */
export function resolve<Value extends object>(
  document: OpenApiDocument,
  value: Value | Reference,
): Value {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Value;
  let target: unknown = document;
  for (const part of value.$ref.split('/').slice(1)) {
    target = (target as Record<string, unknown>)[part];
  }
  return target as Value;
}
