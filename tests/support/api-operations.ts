import {
  type Content,
  type Header,
  type OpenApiDocument,
  type Parameter,
  type ResponseObject,
  resolve,
} from '#server/http/openapi/document.ts';
import type { JsonSchema } from '#shared/contract/json-schema.ts';

/** An operation. All its properties come from the API description. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  /** The accepted roles: undefined for a public operation, empty if any account may call it. */
  roles: string[] | undefined;
  parameters: Parameter[];
  /** The schema of the JSON body. */
  body: JsonSchema | undefined;
  /** The form field that contains the file. */
  fileField: string | undefined;
  /** The status of a successful response. */
  success: number;
  responses: Map<number, DescribedResponse>;
};

type DescribedResponse = { content: Content; requiredHeaders: string[] };

export function readOperations(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { content = {} } = operation.requestBody ?? {};
      const json = content['application/json']?.schema;
      const form = content['multipart/form-data']?.schema.properties as object | undefined;
      const statuses = Object.keys(operation.responses).map(Number);
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        roles: operation.security.length
          ? operation.security.flatMap((one) => Object.values(one).flat())
          : undefined,
        parameters: (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one)),
        body: json && resolveAll(document, json),
        fileField: form && Object.keys(form)[0],
        success: statuses.find((status) => status < 300) ?? 200,
        responses: new Map(
          Object.entries(operation.responses).map(([status, response]) => [
            Number(status),
            describedResponse(document, resolve<ResponseObject>(document, response)),
          ]),
        ),
      };
    }),
  );
}

function describedResponse(
  document: OpenApiDocument,
  { content = {}, headers = {} }: ResponseObject,
): DescribedResponse {
  return {
    content,
    requiredHeaders: Object.entries(headers)
      .filter(([, header]) => resolve<Header>(document, header).required)
      .map(([name]) => name.toLowerCase()),
  };
}

/** A schema with its references resolved. */
function resolveAll(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const resolved = JSON.stringify(schema, (_, value: unknown) =>
    isReference(value) ? resolve<object>(document, value) : value,
  );
  return JSON.parse(resolved);
}

function isReference(value: unknown): value is { $ref: string } {
  return typeof value === 'object' && value !== null && '$ref' in value;
}
