import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { parseQuery } from '#shared/urls/paths.ts';
import { createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

/** Returns the results of the same call in process and over HTTP. */
async function readBoth(name: string, params: Record<string, string>, query: string) {
  const path = (name.split(' ')[1] ?? '').replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  );
  const request = { db: board.db, raw: new IncomingMessage(new Socket()) };
  const page = board.app.inProcessApi.get(name)?.({ params, query: parseQuery(query) }, request);
  const [read, { statusCode, body }] = await Promise.all([
    page?.catch((error: Error) => error),
    board.app.inject({ url: `${path}${query}` }),
  ]);
  return { read, status: statusCode, body };
}

const UNKNOWN = '0193e317-e637-79a6-86b3-59d77ac5469a';

describe('an in-process read of a list returns the same response as HTTP', () => {
  test.each<[string, Record<string, string>, string]>([
    ['GET /api/jobs', {}, ''],
    ['GET /api/jobs', {}, '?q=weaver&type=Contract&counts=true&limit=3&description=summary'],
    ['GET /api/jobs', {}, '?company=nobody&location=%C3%A9%20%26&minsalary=50000'],
    ['GET /api/jobs/counts', {}, '?q=weaver'],
    ['GET /api/jobs/companies', {}, '?name=a'],
    ['GET /api/jobs/alternatives', {}, '?q=weaver&type=Contract&minsalary=50000'],
    ['GET /api/jobs/places', {}, '?name=l'],
    ['GET /api/jobs/suggestions', {}, '?q=l'],
    ['GET /api/companies', {}, '?limit=2'],
  ])('%s %o %s', async (name, params, query) => {
    await createJob(board.db, { title: 'Weaver' });
    const { read, status, body } = await readBoth(name, params, query);
    expect(status).toBe(200);
    expect(read).toStrictEqual(JSON.parse(body));
  });

  test('an in-process read of a single job or company returns the same response as HTTP', async () => {
    const { id, company_id } = await createJob(board.db);
    const job = await readBoth('GET /api/jobs/:id', { id }, '?description=html');
    const company = await readBoth('GET /api/companies/:id', { id: company_id }, '');
    for (const { read, status, body } of [job, company]) {
      expect(status).toBe(200);
      expect(read).toStrictEqual(JSON.parse(body));
    }
  });
});

describe('an invalid in-process read fails with the same error as over HTTP', () => {
  test.each<[string, Record<string, string>, string, number]>([
    ['GET /api/jobs', {}, '?limit=0', 400],
    ['GET /api/jobs', {}, '?limit=many&description=no', 400],
    ['GET /api/jobs', {}, '?cursor=nonsense', 400],
    ['GET /api/jobs/:id', { id: UNKNOWN }, '', 404],
    ['GET /api/jobs/:id', { id: 'no id at all' }, '', 404],
    ['GET /api/companies/:id', { id: UNKNOWN }, '', 404],
  ])('%s %o %s: %i', async (name, params, query, expected) => {
    const { read, status, body } = await readBoth(name, params, query);
    expect(status).toBe(expected);
    const { detail, errors } = JSON.parse(body);
    expect(read).toMatchObject({ status, message: detail, ...(errors && { errors }) });
  });
});

test('the in-process API has only public endpoints', () => {
  const names = [...board.app.inProcessApi.keys()];
  expect(names).toContain('GET /api/jobs');
  expect(names.filter((name) => !name.startsWith('GET ') || name.includes('accounts'))).toEqual([]);
});
