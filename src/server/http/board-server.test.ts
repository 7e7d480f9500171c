import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { listenOnOtherAddresses, serverThrough } from './board-server.ts';

function build() {
  const serverFactory = serverThrough((handle) => (request, response) => {
    response.setHeader('x-passed', 'yes');
    handle(request, response);
  });
  const app = Fastify({ serverFactory, requestTimeout: 30_000, keepAliveTimeout: 7_000 });
  app.get('/', async () => 'here');
  return app;
}

test('the server keeps to Fastify’s limits', () => {
  const { server } = build();
  expect(server).toMatchObject({
    requestTimeout: 30_000,
    keepAliveTimeout: 7_000,
    timeout: 0,
    maxRequestsPerSocket: 0,
  });
});

// Only Linux answers at the whole of 127.0.0.0/8 without being told to.
test.skipIf(process.platform !== 'linux')('a second address leads to the same server', async () => {
  const app = build();
  await app.listen({ host: '127.0.0.1', port: 0 });
  await listenOnOtherAddresses(app, '127.0.0.2');
  const { port } = app.server.address() as AddressInfo;
  for (const host of ['127.0.0.1', '127.0.0.2']) {
    const reply = await fetch(`http://${host}:${port}/`);
    expect(reply.headers.get('x-passed')).toBe('yes');
    expect(await reply.text()).toBe('here');
  }
  await app.close();
  await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow();
});

test('an address that cannot be had is left out', async () => {
  const app = build();
  await app.listen({ host: '127.0.0.1', port: 0 });
  // Kept for documentation: https://www.rfc-editor.org/rfc/rfc5737
  await listenOnOtherAddresses(app, '192.0.2.1');
  await app.close();
});
