import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { buildSmallServer } from '../testing/small-server.ts';
import { listenOnOtherAddresses, stopListening } from './graceful-shutdown.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Stops the server's clock, so that only `vi.advanceTimersByTimeAsync` advances it. */
function stopClock(): void {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'],
  });
}

test('a connection without data does not delay the shutdown', async () => {
  const app = buildSmallServer();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  // A connection on which nothing is sent, as browsers open them in advance.
  const socket = connect(Number(new URL(address).port), '127.0.0.1').resume();
  await once(socket, 'connect');
  // Wait for a response on a later connection. The server accepts connections in order, so it has then also accepted
  // the one without data.
  expect(await (await fetch(address)).text()).toBe('here');
  const start = performance.now();
  await Promise.all([once(socket, 'close'), app.close()]);
  expect(performance.now() - start).toBeLessThan(5_000);
});

test('the shutdown accepts all connections that were opened before it', async () => {
  const app = buildSmallServer();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const responses = Array.from({ length: 20 }, () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    return text(socket);
  });
  await app.close();
  for (const response of await Promise.all(responses)) expect(response).toContain('HTTP/1.1 200');
});

test('the shutdown closes no connection while the server still accepts new ones', async () => {
  const app = buildSmallServer();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const keptAlive = connect({ port, host: '127.0.0.1' });
  keptAlive.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(keptAlive, 'data');
  const stopped = stopListening(app);
  keptAlive.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const newcomer = connect({ port, host: '127.0.0.1' });
  newcomer.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  connect({ port, host: '127.0.0.1' }).resetAndDestroy();
  const responses = [keptAlive, newcomer].map((socket) => once(socket, 'data'));
  await stopped;
  expect(app.server.listening).toBe(false);
  for (const [response] of await Promise.all(responses)) {
    expect(String(response)).toContain('Connection: keep-alive');
  }
  await app.close();
});

test('during a shutdown, the server still answers the first request on a proxy’s connection, even if it arrives late', async () => {
  stopClock();
  const app = buildSmallServer({ proxied: true });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  await Promise.all([once(socket, 'connect'), once(app.server, 'connection')]);
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  // Send the request late, because a proxy's machine may be busy.
  await vi.advanceTimersByTimeAsync(4_900);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await text(socket)).toContain('HTTP/1.1 200');
  await closed;
});

test('the shutdown answers a request in progress, but does not wait for an incomplete one', async () => {
  const app = buildSmallServer({ timeout: 500 });
  let finish = () => {};
  const received = new Promise<void>((resolve) => {
    app.get('/slow', async (_request, reply) => {
      resolve();
      await new Promise<void>((done) => {
        finish = done;
      });
      return reply.send('there');
    });
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect(Number(new URL(address).port), '127.0.0.1').resume();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
  const slow = fetch(`${address}/slow`);
  await received;
  const closed = app.close();
  finish();
  expect(await (await slow).text()).toBe('there');
  await Promise.all([once(socket, 'close'), closed]);
});

// Only Linux accepts connections on all of 127.0.0.0/8 without configuration.
test.skipIf(process.platform !== 'linux')(
  'the server can be reached at a second address',
  async () => {
    const app = buildSmallServer();
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
  },
);

// Only Linux accepts connections on all of 127.0.0.0/8 without configuration.
test.skipIf(process.platform !== 'linux')(
  'the shutdown answers a request in progress on a second address',
  async () => {
    const app = buildSmallServer();
    app.post('/', async () => 'answered');
    await app.listen({ host: '127.0.0.1', port: 0 });
    await listenOnOtherAddresses(app, '127.0.0.2');
    const { port } = app.server.address() as AddressInfo;
    const arrived = once(app.server, 'request');
    const socket = connect({ port, host: '127.0.0.2' });
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    socket.write(`${head}Content-Length: 2\r\n\r\n{`);
    await arrived;

    let isClosed = false;
    const closed = app.close().then(() => {
      isClosed = true;
    });
    await expect
      .poll(() =>
        fetch(`http://127.0.0.2:${port}/`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(false);
    expect(isClosed).toBe(false);
    socket.write('}');
    expect(await text(socket)).toContain('answered');
    await closed;
  },
);

test('the shutdown destroys the connection of an incomplete request after the timeout', async () => {
  const app = buildSmallServer({ timeout: 100 });
  app.post('/', async () => 'answered');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const arrived = once(app.server, 'request');
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {});
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  socket.write(`${head}Content-Length: 2\r\n\r\n{`);
  await arrived;
  await app.close();
  await expect.poll(() => socket.destroyed).toBe(true);
});

test('the server listens on its other addresses if one address is unavailable', async () => {
  const app = buildSmallServer();
  await app.listen({ host: '127.0.0.1', port: 0 });
  // This address is reserved for documentation: https://www.rfc-editor.org/rfc/rfc5737
  await listenOnOtherAddresses(app, '192.0.2.1');
  await app.close();
});

test('the shutdown answers one last request on a keep-alive connection', async () => {
  const app = buildSmallServer();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  socket.write(request);
  const [first] = await once(socket, 'data');
  expect(String(first)).toContain('Connection: keep-alive');
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  // The client has not learned of the shutdown when it sends this request.
  socket.write(request);
  const last = await text(socket);
  expect(last).toContain('HTTP/1.1 200');
  expect(last).toContain('Connection: close');
  await closed;
});

test("the shutdown answers a proxy's last request even after some seconds, because a proxy does not repeat a write", async () => {
  stopClock();
  const app = buildSmallServer({ proxied: true });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  socket.write(request);
  await once(socket, 'data');
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  // Wait for much longer than the grace period of connections from browsers.
  await vi.advanceTimersByTimeAsync(4_900);
  socket.write(request);
  expect(await text(socket)).toContain('HTTP/1.1 200');
  await closed;
});
