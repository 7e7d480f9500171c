import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uploads } from '#server/db/schema.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount } from '#tests/support/factories.ts';
import { pageLook } from '#tests/support/page-look.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';
import { handleErrors } from '../api/error-handler.ts';
import { ProblemError } from '../api/problem.ts';
import { multipartBodies, readFile } from './multipart.ts';

const board = setUpTestBoard();

const FORM = { 'content-type': 'multipart/form-data; boundary=seam' };
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

/** One part of a form, as it is transferred. */
const part = (disposition: string, content: string | Buffer = DRAWING, type = 'image/png') =>
  Buffer.concat([
    Buffer.from(
      `--seam\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const FILE = part('name="file"; filename="logo.png"');
const END = Buffer.from('--seam--\r\n');

// Use a real connection, because the tests also check whether it stays open.
let app: FastifyInstance;
let agent: Agent;
let token: string;
beforeAll(async () => {
  app = await buildTestApp(board);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await board.db.delete(uploads);
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  token = await tokenFor(board.db, id);
});
afterEach(() => agent.destroy());

/** Starts an upload without its body. Without a `content-length`, the body is chunked. */
function startUpload(headers: Record<string, string | number> = FORM) {
  return request({
    agent,
    port: (app.server.address() as AddressInfo).port,
    method: 'POST',
    path: '/api/upload',
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
}

async function responseTo(upload: ReturnType<typeof startUpload>) {
  const [response] = (await once(upload, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: JSON.parse(await text(response)) };
}

async function send(body: Buffer[], headers?: Record<string, string | number>) {
  const upload = startUpload(headers);
  const response = responseTo(upload);
  upload.flushHeaders();
  for (const piece of body) upload.write(piece);
  upload.end();
  return { ...(await response), reused: upload.reusedSocket };
}

test('the server reads a form with a Content-Length and a chunked form', async () => {
  expect((await send([FILE, END])).status).toBe(201);
  const length = FILE.length + END.length;
  expect((await send([FILE, END], { ...FORM, 'content-length': length })).status).toBe(201);
});

describe('the connection can still be used after the server refuses a form', () => {
  const big = part('name="file"; filename="a"', Buffer.alloc(10_000_000));
  const field = (n: number) => part(`name="field${n}"`, 'text', 'text/plain');
  test.each<[string, number, Buffer[], Record<string, string | number>?]>([
    ['10 MB', 413, [big, END]],
    ['10 MB before another file', 400, [big, FILE, END]],
    ['10 MB in another field', 400, [part('name="x"; filename="a"', Buffer.alloc(1e7)), END]],
    ['10 MB of text', 400, [part('name="x"', Buffer.alloc(1e7, 'x'), 'text/plain'), END]],
    ['twenty files', 400, [...Array(20).fill(FILE), END]],
    ['a hundred fields', 400, [...Array.from({ length: 100 }, (_, n) => field(n)), FILE, END]],
    ['a field named __proto__', 400, [part('name="__proto__"; filename="a"'), END]],
    ['a part without a name', 400, [part('filename="a"'), END]],
    ['broken JSON in a field', 400, [part('name="a"', '{', 'application/json'), FILE, END]],
    ['no part', 400, [END]],
    ['an empty body', 400, []],
    ['a file without a closing boundary', 400, [FILE]],
    ['a truncated file', 400, [FILE.subarray(0, -20)]],
    ['a part with truncated headers', 400, [FILE.subarray(0, 40)]],
    ['garbage', 400, [Buffer.from('garbage\r\n'.repeat(1_000))]],
    ['10 MB of garbage', 400, [Buffer.alloc(10_000_000, 'x')]],
    ['another boundary', 400, [FILE, END], { 'content-type': 'multipart/form-data; boundary=x' }],
    ['no boundary', 400, [FILE, END], { 'content-type': 'multipart/form-data' }],
    [
      'another kind of multipart',
      415,
      [FILE, END],
      { 'content-type': 'multipart/mixed; boundary=seam' },
    ],
    ['JSON', 415, [Buffer.from('{}')], { 'content-type': 'application/json' }],
  ])('%s (%i)', async (_name, status, body, headers) => {
    const refused = await send(body, headers);
    expect(refused.body).toMatchObject({ status, detail: expect.any(String) });
    if (status !== 415) {
      expect(refused.body.errors).toEqual([
        { path: expect.stringMatching(/^(file|body)$/), message: expect.stringMatching(/^must /) },
      ]);
    }
    expect(await board.db.$count(uploads)).toBe(0);

    expect(await send([FILE, END])).toMatchObject({ status: 201, reused: true });
  });
});

test('the server reads the rest of a form that it refuses', async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  const second = new Promise<void>((resolve) => {
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
      if (received.includes('{"status":"ok"}')) resolve();
    });
  });
  socket.write(
    ['POST /api/upload HTTP/1.1', 'host: localhost', `authorization: Bearer ${token}`]
      .concat('content-type: multipart/form-data', 'content-length: 2000000', '', '')
      .join('\r\n'),
  );
  socket.write(Buffer.alloc(2_000_000));
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await second;
  expect(received).toMatch(/^HTTP\/1.1 400 /);
  socket.destroy();
});

test.each([
  ['with a too large Content-Length', 413, {}],
  ['without a token', 401, { authorization: '' }],
])('the server refuses a form %s without reading its body', async (_name, status, headers) => {
  const upload = startUpload({ ...FORM, 'content-length': 10_000_000, ...headers });
  upload.flushHeaders();
  expect((await responseTo(upload)).status).toBe(status);
  upload.destroy();
});

test('an aborted upload logs no server error', async () => {
  const logged: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  await app.close();
  app = Fastify({ loggerInstance: logger as FastifyBaseLogger });
  handleErrors(app, pageLook());
  await multipartBodies(app);
  const { promise: started, resolve: start } = withResolvers<void>();
  const { promise: outcome, resolve: end } = withResolvers<unknown>();
  app.post('/api/upload', async (request) => {
    const file = readFile(request, { field: 'file', bytes: 1_000_000 });
    file.then(end, end);
    start();
    await file;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });

  const upload = startUpload();
  upload.on('error', () => {});
  upload.write(FILE.subarray(0, -10));
  await started;
  upload.destroy();

  const error = await outcome;
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({ status: 400 });
  await app.close();
  expect(logged).toEqual([]);
});

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}
