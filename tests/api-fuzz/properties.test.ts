import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeApi } from '#server/http/openapi/describe-api.ts';
import { examples } from '#shared/contract/examples.ts';
import { readOperations } from '../support/api-operations.ts';
import { schemaChecks } from '../support/response-schemas.ts';
import type { Call } from './calls.ts';
import {
  faultsOfEffect,
  faultsOfReply,
  faultsOfShown,
  faultsOfVerdict,
  type Reply,
} from './properties.ts';
import { type Caller, changesBetween } from './test-board.ts';
import { valid } from './valid-values.ts';

const document = describeApi({ siteName: 'Test Board', publicUrl: 'https://jobs.test' });
const operations = readOperations(document);
const { reply: fits, request } = schemaChecks(document);

const { params, body, response: job } = examples['PUT /api/jobs/:id'];
const stranger: Caller = { name: 'a stranger', id: 'them', role: 'user', authorization: [] };
const admin: Caller = { name: 'an admin', id: 'us', role: 'siteadmin', authorization: [] };

const call: Call = {
  kind: 'valid',
  request: { method: 'PUT', url: `/api/jobs/${params.id}`, headers: {} },
  target: { kind: 'job', id: params.id, state: 'open' },
  body,
  expected: [200],
};

const done: Reply = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', etag: '"1"' },
  text: JSON.stringify(job),
  took: 10,
};

const refused: Reply = {
  status: 401,
  headers: {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'www-authenticate': 'Bearer',
  },
  text: JSON.stringify({ type: 'about:blank', title: 'x', status: 401, detail: 'x' }),
  took: 10,
};

const updateJob = operations.find(({ id }) => id === 'updateJob');
if (!updateJob) throw new Error('there is no operation to plant faults in');

const faultsOf = (reply: Reply) => faultsOfReply(updateJob, call, reply, fits);

describe('a planted fault is found', () => {
  test('what is as it should be has none', () => {
    expect([...faultsOf(done), ...faultsOf(refused)]).toEqual([]);
    expect(faultsOfVerdict(updateJob, admin, call, done)).toEqual([]);
    expect(faultsOfShown(body, done.text)).toEqual([]);
  });

  test.each<[string, Reply, RegExp]>([
    ['a failure', { ...refused, status: 500 }, /the server failed with 500/],
    ['a status that is not described', { ...refused, status: 418 }, /418 is not described/],
    ['a field too many', { ...done, text: JSON.stringify({ ...job, secret: 1 }) }, /additional/],
    ['a field too few', { ...done, text: '{}' }, /required/],
    ['a wrong format', { ...done, text: JSON.stringify({ ...job, date: 'now' }) }, /date-time/],
    ['no version', { ...done, headers: { ...done.headers, etag: undefined } }, /without etag/],
    [
      'another type',
      { ...done, headers: { ...done.headers, 'content-type': 'text/html' } },
      /html/,
    ],
    ['no JSON', { ...done, text: 'Oops' }, /no JSON/],
    ['slowness', { ...done, took: 6_000 }, /took 6000 ms/],
    [
      'a refusal to keep',
      { ...refused, headers: { ...refused.headers, 'cache-control': 'public' } },
      /kept/,
    ],
    [
      'no challenge',
      { ...refused, headers: { ...refused.headers, 'www-authenticate': '' } },
      /www-auth/,
    ],
  ])('%s', (_, reply, fault) => {
    expect(faultsOf(reply).join()).toMatch(fault);
  });

  test('who may not call is let in', () => {
    expect(faultsOfVerdict(updateJob, stranger, { ...call, expected: [403] }, done).join()).toMatch(
      /a stranger was let in/,
    );
    expect(faultsOfVerdict(updateJob, admin, call, { ...refused, status: 400 }).join()).toMatch(
      /400 in place of 200/,
    );
  });

  test('a change that was not asked for, was refused, or is missing', () => {
    const own = `job ${params.id}`;
    const faults = (reply: Reply, changed: string[], actors: string[] = []) =>
      faultsOfEffect(updateJob, admin, call, reply, { changed, actors }, () => []).join();
    expect(faults(done, [own], ['us'])).toBe('');
    expect(faults(refused, [])).toBe('');
    expect(faults(refused, [own])).toMatch(/without effect changed job/);
    expect(faults(done, [own, 'company 1'])).toMatch(/changed company 1,job/);
    expect(faults(done, [])).toMatch(/in place of job/);
    expect(faults(done, [own], ['them'])).toMatch(/the trail names “them”/);
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

  test('what was sent is not what is shown', () => {
    expect(faultsOfShown({ ...body, title: 'Another' }, done.text)).toHaveLength(1);
  });
});

test('what is made up of a schema fits it', () => {
  const opaque = { 'company.id': [params.id], logo: ['/uploads/a.webp'] };
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
