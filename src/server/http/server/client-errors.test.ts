import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { CONNECTION_LIMITS } from './http-server.ts';

const board = setUpTestBoard();
let port: number;
beforeAll(async () => {
  await board.app.listen({ host: '127.0.0.1', port: 0 });
  port = (board.app.server.address() as AddressInfo).port;
});

/** Returns everything that the server sends until it closes the connection. */
async function send(...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  for (const piece of pieces) socket.write(piece);
  return text(socket);
}

function expectRefusal(response: string, status: number) {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toContain('Content-Type: application/problem+json');
  expect(head).toContain("default-src 'none';object-src 'none';base-uri 'none'");
  expect(head).toContain('X-Content-Type-Options: nosniff');
  expect(JSON.parse(body)).toMatchObject({ status });
}

describe('the server refuses', () => {
  test.each([
    ['random bytes', '\u0016\u0003\u0001\u0000\r\n\r\n'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    [
      'two Content-Length headers',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    [
      'Content-Length with chunked transfer coding, a form of request smuggling',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG',
    ],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n'],
    ['a null character', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: \0\r\n\r\n'],
  ])('the server refuses data that is not valid HTTP: %s', async (_what, request) => {
    expectRefusal(await send(request), 400);
  });

  test('headers that are too long', async () => {
    const header = `X-Long: ${'x'.repeat(CONNECTION_LIMITS.maxHeaderSize)}`;
    expectRefusal(await send(`GET / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`), 431);
  });

  test('a URL that is too long', async () => {
    const url = `/jobs?q=${'x'.repeat(CONNECTION_LIMITS.maxHeaderSize)}`;
    expectRefusal(await send(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`), 431);
  });
});

test('the server requires exactly one Host header', async () => {
  expectRefusal(await send('GET /about HTTP/1.1\r\nAccept: */*\r\n\r\n'), 400);
  expectRefusal(await send('GET /api/jobs HTTP/1.1\r\n\r\n'), 400);
  for (const version of ['1.0', '1.1']) {
    const two = `GET /about HTTP/${version}\r\nHost: a\r\nhost: b\r\n\r\n`;
    expectRefusal(await send(two), 400);
  }
  expect(await send('GET /about HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

test('the server reads all headers of a request, whatever their number', async () => {
  const many = Array.from({ length: 300 }, (_, n) => `A${n}: 1\r\n`).join('');
  const answer = await send(
    `GET /.well-known/openid-configuration HTTP/1.1\r\nHost: localhost\r\n${many}X-Forwarded-For: 192.0.2.1\r\nConnection: close\r\n\r\n`,
  );
  // The 403 proves that the server read X-Forwarded-For, which names a client on another machine: the embedded sign-in
  // serves only local clients.
  expect(answer).toMatch(/^HTTP\/1\.1 403 /);
});

test('the server ignores an unknown `Expect` header', async () => {
  const answer = await send(
    'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: cake\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('X-Content-Type-Options: nosniff');
});
