import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard, startTestApp } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const get = (url: string) => board.app.inject({ url });

/** The hash of a script, in the format of a Content-Security-Policy. */
const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Makes the app listen on a free port until the suite ends. */
async function listen(): Promise<string> {
  const { server } = board.app;
  if (!server.listening) return board.app.listen({ port: 0 });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Sends the path unchanged. `fetch` and `inject` would normalize it. */
async function sendRaw(origin: string, path: string): Promise<IncomingMessage> {
  const [response] = await once(request({ port: new URL(origin).port, path }).end(), 'response');
  response.resume();
  return response;
}

describe('server-rendered pages', () => {
  test('the page of a filtered job list contains exactly the jobs that match the filter', async () => {
    await createJob(board.db, { title: 'Contract Weaver', type: 'Contract' });
    await createJob(board.db, { title: 'Remote Weaver', type: 'Remote' });
    const response = await get('/jobs?type=Contract');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=UTF-8');
    expect(response.body).toContain('Contract Weaver');
    expect(response.body).not.toContain('Remote Weaver');
  });

  test('user content is escaped', async () => {
    const evil = '</script><script>alert(1)</script><!--';
    const { id: company_id } = await createCompany(board.db, { name: evil, description: evil });
    const { id } = await createJob(board.db, {
      company_id,
      title: evil,
      location: evil,
      description: `${evil}\n\n${evil}`,
      salary: 'Over $300K',
    });
    for (const url of [
      `/jobs/${id}`,
      '/jobs?salary=Over+%24300K',
      '/companies',
      `/jobs?type=${evil}`,
    ]) {
      const { body, headers } = await get(url);
      expect(body).not.toContain('<script>alert');
      expect(body).toContain('alert(1)');
      expect(headers['content-security-policy']).not.toContain(hashOf('alert(1)'));
    }
  });

  test.each([
    '/nope',
    '/jobs/nope',
    '/JOBS',
    '/jobs/ADD',
    '/Companies/edit/1',
    '/Account',
    '/API/jobs',
    '/jobs/00000000-0000-0000-0000-000000000000',
    '/companies/nope',
    '/jobs?cursor=nonsense',
    '/companies?cursor=nonsense',
    '/jobs/%00',
    '/jobs/%',
    '/%E0%A4%A',
    '//elsewhere.example/jobs',
  ])('the URL %s gets a 404 with the not-found page', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    for (const text of ['404 Not Found', 'This page does not exist', 'Go Back']) {
      expect(response.body).toContain(text);
    }
  });

  test.each([
    ['/jobs?salary=&type=Contract&company=', '/jobs?type=Contract'],
    ['/jobs?salary=&type=&company=', '/jobs'],
    ['/jobs?a%26b=&type=Contract', '/jobs?type=Contract'],
    ['//elsewhere.example?x=', '/elsewhere.example'],
  ])('a redirect removes empty parameters from the URL: %s', async (url, location) => {
    const response = await get(url);
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe(location);
  });

  test.each([
    '/?a%20b=1',
    '/?utm+source=x',
    '/?%C3%A9=1',
    '/?a%26b=1&c%23=2',
    '/jobs?type=Contract&a%20b=1',
    '/jobs?limit=abc&utm_source=x',
    '/companies?limit=abc&x=%25',
  ])('unknown parameters cause neither an error nor a redirect loop: %s', async (url) => {
    let address = url;
    for (let hops = 0; hops < 3; hops += 1) {
      const response = await get(address);
      if (response.statusCode === 200) return;
      expect(response.statusCode).toBe(307);
      address = String(response.headers.location);
    }
    expect.unreachable('the address is redirected in a loop');
  });

  test.each(['/account', '/jobs/add', '/jobs/edit/1', '/companies/add', '/companies/edit/1'])(
    'the page %s is the same for all users, and the browser loads the session',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain('aria-label="Loading"');
      expect(response.body).toContain('This page needs JavaScript');
    },
  );

  test.each(['/jobs/', '//elsewhere.example/', '/\\elsewhere.example/', '/\\elsewhere.example?x='])(
    'no redirect leaves the site: %s',
    async (path) => {
      const origin = await listen();
      const response = await sendRaw(origin, path);
      const { location = '' } = response.headers;
      expect(new URL(location, origin).origin).toBe(origin);
    },
  );

  test('each page allows only its own inline scripts', async () => {
    const { headers, body } = await get('/');
    const policy = String(headers['content-security-policy']);
    const [, allowed = ''] = /script-src ([^;]+)/.exec(policy) ?? [];
    const inline = [...body.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)];
    const hashes = inline.map(([, script = '']) => hashOf(script));
    expect(hashes.length).toBeGreaterThan(1);
    expect(allowed.split(' ').sort()).toEqual(["'self'", ...new Set(hashes)].sort());
    expect(body).not.toContain('nonce');
  });

  test('an absolute URL in the request line works, and only the first of two salary ranges counts', async () => {
    const origin = await listen();
    const response = await sendRaw(
      origin,
      'http://elsewhere.example/jobs?type=Contract&type=Remote&x=',
    );
    expect(response.headers.location).toBe('/jobs?type=Contract&type=Remote');
    const page = await get('/jobs?salary=Over+%24300K&salary=Under+%2450K');
    expect(page.body).toMatch(/<option[^>]* selected=""[^>]*>over \$300K/i);
    expect(page.body).not.toMatch(/<option[^>]* selected=""[^>]*>under \$50K/i);
  });

  test('a list page is at most 12 KB compressed', async () => {
    const { id: company_id } = await createCompany(board.db);
    for (let n = 0; n < 24; n += 1) {
      const words = Array.from({ length: 30 }, (_, word) =>
        `${n * 7919 + word * 104_729}`.slice(-6),
      );
      await createJob(board.db, {
        company_id,
        title: words.slice(0, 5).join(' '),
        description: words.join(' '),
      });
    }
    const response = await board.app.inject({ url: '/jobs', headers: { 'accept-encoding': 'br' } });
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.rawPayload.length).toBeLessThan(12_000);
  });
});

describe('static files', () => {
  test('are cacheable forever and come in the requested encoding', async () => {
    const [, script = ''] = /"(\/assets\/[^"]+\.js)"/.exec((await get('/')).body) ?? [];
    const headers = { 'accept-encoding': 'br' };
    const response = await board.app.inject({ url: script, headers });
    expect(response.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await get(script)).headers).not.toHaveProperty('content-encoding');
  });
});

describe('errors', () => {
  test.each([
    ['an id that cannot be decoded', { url: '/api/jobs/%E0%A4%A' }, 404],
    ['the root of the API', { url: '/api' }, 404],
    ['an endpoint that does not exist', { url: '/api/nope' }, 404],
    ['a method that no endpoint has', { method: 'PATCH', url: '/api/jobs', payload: {} }, 404],
    ['a page requested with another method', { method: 'DELETE', url: '/' }, 404],
    ['a file outside its folder', { url: '/assets/..%2f..%2fpackage.json' }, 404],
  ] as const)('%s is answered with a problem document', async (_, request, status) => {
    const response = await board.app.inject(request);
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.json()).toMatchObject({ type: 'about:blank', status });
    expect(response.body).not.toMatch(/stack|node_modules|select /);
  });

  test('without its database the board returns 503, and it recovers by itself', async () => {
    const own = await startTestApp();
    const { pathname } = new URL(own.database.url);
    const name = pathname.slice(1);
    const server = await startTestApp();
    const refuse = `alter database ${name} with allow_connections false`;
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
    await server.db.execute(refuse);
    await server.db.execute(cut);

    const response = await own.app.inject({ url: '/api/jobs' });
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({
      status: 503,
      detail: 'The database is unavailable. Try again soon.',
      requestid: expect.any(String),
    });
    expect((await own.app.inject({ url: '/readyz' })).statusCode).toBe(503);
    expect((await own.app.inject({ url: '/healthz' })).statusCode).toBe(200);
    for (const url of ['/jobs', '/']) {
      const page = await own.app.inject({ url });
      expect(page.statusCode).toBe(503);
      expect(page.body).toContain('Try again');
      expect(page.body).not.toMatch(/pg_|select |\.[jt]s:\d/);
      expect(page.body.includes('Connecting Composable Jobs'), url).toBe(url === '/');
    }

    await server.db.execute(`alter database ${name} with allow_connections true`);
    expect((await own.app.inject({ url: '/api/jobs' })).statusCode).toBe(200);
    await own.close();
    await server.close();
  });
});
