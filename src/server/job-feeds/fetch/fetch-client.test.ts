import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FeedServer, jsonContent, startFeedServer } from '../testing/feed-server.ts';
import {
  busy,
  cutBody,
  cutChunks,
  cutGzip,
  htmlPage,
  otherProtocol,
  redirect,
  silence,
  slowBody,
  withByteOrderMark,
  wrongCharset,
} from '../testing/feed-server-faults.ts';
import {
  greenhouseBoard,
  greenhouseJob,
  manyJobs,
  ODD_FIELDS,
} from '../testing/feed-server-jobs.ts';
import { createFetchClient, type FetchClient, type FetchOptions } from './fetch-client.ts';

const HOST = 'boards-api.greenhouse.io';
const URL_OF_LIST = `https://${HOST}/v1/boards/acme/jobs?content=true`;
const BOARD = greenhouseBoard(manyJobs(20, greenhouseJob));

let server: FeedServer;
const clients: FetchClient[] = [];

beforeAll(async () => {
  server = await startFeedServer();
});

beforeEach(async () => {
  server.requests.length = 0;
  for (const client of clients.splice(0)) await client.close();
});

afterAll(() => server.close());

function createClient(options: Partial<FetchOptions> = {}): FetchClient {
  const client = createFetchClient({
    hosts: [HOST],
    userAgent: 'ComposableJobs/1.0 (+https://board.example/)',
    ...server.clientOptions(),
    ...options,
  });
  clients.push(client);
  return client;
}

test('the request for a list contains the URL of this board in its User-Agent', async () => {
  server.answer(URL_OF_LIST, { json: BOARD });
  const response = await createClient().get(URL_OF_LIST, { accept: 'application/json' });
  expect(response).toMatchObject({ url: URL_OF_LIST, contentType: 'application/json' });
  expect(await response.json()).toEqual(BOARD);
  expect(server.requests).toMatchObject([
    {
      method: 'GET',
      url: URL_OF_LIST,
      headers: {
        host: HOST,
        accept: 'application/json',
        'user-agent': 'ComposableJobs/1.0 (+https://board.example/)',
      },
    },
  ]);
});

test.each(['gzip', 'br', 'deflate'] as const)('a body in %s is decompressed', async (encoding) => {
  server.answer(URL_OF_LIST, { json: BOARD, encoding });
  const client = createClient();
  expect(await (await client.get(URL_OF_LIST)).json()).toEqual(BOARD);
  expect(client.receivedBytes()).toBeGreaterThan(0);
  expect(client.receivedBytes()).toBeLessThan(JSON.stringify(BOARD).length / 2);
});

test('a list of 2,832 jobs with unusual fields is read', async () => {
  const odd = Object.values(ODD_FIELDS).map((fields, index) => greenhouseJob(index, fields));
  const board = greenhouseBoard([
    ...odd,
    ...odd,
    ...manyJobs(2832 - 2 * odd.length, greenhouseJob, 9),
  ]);
  server.answer(URL_OF_LIST, { json: board });
  expect(await (await createClient().get(URL_OF_LIST)).json()).toEqual(board);
});

test('a query is sent in JSON, even after a redirect that requires the same method', async () => {
  const query = { limit: 20, offset: 0 };
  server.answer(`https://${HOST}/old`, redirect('/search', 307));
  server.answer(`https://${HOST}/search`, ({ method, headers, body }) => ({
    json: { method, type: headers['content-type'], query: JSON.parse(body) },
  }));
  const response = await createClient().get(`https://${HOST}/old`, { json: query });
  expect(await response.json()).toEqual({ method: 'POST', type: 'application/json', query });
});

test('a request with the validators of the latest run may get a 304; a 304 to any other request is an error', async () => {
  let version = 1;
  const modified = 'Mon, 02 Mar 2026 09:00:00 GMT';
  server.answer(URL_OF_LIST, () => ({
    json: BOARD,
    etag: `"${version}"`,
    headers: { 'last-modified': modified },
  }));
  const first = createClient();
  await (await first.get(URL_OF_LIST, { isConditional: true })).json();
  const validators = first.validators();
  expect(validators).toEqual({ etag: '"1"', lastModified: modified });

  const second = createClient({ validators });
  await expect(second.get(URL_OF_LIST, { isConditional: true })).rejects.toMatchObject({
    failure: 'unchanged',
  });
  expect(second.validators()).toBeUndefined();
  expect(server.requests.at(-1)?.headers).toMatchObject({
    'if-none-match': '"1"',
    'if-modified-since': modified,
  });
  expect(await (await second.get(URL_OF_LIST)).json()).toEqual(BOARD);

  version = 2;
  const third = createClient({ validators });
  expect(await (await third.get(URL_OF_LIST, { isConditional: true })).json()).toEqual(BOARD);
  expect(third.validators()).toMatchObject({ etag: '"2"' });

  server.answer(URL_OF_LIST, { status: 304 });
  await expect(createClient({ validators }).get(URL_OF_LIST)).rejects.toMatchObject({
    failure: 'unreadable',
  });
});

test('redirects within the hosts of the source are followed, at most five', async () => {
  const other = 'job-boards.greenhouse.io';
  for (let hop = 1; hop <= 6; hop++) {
    server.answer(`https://${HOST}/hop/${hop}`, redirect(`https://${other}/hop/${hop - 1}`));
    server.answer(`https://${other}/hop/${hop}`, redirect(`//${HOST}/hop/${hop - 1}`, 301));
  }
  server.answer(`https://${other}/hop/0`, { json: BOARD });
  server.answer(`https://${HOST}/hop/0`, { json: BOARD });
  const client = createClient({ hosts: [HOST, other] });
  const response = await client.get(`https://${HOST}/hop/5`);
  expect(response.url).toBe(`https://${other}/hop/0`);
  expect(await response.json()).toEqual(BOARD);
  await expect(client.get(`https://${HOST}/hop/6`)).rejects.toMatchObject({ failure: 'redirect' });
  server.answer(`https://${HOST}/loop`, redirect('/loop'));
  await expect(client.get(`https://${HOST}/loop`)).rejects.toMatchObject({
    failure: 'redirect',
    message: `${HOST} redirects too often.`,
  });
});

test.each([
  [404, 'missing'],
  [410, 'missing'],
  [400, 'refused'],
  [401, 'refused'],
  [403, 'refused'],
  [429, 'busy'],
  [206, 'unreadable'],
  [300, 'unreadable'],
  [302, 'unreadable'],
])('a request is not tried again after the status %d, and fails as %s', async (status, failure) => {
  server.answer(URL_OF_LIST, { status, json: BOARD });
  await expect(createClient().get(URL_OF_LIST)).rejects.toMatchObject({
    name: 'FetchError',
    failure,
  });
  expect(server.requests).toHaveLength(1);
});

test('a request is retried twice after a failure of the server', async () => {
  server.answer(URL_OF_LIST, { status: 502 });
  await expect(createClient().get(URL_OF_LIST)).rejects.toMatchObject({ failure: 'failing' });
  expect(server.requests).toHaveLength(3);
  server.answer(URL_OF_LIST, () =>
    server.requests.length < 6 ? { status: 500 } : { json: BOARD },
  );
  expect(await (await createClient().get(URL_OF_LIST)).json()).toEqual(BOARD);
});

test('a request to a busy server is retried only if the server asks for a short wait', async () => {
  server.answer(URL_OF_LIST, () => (server.requests.length < 3 ? busy(0) : { json: BOARD }));
  expect(await (await createClient().get(URL_OF_LIST)).json()).toEqual(BOARD);
  for (const answer of [busy(120), busy(new Date(Date.now() + 120_000).toUTCString(), 503)]) {
    server.requests.length = 0;
    server.answer(URL_OF_LIST, answer);
    const error = await createClient()
      .get(URL_OF_LIST)
      .catch((error) => error);
    expect(error).toMatchObject({ failure: 'busy', retryAt: expect.any(Date) });
    expect(Math.abs(error.retryAt.getTime() - Date.now() - 120_000)).toBeLessThan(60_000);
    expect(server.requests).toHaveLength(1);
  }
  server.answer(URL_OF_LIST, busy());
  await expect(createClient().get(URL_OF_LIST)).rejects.toMatchObject({
    failure: 'busy',
    retryAt: undefined,
  });
});

test.each(['missing', 'closing', 'impostor'] as const)(
  'a host that is %s cannot be reached',
  async (how) => {
    const host = `${how}.greenhouse.io`;
    server.breakHost(host, how);
    await expect(createClient({ hosts: [host] }).get(`https://${host}/`)).rejects.toMatchObject({
      failure: 'unreachable',
      message: expect.stringMatching(/^\S+ cannot be reached \([A-Z_]+\)\.$/),
    });
    expect(server.requests).toEqual([]);
  },
);

test.each([
  ['shorter than it says', cutBody(jsonContent(BOARD))],
  ['without its last chunk', cutChunks(jsonContent(BOARD))],
  ['compressed and without its end', cutGzip(jsonContent(BOARD))],
  ['compressed and empty', { headers: { 'content-encoding': 'gzip' } }],
])('a body that is %s counts as cut off, never as a shorter list', async (_how, answer) => {
  server.answer(URL_OF_LIST, answer);
  const response = await createClient().get(URL_OF_LIST);
  await expect(response.json()).rejects.toMatchObject({ failure: 'cut' });
});

test.each([
  ['says nothing', silence(), { total: 60_000, idle: 100 }],
  ['sends a byte now and then', slowBody(10), { total: 300, idle: 60_000 }],
  ['stalls within the body', slowBody(600_000), { total: 60_000, idle: 100 }],
])('a server that %s is too slow', async (_how, answer, limits) => {
  server.answer(URL_OF_LIST, answer);
  const read = async () => (await createClient({ limits }).get(URL_OF_LIST)).text();
  await expect(read()).rejects.toMatchObject({ failure: 'too_slow' });
});

test.each([
  ['a page', htmlPage(), 'a page (HTML) instead of data (JSON)'],
  [
    'a page that claims to be JSON',
    { ...htmlPage(), headers: { 'content-type': 'application/json' } },
    'a page (HTML) instead of data (JSON)',
  ],
  ['half of a list', { text: '{"jobs":[{"id":1},' }, 'invalid data (JSON)'],
  ['nothing', { text: '' }, 'invalid data (JSON)'],
])('%s instead of JSON is unreadable', async (_what, answer, problem) => {
  server.answer(URL_OF_LIST, answer);
  const response = await createClient().get(URL_OF_LIST);
  await expect(response.json()).rejects.toMatchObject({
    failure: 'unreadable',
    message: `${HOST} responded with ${problem}.`,
  });
});

test('a byte order mark before JSON is ignored', async () => {
  server.answer(URL_OF_LIST, withByteOrderMark(jsonContent(BOARD)));
  expect(await (await createClient().get(URL_OF_LIST)).json()).toEqual(BOARD);
});

test('text in the wrong charset, unknown or damaged compression, and a protocol other than HTTP are unreadable', async () => {
  const unreadable = { failure: 'unreadable' };
  server.answer(URL_OF_LIST, wrongCharset(jsonContent({ title: 'Köchin' })));
  const latin1 = await createClient().get(URL_OF_LIST);
  await expect(latin1.json()).rejects.toMatchObject(unreadable);
  for (const encoding of ['zstd', 'gzip, gzip', 'gzip', 'br', 'deflate']) {
    server.answer(URL_OF_LIST, { json: BOARD, headers: { 'content-encoding': encoding } });
    const response = await createClient().get(URL_OF_LIST);
    await expect(response.json(), encoding).rejects.toMatchObject(unreadable);
  }
  server.answer(URL_OF_LIST, otherProtocol());
  await expect(createClient().get(URL_OF_LIST)).rejects.toMatchObject(unreadable);
});

test('a client sends one request at a time, and a request keeps its turn until the end of the body', async () => {
  const events: string[] = [];
  server.answer(URL_OF_LIST, { json: BOARD });
  const client = createClient({
    async takeTurn(host) {
      events.push(`turn at ${host}`);
      return {
        async end() {
          events.push('end');
        },
      };
    },
  });
  const response = await client.get(URL_OF_LIST);
  expect(events).toEqual([`turn at ${HOST}`]);
  for await (const _ of response.body) {
    await expect(client.get(URL_OF_LIST)).rejects.toThrow('one request at a time');
  }
  expect(events).toEqual([`turn at ${HOST}`, 'end']);
  await expect(response.text()).rejects.toThrow('once');

  // If nobody reads a body, the next request or closing the client ends it.
  events.length = 0;
  await client.get(URL_OF_LIST);
  await client.get(URL_OF_LIST);
  expect(events).toEqual([`turn at ${HOST}`, 'end', `turn at ${HOST}`]);
  await client.close();
  expect(events).toHaveLength(4);
  for await (const _ of (await createClient().get(URL_OF_LIST)).body) break;
});

test('each try and each redirect takes its own turn at the host, and ends the turn with the wait that the host asked for', async () => {
  const turns: unknown[] = [];
  server.answer(`https://${HOST}/old`, redirect(URL_OF_LIST));
  server.answer(URL_OF_LIST, () => (server.requests.length < 3 ? { status: 500 } : busy(3600)));
  const client = createClient({
    takeTurn: async () => ({
      async end(rest) {
        turns.push(rest?.until);
      },
    }),
  });
  await expect(client.get(`https://${HOST}/old`)).rejects.toMatchObject({ failure: 'busy' });
  expect(turns).toEqual([undefined, undefined, expect.any(Date)]);
});

test('aborting a run aborts its request, its body and its wait for a retry, all with the same reason', async () => {
  const reason = new Error('The server stops');
  server.answer(URL_OF_LIST, silence());
  const running = new AbortController();
  const request = createClient({ signal: running.signal }).get(URL_OF_LIST);
  await expect.poll(() => server.requests.length).toBe(1);
  running.abort(reason);
  await expect(request).rejects.toBe(reason);
  await expect(createClient({ signal: running.signal }).get(URL_OF_LIST)).rejects.toBe(reason);

  server.answer(URL_OF_LIST, slowBody(10));
  const reading = new AbortController();
  const { body } = await createClient({ signal: reading.signal }).get(URL_OF_LIST);
  const read = (async () => {
    for await (const _ of body) reading.abort(reason);
  })();
  await expect(read).rejects.toBe(reason);

  server.requests.length = 0;
  server.answer(URL_OF_LIST, { status: 500 });
  const waiting = new AbortController();
  const limits = { retryDelay: 600_000 };
  const retry = createClient({ signal: waiting.signal, limits }).get(URL_OF_LIST);
  const isRejected = expect(retry).rejects.toBe(reason);
  await expect.poll(() => server.requests.length).toBe(1);
  waiting.abort(reason);
  await isRejected;
});

test('a connection is reused for the next request', async () => {
  const client = createClient();
  server.answer(URL_OF_LIST, { json: BOARD });
  server.connections.length = 0;
  for (let count = 0; count < 3; count++) await (await client.get(URL_OF_LIST)).json();
  expect(server.connections).toHaveLength(1);
});
