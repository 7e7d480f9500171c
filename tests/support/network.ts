import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** A TCP proxy in front of PostgreSQL that can stall, delay, redirect and cut connections. */
export async function startNetwork(databaseUrl: string) {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let held: Promise<void> | undefined;
  let letThrough = () => {};
  let latency = () => 0;
  /** Forwards the chunks of one direction in order. */
  const way = () =>
    new Transform({
      async transform(chunk, _encoding, done) {
        const late = latency();
        if (late > 0) await pause(late);
        await held;
        done(null, chunk);
      },
    });
  const pass = () => {
    latency = () => 0;
    held = undefined;
    letThrough();
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      one.pipe(way()).pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    /** Stalls all connections, existing and new, without closing them. */
    hang() {
      held ??= new Promise((resolve) => {
        letThrough = resolve;
      });
    },
    /** Delays each chunk in both directions (ms). */
    delay(milliseconds: () => number) {
      latency = milliseconds;
    },
    /** Sends new connections to another database, as after a failover. */
    redirect(url: string) {
      target = new URL(url);
    },
    /** Delivers all stalled data, and forwards new data without delay. */
    pass,
    /** Cuts every connection. New connections work. */
    cut() {
      for (const socket of sockets) socket.destroy();
      pass();
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      pass();
      await once(server, 'close');
    },
  };
}
