import {
  type Content,
  type Header,
  type OpenApiDocument,
  type Parameter,
  type ResponseObject,
  resolve,
} from '#server/http/openapi/document.ts';
import type { JsonSchema } from '#shared/contract/json-schema.ts';

/** One operation, as somebody knows it who has read the document and nothing else. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  /** One role of these is needed; none at all where anyone may call, an empty list where any account does. */
  roles: string[] | undefined;
  parameters: Parameter[];
  /** JSON */
  body: JsonSchema | undefined;
  /** The field of a form that the one file stands in. */
  fileField: string | undefined;
  /** The status of success. */
  success: number;
  replies: Map<number, DescribedReply>;
};

export type DescribedReply = { content: Content; requiredHeaders: string[] };

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
        body: json && inFull(document, json),
        fileField: form && Object.keys(form)[0],
        success: statuses.find((status) => status < 300) ?? 200,
        replies: new Map(
          Object.entries(operation.responses).map(([status, reply]) => [
            Number(status),
            describedReply(document, resolve<ResponseObject>(document, reply)),
          ]),
        ),
      };
    }),
  );
}

function describedReply(
  document: OpenApiDocument,
  { content = {}, headers = {} }: ResponseObject,
): DescribedReply {
  return {
    content,
    requiredHeaders: Object.entries(headers)
      .filter(([, header]) => resolve<Header>(document, header).required)
      .map(([name]) => name.toLowerCase()),
  };
}

/** A schema with its components in their places. */
function inFull(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const written = JSON.stringify(schema, (_, value: unknown) =>
    isReference(value) ? resolve<object>(document, value) : value,
  );
  return JSON.parse(written);
}

function isReference(value: unknown): value is { $ref: string } {
  return typeof value === 'object' && value !== null && '$ref' in value;
}
