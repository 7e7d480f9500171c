import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { describeApi } from '#server/http/openapi/describe-api.ts';
import { type Operation, type ResponseObject, resolve } from '#server/http/openapi/document.ts';
import { exampleCall } from '#server/http/openapi/example-call.ts';
import { type EndpointName, endpoints } from '#shared/contract/endpoints.ts';

const document = describeApi({ siteName: 'Test Board', publicUrl: 'https://jobs.test' });

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    operation,
  })),
);

const operationOf = (name: string) =>
  operations.find((one) => one.name === name)?.operation as Operation;

test('the API description passes the OpenAPI linter', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const findings = await lintFromString({ source: JSON.stringify(document), config });
  expect(
    findings.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer}`),
  ).toEqual([]);
});

test('the API description has exactly the endpoints of the contract', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(endpoints).sort());
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(Object.entries(endpoints))('the example of %s matches the contract', (name, endpoint) => {
  const example: Record<string, unknown> = exampleCall(name as EndpointName);
  const schemas: Record<string, unknown> = endpoint;
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = schemas[part];
    expect(part in example).toBe(schema !== undefined);
    if (schema) (schema as typeof endpoint.response).parse(example[part]);
  }
  // Compare the parsed example: the contract must not remove anything from it.
  if ('response' in example)
    expect(endpoint.response.parse(example.response)).toEqual(example.response);
  expect('response' in example).toBe(endpoint.response.safeParse(undefined).success === false);
});

test.each([
  ['GET /api/jobs', [200, 304, 400, 429, 500, 503], ['ETag']],
  ['POST /api/jobs', [201, 400, 401, 403, 409, 413, 415, 429, 500, 503, 507], ['ETag', 'Location']],
  [
    'PUT /api/companies/:id',
    [200, 400, 401, 403, 404, 412, 413, 415, 429, 500, 503, 507],
    ['ETag'],
  ],
  ['DELETE /api/jobs/:id', [204, 400, 401, 403, 404, 410, 412, 413, 415, 429, 500, 503, 507], []],
  ['POST /api/upload', [201, 400, 401, 403, 413, 415, 429, 500, 503, 507], []],
])('the API description of %s lists the statuses of the responses', (name, statuses, headers) => {
  const { responses } = operationOf(name);
  expect(Object.keys(responses)).toEqual(statuses.map(String));
  const success = resolve<ResponseObject>(
    document,
    responses[statuses[0] ?? 0] ?? { description: '' },
  );
  expect(Object.keys(success.headers ?? {})).toEqual(headers);
});

test('the API description has types, defaults, headers and roles', () => {
  const parametersOf = (name: string) =>
    (operationOf(name).parameters ?? []).map((parameter) => resolve(document, parameter));
  expect(parametersOf('GET /api/jobs')).toContainEqual({
    name: 'limit',
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 24 },
    example: 1,
  });
  expect(parametersOf('PUT /api/jobs/:id').map((one) => one.name)).toEqual(['id', 'If-Match']);
  expect(parametersOf('POST /api/jobs').map((one) => one.name)).toEqual(['Idempotency-Key']);
  expect(operationOf('POST /api/jobs').security).toEqual([
    { accessToken: ['companyadmin'] },
    { accessToken: ['siteadmin'] },
  ]);
  expect(operationOf('GET /api/jobs').security).toEqual([]);
});

/** The contract and the patterns in the API description must accept the same texts. */
test.each([
  ['NewJob', 'title', ' Weaver\n', true],
  ['NewJob', 'title', '🧵'.repeat(200), true],
  ['NewJob', 'title', 'x'.repeat(201), false],
  ['NewJob', 'title', '\u200b ', false],
  ['NewJob', 'title', 'two\nlines', false],
  ['NewJob', 'applyurl', 'HTTPS://münchen.example/weg?x=1#y', true],
  ['NewJob', 'applyurl', ' ', true],
  ['NewJob', 'applyurl', 'https://user@host.example', false],
  ['NewJob', 'applyurl', 'javascript:alert(1)', false],
  ['NewJob', 'validthrough', '', true],
  ['NewJob', 'validthrough', ' 2099-11-30 ', true],
  ['NewJob', 'validthrough', '30.11.2099', false],
  ['EditedJob', 'description', '\u3164', false],
  ['NewCompany', 'logo', '/uploads/abc.webp', true],
  ['NewCompany', 'logo', '/etc/passwd', false],
  ['NewAccount', 'email', ' ada@example.com', true],
  ['NewAccount', 'email', 'a@b@c', false],
  ['NewAccount', 'bio', 'nu\0ll', false],
])(
  '%s.%s = %j: the contract and the API description agree (valid: %s)',
  (schema, field, value, accepted) => {
    const bodies = { NewJob: 'POST /api/jobs', EditedJob: 'PUT /api/jobs/:id' } as const;
    const others = { NewCompany: 'POST /api/companies', NewAccount: 'POST /api/accounts' } as const;
    const name = { ...bodies, ...others }[schema as keyof typeof bodies | keyof typeof others];
    const parsed = endpoints[name].body.safeParse({ ...exampleCall(name).body, [field]: value });
    expect(parsed.success).toBe(accepted);
    const { properties } = document.components.schemas[schema] as { properties: object };
    expect(isDescribed(new Map(Object.entries(properties)).get(field), value)).toBe(accepted);
  },
);

type TextSchema = { anyOf?: TextSchema[]; pattern?: string; maxLength?: number };

function isDescribed({ anyOf, pattern = '', maxLength }: TextSchema, value: string): boolean {
  if (anyOf) return anyOf.some((one) => isDescribed(one, value));
  const short = [...value].length <= (maxLength ?? Number.POSITIVE_INFINITY);
  return short && new RegExp(pattern, 'u').test(value);
}
