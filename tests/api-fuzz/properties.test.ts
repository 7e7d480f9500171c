import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeApi } from '#server/http/openapi/describe-api.ts';
import { exampleCall } from '#server/http/openapi/example-call.ts';
import { readOperations } from '../support/api-operations.ts';
import { schemaChecks } from '../support/response-schemas.ts';
import type { Call } from './calls.ts';
import {
  type ApiResponse,
  checkEffect,
  checkResponse,
  checkReturnedFields,
  checkStatus,
} from './properties.ts';
import { type Caller, changesBetween } from './test-board.ts';
import { valid } from './valid-values.ts';

const document = describeApi({ siteName: 'Test Board', publicUrl: 'https://jobs.test' });
const operations = readOperations(document);
const { response: findError, request } = schemaChecks(document);

const { params, body, response: job } = exampleCall('PUT /api/jobs/:id');
const outsider: Caller = { name: 'a stranger', id: 'them', role: 'user', authorization: [] };
const admin: Caller = { name: 'an admin', id: 'us', role: 'siteadmin', authorization: [] };

const call: Call = {
  kind: 'valid',
  request: { method: 'PUT', url: `/api/jobs/${params.id}`, headers: {} },
  target: { kind: 'job', id: params.id, state: 'open' },
  body,
  expected: [200],
};

const done: ApiResponse = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', etag: '"1"' },
  text: JSON.stringify(job),
  duration: 10,
};

const refused: ApiResponse = {
  status: 401,
  headers: {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'www-authenticate': 'Bearer',
  },
  text: JSON.stringify({ type: 'about:blank', title: 'x', status: 401, detail: 'x' }),
  duration: 10,
};

const updateJob = operations.find(({ id }) => id === 'updateJob');
if (!updateJob) throw new Error('updateJob is not described');

const violationsOf = (response: ApiResponse) => checkResponse(updateJob, call, response, findError);

describe('the checks of an API call', () => {
  test('a correct response passes the checks', () => {
    expect([...violationsOf(done), ...violationsOf(refused)]).toEqual([]);
    expect(checkStatus(updateJob, admin, call, done)).toEqual([]);
    expect(checkReturnedFields(body, done.text)).toEqual([]);
  });

  test.each<[string, ApiResponse, RegExp]>([
    ['a server error', { ...refused, status: 500 }, /the server failed with 500/],
    ['an undescribed status', { ...refused, status: 418 }, /418 is not described/],
    [
      'an undescribed field',
      { ...done, text: JSON.stringify({ ...job, secret: 1 }) },
      /additional/,
    ],
    ['a missing field', { ...done, text: '{}' }, /required/],
    ['a wrong format', { ...done, text: JSON.stringify({ ...job, date: 'now' }) }, /date-time/],
    ['a missing ETag', { ...done, headers: { ...done.headers, etag: undefined } }, /without etag/],
    [
      'another content type',
      { ...done, headers: { ...done.headers, 'content-type': 'text/html' } },
      /html/,
    ],
    ['invalid JSON', { ...done, text: 'Oops' }, /not JSON/],
    ['a slow response', { ...done, duration: 31_000 }, /took 31000 ms/],
    [
      'a cacheable refusal',
      { ...refused, headers: { ...refused.headers, 'cache-control': 'public' } },
      /cached/,
    ],
    [
      'a missing challenge',
      { ...refused, headers: { ...refused.headers, 'www-authenticate': '' } },
      /www-auth/,
    ],
  ])('report a planted violation in a response: %s', (_, response, pattern) => {
    expect(violationsOf(response).join()).toMatch(pattern);
  });

  test('the checks report a caller who succeeds without access, and a call that is refused although it must succeed', () => {
    expect(checkStatus(updateJob, outsider, { ...call, expected: [403] }, done).join()).toMatch(
      /a stranger was admitted/,
    );
    expect(checkStatus(updateJob, admin, call, { ...refused, status: 400 }).join()).toMatch(
      /400 instead of 200/,
    );
  });

  test('the checks report a change that is missing, was made by a refused call, or was not requested', () => {
    const own = `job ${params.id}`;
    const violations = (response: ApiResponse, changed: string[], actors: string[] = []) =>
      checkEffect(updateJob, admin, call, response, { changed, actors }, () => []).join();
    expect(violations(done, [own], ['us'])).toBe('');
    expect(violations(refused, [])).toBe('');
    expect(violations(refused, [own])).toMatch(/may change nothing changed job/);
    expect(violations(done, [own, 'company 1'])).toMatch(/changed company 1,job/);
    expect(violations(done, [])).toMatch(/instead of job/);
    expect(violations(done, [own], ['them'])).toMatch(/the audit trail names “them”/);
    const rows = new Map([
      ['a', '1'],
      ['b', '1'],
      ['c', '1'],
    ]);
    const later = new Map([
      ['a', '1'],
      ['b', '2'],
      ['d', '1'],
    ]);
    expect(changesBetween(rows, later)).toEqual(['b', 'c', 'd']);
  });

  test('the checks report a returned value that differs from the request', () => {
    expect(checkReturnedFields({ ...body, title: 'Another' }, done.text)).toHaveLength(1);
  });
});

test('generated values match their schema', () => {
  const opaque = { 'company.id': [params.id], ids: [params.id], logo: ['/uploads/a.webp'] };
  const bodies = operations.flatMap(({ id, body: schema }) => (schema ? [{ id, schema }] : []));
  expect(bodies.length).toBeGreaterThan(5);
  for (const { id, schema } of bodies) {
    fc.assert(
      fc.property(valid(schema, { opaque, pathId: params.id }), (value) => {
        expect(request(schema, value), id).toBeUndefined();
      }),
      { seed: 7, numRuns: 50 },
    );
  }
});
