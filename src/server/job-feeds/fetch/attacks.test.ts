import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FeedServer, startFeedServer } from '../testing/feed-server.ts';
import {
  compressionBomb,
  endlessBody,
  endlessEmptyGzip,
  endlessHeaders,
  redirect,
  slowBody,
} from '../testing/feed-server-faults.ts';
import { createFetchClient, type FetchClient, type FetchOptions } from './fetch-client.ts';

const HOST = 'jobs.example';
const FEED = `https://${HOST}/feed`;
const MEGABYTE = 1024 * 1024;

let server: FeedServer;
let client: FetchClient;

beforeAll(async () => {
  server = await startFeedServer();
});

beforeEach(() => {
  server.requests.length = 0;
  server.connections.length = 0;
  server.resolveTo(HOST, ['93.184.215.14']);
  client = createClient();
  return () => client.close();
});

afterAll(() => server.close());

function createClient(options: Partial<FetchOptions> = {}): FetchClient {
  return createFetchClient({
    hosts: [HOST, 'careers.jobs.example'],
    userAgent: 'ComposableJobs/1.0',
    ...server.clientOptions(),
    ...options,
  });
}

/** Expects that reading a URL fails after this number of requests. */
async function expectRefusal(
  url: string,
  failure: string,
  { by = client, requests }: { by?: FetchClient; requests?: number } = {},
) {
  await expect(by.get(url), url).rejects.toMatchObject({ name: 'FetchError', failure });
  if (requests !== undefined) expect(server.requests, url).toHaveLength(requests);
}

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '168.63.129.16',
  '::1',
  '::ffff:127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '2002:7f00:1::',
  'fd00:ec2::254',
])('the client does not connect to a host name that resolves to %s', async (address) => {
  server.resolveTo(HOST, [address]);
  await expectRefusal(FEED, 'forbidden_address', { requests: 0 });
  expect(server.connections).toEqual([]);
});

test('the client does not connect to a host name with any non-public IP address', async () => {
  server.resolveTo(HOST, ['93.184.215.14', '2606:4700:4700::1111', '192.168.0.1']);
  await expectRefusal(FEED, 'forbidden_address', { requests: 0 });
  expect(server.connections).toEqual([]);
  server.resolveTo(HOST, []);
  await expectRefusal(FEED, 'unreachable');
});

test('the client connects to the checked IP address even if the host name resolves differently afterwards', async () => {
  let lookups = 0;
  server.resolveTo(HOST, () => (lookups++ === 0 ? ['93.184.215.14'] : ['127.0.0.1']));
  server.answer(FEED, { json: [] });
  expect(await (await client.get(FEED)).json()).toEqual([]);
  expect(lookups).toBe(1);
  expect(server.connections).toEqual([{ address: '93.184.215.14', family: 4 }]);
  // A new connection resolves and checks the host name again.
  const later = createClient();
  await expectRefusal(FEED, 'forbidden_address', { by: later, requests: 1 });
  expect(server.connections).toHaveLength(1);
});

test.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://127。0。0。1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
])('the IP address %s is refused even as the host of a source', async (url) => {
  const unsafe = createClient({ hosts: [new URL(url).hostname] });
  await expectRefusal(url, 'forbidden_address', { by: unsafe, requests: 0 });
  expect(server.connections).toEqual([]);
});

test.each([
  ['without TLS', 'http://jobs.example/feed'],
  ['of a file', 'file:///etc/passwd'],
  ['of data', 'data:application/json,[]'],
  ['with a password', 'https://user:secret@jobs.example/feed'],
  ['with a name', 'https://user@jobs.example/feed'],
  ['with another port', 'https://jobs.example:8443/feed'],
  ['with the port of a mail server', 'https://jobs.example:25/feed'],
  ['of another host', 'https://other.example/feed'],
  ['of a host below it', 'https://internal.jobs.example/feed'],
  ['of a host that ends like it', 'https://evil-jobs.example/feed'],
  ['of a host that begins like it', 'https://jobs.example.evil.example/feed'],
  ['of a host that looks like a name', 'https://jobs.example@other.example/feed'],
  ['with a final dot', 'https://jobs.example./feed'],
  ['with a backslash', 'https://other.example\\@jobs.example/feed'],
  ['that is none', 'jobs.example/feed'],
])('a URL %s is refused', async (_kind, url) => {
  await expectRefusal(url, 'forbidden_address', { requests: 0 });
  expect(server.connections).toEqual([]);
});

test.each([
  ['https://other.example/', 'redirect'],
  ['//other.example/', 'redirect'],
  ['https://127.0.0.1/', 'redirect'],
  ['https://[::1]/', 'redirect'],
  ['https://localhost/', 'redirect'],
  ['http://jobs.example/feed', 'forbidden_address'],
  ['http://169.254.169.254/', 'forbidden_address'],
  ['https://jobs.example:8443/', 'forbidden_address'],
  ['https://user:secret@jobs.example/', 'forbidden_address'],
  ['file:///etc/passwd', 'forbidden_address'],
  ['https://[', 'forbidden_address'],
])('a redirect to %s is not followed', async (location, failure) => {
  server.answer(FEED, redirect(location));
  await expectRefusal(FEED, failure, { requests: 1 });
});

test('a redirect to a host of the source is checked like the first request', async () => {
  server.resolveTo('careers.jobs.example', ['10.0.0.1']);
  server.answer(FEED, redirect('https://careers.jobs.example/feed'));
  await expectRefusal(FEED, 'forbidden_address', { requests: 1 });
  expect(server.connections).toHaveLength(1);
});

test('the password in a URL does not appear in the message', async () => {
  const error = await client.get('https://user:secret@jobs.example/').catch((error) => error);
  expect(error.message).not.toContain('secret');
});

test.each(['gzip', 'br'] as const)(
  'a decompression bomb in %s is stopped early',
  async (encoding) => {
    server.answer(FEED, compressionBomb(encoding, 256 * MEGABYTE));
    const { body } = await client.get(FEED);
    let size = 0;
    const read = (async () => {
      for await (const chunk of body) size += chunk.length;
    })();
    await expect(read).rejects.toMatchObject({
      failure: 'too_large',
      message: 'The response of jobs.example is larger than 32 MB.',
    });
    expect(size).toBeLessThanOrEqual(32 * MEGABYTE);
    expect(client.receivedBytes()).toBeLessThan(MEGABYTE);
  },
);

test('a body that is too large, or that never ends, is stopped at the limit', async () => {
  server.answer(FEED, endlessBody());
  await expect((await client.get(FEED)).text()).rejects.toMatchObject({ failure: 'too_large' });
  expect(client.receivedBytes()).toBeLessThan(33 * MEGABYTE);
  const received = client.receivedBytes();
  server.answer(FEED, {
    write: (response) =>
      void response.writeHead(200, { 'content-length': 33 * MEGABYTE }).write('['),
  });
  await expect((await client.get(FEED)).text()).rejects.toMatchObject({ failure: 'too_large' });
  expect(client.receivedBytes()).toBe(received);
});

test('a compressed body that decompresses to nothing is stopped at the limit of received bytes', async () => {
  server.answer(FEED, endlessEmptyGzip());
  const limited = createClient({ limits: { bytes: MEGABYTE } });
  await expect((await limited.get(FEED)).text()).rejects.toMatchObject({ failure: 'too_large' });
  expect(limited.receivedBytes()).toBeLessThan(2 * MEGABYTE);
  await limited.close();
});

test('a body of exactly the maximum size is read', async () => {
  const limited = createClient({ limits: { bytes: MEGABYTE } });
  server.answer(FEED, { bytes: Buffer.alloc(MEGABYTE, ' ') });
  expect(await (await limited.get(FEED)).text()).toHaveLength(MEGABYTE);
  server.answer(FEED, { bytes: Buffer.alloc(MEGABYTE + 1, ' '), encoding: 'gzip' });
  await expect((await limited.get(FEED)).text()).rejects.toMatchObject({ failure: 'too_large' });
  await limited.close();
});

test('the client stops receiving a body while nobody reads it (backpressure)', async () => {
  server.answer(FEED, endlessBody());
  const { body } = await client.get(FEED);
  const chunks = body[Symbol.asyncIterator]();
  await chunks.next();
  // If the same count is read twice in a row, the client makes the server wait.
  let previous = -1;
  await expect
    .poll(() => {
      const isStill = client.receivedBytes() === previous;
      previous = client.receivedBytes();
      return isStill;
    })
    .toBe(true);
  expect(client.receivedBytes()).toBeLessThan(MEGABYTE);
  await chunks.return?.();
});

test('endless headers are refused, whether they arrive slowly or fast', async () => {
  server.answer(FEED, endlessHeaders());
  await expectRefusal(FEED, 'too_large', { requests: 1 });
  server.answer(FEED, {
    write({ socket }) {
      socket?.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket?.write('x: y\r\n'), 10);
      socket?.once('close', () => clearInterval(timer));
    },
  });
  const hasty = createClient({ limits: { total: 300, retryDelay: 1 } });
  await expectRefusal(FEED, 'too_slow', { by: hasty });
});

test('endless interim responses (status 1xx) are refused', async () => {
  server.answer(FEED, {
    write({ socket }) {
      const send = () => socket?.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n');
      const timer = setInterval(send, 5);
      socket?.once('close', () => clearInterval(timer));
    },
  });
  const hasty = createClient({ limits: { total: 300, retryDelay: 1 } });
  await expectRefusal(FEED, 'too_slow', { by: hasty });
});

test('a body that arrives one byte at a time ends at the time limit', async () => {
  server.answer(FEED, slowBody(5));
  const hasty = createClient({ limits: { total: 300, idle: 200 } });
  const read = async () => (await hasty.get(FEED)).text();
  await expect(read()).rejects.toMatchObject({ failure: 'too_slow' });
  await hasty.close();
});

test('a host that switches to a different protocol is refused', async () => {
  server.answer(FEED, {
    write: ({ socket }) =>
      void socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      ),
  });
  await expectRefusal(FEED, 'unreachable', { requests: 3 });
});

test('a name lookup that never ends fails at the time limit', async () => {
  server.resolveTo(HOST, () => new Promise(() => {}));
  const hasty = createClient({ limits: { total: 200 } });
  await expectRefusal(FEED, 'too_slow', { by: hasty });
});
