import { z } from 'zod';
import type { Access, Endpoint } from '#shared/contract/endpoint.ts';
import { type EndpointName, endpointGroups } from '#shared/contract/endpoints.ts';
import { problem } from '#shared/contract/problem.ts';
import { ROLES, type Role } from '#shared/domain/roles.ts';
import packageFile from '../../../../package.json' with { type: 'json' };
import type {
  Content,
  Method,
  OpenApiDocument,
  Operation,
  Parameter,
  ResponseObject,
} from './document.ts';
import { exampleCall } from './example-call.ts';
import { REQUEST_HEADERS, RESPONSE_HEADERS } from './headers.ts';
import { describeRefusals, refusalName, refusalsOf } from './refusals.ts';
import { createSchemas } from './schemas.ts';

type Describe = ReturnType<typeof createSchemas>['describe'];

/** The version of the API. It is not that of the program, which no public response names. */
const API_VERSION = '1.0.0';

/** An example call of an endpoint. */
type DescribedCall = {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  response?: unknown;
};

const TOKEN = 'accessToken';

/**
 * Generates the OpenAPI 3.1 document of the whole API from the contract.
 * @param options.publicUrl the origin of the site
 */
export function describeApi({
  siteName,
  publicUrl,
}: {
  siteName: string;
  publicUrl: string;
}): OpenApiDocument {
  const { components, describe } = createSchemas();
  const paths: OpenApiDocument['paths'] = {};
  for (const { name: tag, endpoints } of endpointGroups) {
    for (const [key, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const [httpMethod = '', path = ''] = key.split(' ');
      const method = httpMethod.toLowerCase() as Method;
      const template = path.replaceAll(/:(\w+)/g, '{$1}');
      const example = exampleCall(key as EndpointName);
      paths[template] = {
        ...paths[template],
        [method]: describeOperation(describe, tag, method, endpoint, example),
      };
    }
  }
  const responses = describeRefusals(describe(problem, 'output'));
  return {
    openapi: '3.1.1',
    info: {
      title: `${siteName} API`,
      summary: 'Jobs and their companies.',
      description: INTRODUCTION,
      version: API_VERSION,
      license: { name: `${packageFile.license} licence`, identifier: packageFile.license },
    },
    servers: [{ url: publicUrl }],
    tags: endpointGroups.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: sorted(components),
      parameters: REQUEST_HEADERS,
      headers: RESPONSE_HEADERS,
      responses,
      securitySchemes: {
        [TOKEN]: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'Non-public operations require an access token of the identity provider that users sign in with: `Authorization: Bearer TOKEN`.',
        },
      },
    },
  };
}

const INTRODUCTION = [
  'Request and response bodies are JSON in UTF-8, except files. Unknown fields of a request body are ignored. A response has no undocumented fields.',
  'A list has another page if its response has `next`: send it as `cursor`. Send each query parameter at most once, unless it accepts several values.',
  'Dates are in UTC. Lengths are in characters, including surrounding spaces. `format` describes the meaning of a string; `pattern` defines which strings are valid.',
  'The document uses four extensions of OpenAPI. An `x-opaque` value must come from a response. `x-equals` names another value that this value must equal. `x-not-before` is the earliest valid date. `x-at-least` names another field, whose value is the minimum.',
].join('\n\n');

function describeOperation(
  describe: Describe,
  tag: string,
  method: Method,
  endpoint: Endpoint,
  example: DescribedCall,
): Operation {
  const { operationId, summary, access, body, file } = endpoint;
  const parameters = [
    ...describeParameters(describe, 'path', endpoint.params, example.params),
    ...describeParameters(describe, 'query', endpoint.query, example.query),
    ...(endpoint.etag === 'checked' ? [header('IfMatch')] : []),
    ...(endpoint.dependsOn ? [header('IfNoneMatch')] : []),
    ...(endpoint.idempotent ? [header('IdempotencyKey')] : []),
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    description: describeAccess(access),
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: describe(body, 'input'), example: example.body },
        },
      },
    }),
    ...(file && { requestBody: { required: true, content: describeFile(file) } }),
    responses: {
      [endpoint.success ?? 200]: describeSuccess(describe, endpoint, example.response),
      ...(endpoint.dependsOn && { 304: UNCHANGED }),
      ...Object.fromEntries(
        refusalsOf(method, endpoint).map((status) => [
          status,
          { $ref: `#/components/responses/${refusalName(status)}` },
        ]),
      ),
    },
  };
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5 */
const UNCHANGED: ResponseObject = {
  description: 'The version in `If-None-Match` is current.',
  headers: { ETag: { $ref: '#/components/headers/ETag' } },
};

const header = (name: keyof typeof REQUEST_HEADERS) => ({
  $ref: `#/components/parameters/${name}`,
});

function describeParameters(
  describe: Describe,
  location: 'path' | 'query',
  schema: z.ZodObject | undefined,
  example: object = {},
): Parameter[] {
  if (!schema) return [];
  const { properties, required = [] } = described.parse(describe(schema, 'input'));
  const values = new Map(Object.entries(example));
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: location,
    ...(required.includes(name) && { required: true }),
    ...(description && { description }),
    schema: rest,
    ...(values.has(name) && {
      example: rest.type === 'integer' ? Number(values.get(name)) : values.get(name),
    }),
  }));
}

const described = z.object({
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })),
  required: z.array(z.string()).optional(),
});

/** https://spec.openapis.org/oas/v3.1.1#considerations-for-file-uploads */
function describeFile({ field, bytes }: NonNullable<Endpoint['file']>): Content {
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: `One image of at most ${bytes / 1024 / 1024} MiB.`,
  };
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties: { [field]: file }, required: [field] },
    },
  };
}

function describeSuccess(
  describe: Describe,
  { operationId, success, response, etag, dependsOn, query, format }: Endpoint,
  example: unknown,
): ResponseObject {
  if (success === 204) return { description: 'Done. The response has no body.' };
  const names = [
    ...(format === 'csv' ? ['Content-Disposition'] : []),
    ...(etag || dependsOn ? ['ETag'] : []),
    ...(success === 201 && 'id' in ((example ?? {}) as object) ? ['Location'] : []),
  ];
  return {
    description: success === 201 ? 'Created.' : 'Done.',
    ...(names.length > 0 && {
      headers: Object.fromEntries(
        names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      ),
    }),
    content: {
      [format === 'csv' ? 'text/csv' : 'application/json']: {
        schema: describe(response, 'output'),
        example,
      },
    },
    ...(query?.shape.cursor && {
      links: {
        next: {
          operationId,
          description: 'The next page, with the other parameters unchanged.',
          parameters: { cursor: '$response.body#/next' },
        },
      },
    }),
  };
}

const ROLE_NAMES: Record<Role, string> = {
  user: 'users',
  companyadmin: 'company admins',
  siteadmin: 'site admins',
};

function describeAccess(access: Access): string {
  if (access === 'public') return 'Public.';
  if (access === 'authenticated') return 'For signed-in users.';
  const names = ROLES.filter((role) => access.includes(role)).map((role) => ROLE_NAMES[role]);
  return `For ${names.join(' and ')}.`;
}

/**
 * The roles of an operation. A caller needs one of them.
 * https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */
function securityOf(access: Access): Operation['security'] {
  if (access === 'public') return [];
  if (access === 'authenticated') return [{ [TOKEN]: [] }];
  return access.map((role) => ({ [TOKEN]: [role] }));
}

function sorted<Value>(values: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(values).sort(([one], [other]) => one.localeCompare(other, 'en')),
  );
}
