import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { buildSmallServer } from '../testing/small-server.ts';
import { listenOnOtherAddresses, stopListening } from './graceful-shutdown.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** The server's clock stands still from now on, and moves by `vi.advanceTimersByTimeAsync`. */
function stopClock(): void {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'],
  });
}

test('a connection on which nothing has come does not hold up the end', async () => {
  const app = buildSmallServer();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  // As browsers open some ahead.
  const socket = connect(Number(new URL(address).port), '127.0.0.1').resume();
  await once(socket, 'connect');
  // Whoever comes later is let in later.
  expect(await (await fetch(address)).text()).toBe('here');
  const begun = performance.now();
  await Promise.all([once(socket, 'close'), app.close()]);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('whoever has come before the end is let in, however many', async () => {
  const app = buildSmallServer();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const answers = Array.from({ length: 20 }, () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    return text(socket);
  });
  await app.close();
  for (const answer of await Promise.all(answers)) expect(answer).toContain('HTTP/1.1 200');
});

test('until nobody can come any more, nobody is sent away who would come again', async () => {
  const app = buildSmallServer();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const kept = connect({ port, host: '127.0.0.1' });
  kept.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(kept, 'data');
  const stopped = stopListening(app);
  kept.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const comer = connect({ port, host: '127.0.0.1' });
  comer.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  connect({ port, host: '127.0.0.1' }).resetAndDestroy();
  const answers = [kept, comer].map((socket) => once(socket, 'data'));
  await stopped;
  expect(app.server.listening).toBe(false);
  for (const [answer] of await Promise.all(answers)) {
    expect(String(answer)).toContain('Connection: keep-alive');
  }
  await app.close();
});

test('what is sent on a connection a while after it was let in is answered before the end', async () => {
  stopClock();
  const app = buildSmallServer({ proxied: true });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  await Promise.all([once(socket, 'connect'), once(app.server, 'connection')]);
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  // As where the machine of the proxy has much to do.
  await vi.advanceTimersByTimeAsync(4_900);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await text(socket)).toContain('HTTP/1.1 200');
  await closed;
});

test('what is under way is answered before the end, and half a request is not waited for', async () => {
  const app = buildSmallServer({ stoppingTime: 500 });
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    app.get('/slow', async (_request, reply) => {
      resolve();
      await new Promise<void>((done) => {
        answer = done;
      });
      return reply.send('there');
    });
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect(Number(new URL(address).port), '127.0.0.1').resume();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
  const slow = fetch(`${address}/slow`);
  await asked;
  const closed = app.close();
  answer();
  expect(await (await slow).text()).toBe('there');
  await Promise.all([once(socket, 'close'), closed]);
});

// Only Linux answers at the whole of 127.0.0.0/8 without being told to.
test.skipIf(process.platform !== 'linux')('a second address leads to the same server', async () => {
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
});

// Only Linux answers at the whole of 127.0.0.0/8 without being told to.
test.skipIf(process.platform !== 'linux')(
  'what is being asked for at a second address is answered before the end',
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

    let ended = false;
    const end = app.close().then(() => {
      ended = true;
    });
    await expect
      .poll(() =>
        fetch(`http://127.0.0.2:${port}/`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(false);
    expect(ended).toBe(false);
    socket.write('}');
    expect(await text(socket)).toContain('answered');
    await end;
  },
);

test('whoever does not come to an end is cut off, for the server has to', async () => {
  const app = buildSmallServer({ stoppingTime: 100 });
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

test('an address that cannot be had is left out', async () => {
  const app = buildSmallServer();
  await app.listen({ host: '127.0.0.1', port: 0 });
  // Kept for documentation: https://www.rfc-editor.org/rfc/rfc5737
  await listenOnOtherAddresses(app, '192.0.2.1');
  await app.close();
});

test('what comes on a kept connection while the server stops is answered, as the last one on it', async () => {
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
  // As a proxy sends it that has not noticed.
  socket.write(request);
  const last = await text(socket);
  expect(last).toContain('HTTP/1.1 200');
  expect(last).toContain('Connection: close');
  await closed;
});

test('so is what comes from a proxy a while later, for it does not send a write again', async () => {
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
  // Much longer than browsers are waited for.
  await vi.advanceTimersByTimeAsync(4_900);
  socket.write(request);
  expect(await text(socket)).toContain('HTTP/1.1 200');
  await closed;
});
