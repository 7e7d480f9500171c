import { z } from 'zod';
import { ROLES, type Role } from '#shared/constants/roles.ts';
import type { Access, Endpoint } from '#shared/contract/endpoint.ts';
import { type EndpointName, endpointGroups } from '#shared/contract/endpoints.ts';
import { examples } from '#shared/contract/examples.ts';
import { problem } from '#shared/contract/problem.ts';
import packageFile from '../../../../package.json' with { type: 'json' };
import type { Content, Method, OpenApiDocument, Operation, Parameter, Reply } from './document.ts';
import { REPLY_HEADERS, REQUEST_HEADERS } from './headers.ts';
import { describeRefusals, refusalName, refusalsOf } from './refusals.ts';
import { createSchemas } from './schemas.ts';

type Describe = ReturnType<typeof createSchemas>['describe'];

/** What a call of an endpoint may hold. */
type Call = { params?: object; query?: object; body?: unknown; response?: unknown };

const TOKEN = 'accessToken';

/** The whole API in OpenAPI 3.1, made of the contract. `publicUrl` is the board's origin. */
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
      const [written = '', path = ''] = key.split(' ');
      const method = written.toLowerCase() as Method;
      const address = path.replaceAll(/:(\w+)/g, '{$1}');
      const example = examples[key as EndpointName];
      paths[address] = {
        ...paths[address],
        [method]: describeOperation(describe, tag, method, endpoint, example),
      };
    }
  }
  const responses = describeRefusals(describe(problem, 'output'));
  return {
    openapi: '3.1.1',
    info: {
      title: `${siteName} API`,
      summary: 'Jobs and the companies they are at.',
      description: INTRODUCTION,
      version: packageFile.version,
      license: { name: `${packageFile.license} licence`, identifier: packageFile.license },
    },
    servers: [{ url: publicUrl }],
    tags: endpointGroups.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: sorted(components),
      parameters: REQUEST_HEADERS,
      headers: REPLY_HEADERS,
      responses,
      securitySchemes: {
        [TOKEN]: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'What is not for anyone takes an access token of the identity provider that people sign in with, as `Authorization: Bearer TOKEN`.',
        },
      },
    },
  };
}

const INTRODUCTION = [
  'Bodies and replies are JSON in UTF-8. Fields of a body that are not described are passed over; a reply has no others than those described.',
  'A list goes on where its reply has `next`: that is the `cursor` of the page that follows. A query parameter is given once.',
  'Days are in UTC. A length is in characters, spaces around a text included. `format` says what a text is meant to be; what is taken, `pattern` says.',
  'Three words here are not of OpenAPI: what is `x-opaque` is taken from a reply and not made up, `x-equals` names what a value has to be the same as, and `x-not-before` how early a day may be.',
].join('\n\n');

function describeOperation(
  describe: Describe,
  tag: string,
  method: Method,
  endpoint: Endpoint,
  example: Call,
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
    description: whoMayCall(access),
    ...(endpoint.deprecated && { deprecated: true }),
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
const UNCHANGED: Reply = {
  description: 'What `If-None-Match` names still holds.',
  headers: { ETag: { $ref: '#/components/headers/ETag' } },
};

const header = (name: keyof typeof REQUEST_HEADERS) => ({
  $ref: `#/components/parameters/${name}`,
});

function describeParameters(
  describe: Describe,
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
  example: object = {},
): Parameter[] {
  if (!schema) return [];
  const { properties, required = [] } = described.parse(describe(schema, 'input'));
  const values = new Map(Object.entries(example));
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
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
    description: `One picture of at most ${bytes / 1024 / 1024} MiB.`,
  };
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties: { [field]: file }, required: [field] },
    },
  };
}

function describeSuccess(
  describe: Describe,
  { operationId, success, response, etag, dependsOn, query }: Endpoint,
  example: unknown,
): Reply {
  if (success === 204) return { description: 'Done; there is nothing to tell.' };
  const names = [
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
    content: { 'application/json': { schema: describe(response, 'output'), example } },
    ...(query?.shape.cursor && {
      links: {
        next: {
          operationId,
          description: 'The page that follows, with the other parameters as they are.',
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

function whoMayCall(access: Access): string {
  if (access === 'public') return 'For anyone.';
  if (access === 'authenticated') return 'For whoever is signed in.';
  const names = ROLES.filter((role) => access.includes(role)).map((role) => ROLE_NAMES[role]);
  return `For ${names.join(' and ')}.`;
}

/** One of several roles is enough. https://spec.openapis.org/oas/v3.1.1#security-requirement-object */
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
