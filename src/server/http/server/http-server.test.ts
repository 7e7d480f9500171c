import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { buildSmallServer } from '../testing/small-server.ts';
import { CONNECTION_LIMITS, MAX_CONNECTIONS_PER_CLIENT } from './http-server.ts';

test('a connection has its limits, also where Fastify knows nothing of them', () => {
  const { connectionTimeout, connectionsCheckingInterval, maxHeaderSize, ...limits } =
    CONNECTION_LIMITS;
  expect(buildSmallServer().server).toMatchObject({ ...limits, timeout: connectionTimeout });
});

// Only Linux answers at the whole of 127.0.0.0/8 without being told to.
test.skipIf(process.platform !== 'linux')('one address cannot take all connections', async () => {
  const app = buildSmallServer();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  for (let n = 0; n < MAX_CONNECTIONS_PER_CLIENT; n += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    await once(socket, 'connect');
    sockets.push(socket.on('error', () => {}));
  }
  const onceMore = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
  await once(
    onceMore.on('error', () => {}),
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
});
