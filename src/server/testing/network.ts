import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** A way to PostgreSQL, on which everything can be held up without anybody hearing of it, delayed, and cut. */
export async function startNetwork(databaseUrl: string) {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let held: Promise<void> | undefined;
  let letThrough = () => {};
  let latency = () => 0;
  /** What goes one way waits here, and keeps its order. */
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
    /** From here on nothing comes through, neither to those who are connected nor to others. */
    hang() {
      held ??= new Promise((resolve) => {
        letThrough = resolve;
      });
    },
    /** From here on each piece takes as long as this says (ms), either way. */
    delay(milliseconds: () => number) {
      latency = milliseconds;
    },
    /** From here on connections lead to another database, as where an address moves. */
    redirect(url: string) {
      target = new URL(url);
    },
    /** All that was held up comes through, late; what comes after it does so at once. */
    pass,
    /** Ends every connection; those that come after it get through. */
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
