import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { buildSmallServer } from '../testing/small-server.ts';
import { CONNECTION_LIMITS, MAX_CONNECTIONS_PER_CLIENT } from './http-server.ts';

test('the server has every connection limit, including those that Fastify cannot set', () => {
  const { connectionTimeout, connectionsCheckingInterval, maxHeaderSize, ...limits } =
    CONNECTION_LIMITS;
  expect(buildSmallServer().server).toMatchObject({ ...limits, timeout: connectionTimeout });
});

// Only Linux accepts connections on all of 127.0.0.0/8 without configuration.
test.skipIf(process.platform !== 'linux')(
  'the server limits the connections of one IP address',
  async () => {
    const app = buildSmallServer();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const sockets: Socket[] = [];
    for (let n = 0; n < MAX_CONNECTIONS_PER_CLIENT; n += 1) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      await once(socket, 'connect');
      sockets.push(socket.on('error', () => {}));
    }
    const refused = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    await once(
      refused.on('error', () => {}),
      'close',
    );
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');

    sockets[0]?.destroy();
    await expect
      .poll(async () => {
        const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
        socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
        return text(socket).catch(() => '');
      })
      .toContain('here');
    for (const socket of sockets) socket.destroy();
    await app.close();
  },
);
