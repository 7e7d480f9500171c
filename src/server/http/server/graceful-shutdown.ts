import cluster from 'node:cluster';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createDoor, Server as Door, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { CONNECTION_LIMITS } from './http-server.ts';

/** How often connections that have become idle are looked for while the server stops (ms). */
const SWEEPING_INTERVAL = 50;

/** While the server stops, what is under way has so long (ms), so that the database can be left in order then. */
const STOPPING_TIME = 7_000;

/**
 * While the server stops, what comes on a connection that has been let in is still answered for so long (ms), and is
 * its last one: it may have been sent before its sender could know, and to close the connection would be to drop it.
 * A browser sends it again; a proxy does not where it writes something, but hardly takes a connection next that it
 * has not taken for as long.
 * https://www.rfc-editor.org/rfc/rfc9112#section-9.5
 */
const IDLE_GRACE = { browsers: 250, proxies: 5_000 };

/** A moment to stop listening is waited for so long (ms), where people come and come. */
const QUIET_WITHIN = 500;

/** A turn of the event loop that took longer (ms) has not looked just now whether somebody has come. */
const QUICK_TURN = 1;

export type ShutdownOptions = {
  /** Who comes is a proxy, on whose connections many people's requests come. */
  proxied?: boolean;
  stoppingTime?: number;
};

/** Where further addresses of a server let people in. */
const doors = new WeakMap<Server, Door[]>();

/** Of servers that have stopped to listen: when those are gone whom they had let in. */
const leaving = new WeakMap<Server, Promise<unknown>>();

/**
 * Whoever comes from now on is refused, and who has come is let in; the server answers as before. It is to be the
 * first step of a stop: from the next one on Fastify closes each connection with its next answer, and who is sent
 * away like that comes again at once, and would be reset by a server that just stops to listen. Who comes meanwhile
 * is held, for answering takes the time in which the next ones come.
 */
export async function stopListening({ server }: FastifyInstance): Promise<void> {
  if (!server.listening) return;
  const held: Socket[] = [];
  const serving = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    held.push(socket);
    // Of who goes meanwhile nothing is to be told.
    socket.once('error', () => {});
  });
  await quietTurn(() => held.length);
  const listening = [server, ...(doors.get(server) ?? [])];
  leaving.set(server, Promise.all(listening.map((each) => once(close(each), 'close'))));
  server.removeAllListeners('connection');
  for (const serve of serving) server.on('connection', serve);
  for (const socket of held.filter(({ destroyed }) => !destroyed)) {
    server.emit('connection', socket);
  }
}

/**
 * Until nobody has come for a quick turn of the event loop: Node lets in one connection in each, and those that
 * wait when the server stops to listen are reset. The turn that is under way may have looked long ago.
 * https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick
 */
async function quietTurn(comers: () => number): Promise<void> {
  const latest = performance.now() + QUIET_WITHIN;
  await nextTurn();
  for (let quiet = false; !quiet; ) {
    const before = comers();
    const begun = performance.now();
    await nextTurn();
    const now = performance.now();
    quiet = now > latest || (comers() === before && now - begun < QUICK_TURN);
  }
}

/**
 * Waits, when the server stops, for what is under way; a server's end by itself waits for those connections alone
 * that it has let in. A connection that is kept for further requests would hold up the end for as long as it is kept. So
 * would one on which nothing has come yet, as browsers open some ahead: Node does not take it for idle. And of a
 * request whose end does not come nobody would lose patience: Node ends its own watch with the first step of the stop.
 */
export function gracefulShutdown(
  app: FastifyInstance,
  { proxied = false, stoppingTime = STOPPING_TIME }: ShutdownOptions = {},
): void {
  const grace = proxied ? IDLE_GRACE.proxies : IDLE_GRACE.browsers;
  const { server } = app;
  closeInOrder(server);
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const isSilent = ({ bytesRead }: Socket) => bytesRead === 0;
  app.addHook('preClose', async () => {
    await stopListening(app);
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    const begun = performance.now();
    let silent: Socket[] = [];
    const sweeping = setInterval(() => {
      if (performance.now() - begun < grace) return;
      server.closeIdleConnections();
      // What had come before has been read since.
      for (const socket of silent.filter(isSilent)) socket.destroy();
      silent = [...open].filter(isSilent);
    }, SWEEPING_INTERVAL);
    const cutting = setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, stoppingTime);
    await leaving.get(server);
    clearInterval(sweeping);
    clearTimeout(cutting);
  });
}

/**
 * In a worker whose primary lets go of the port, Node closes all servers at once, whoever waits to be let in. Here
 * `stopListening` closes them, which comes next. Node does not hear of that: it would cut the line to the primary.
 * https://nodejs.org/api/cluster.html#workerdisconnect
 */
function closeInOrder(server: Door): void {
  if (!cluster.isWorker) return;
  const closeNow = server.close.bind(server);
  server.close = (done) => (server.listening ? server : closeNow(done));
}

/** By itself, a server of HTTP closes all idle connections first. https://nodejs.org/api/http.html#serverclosecallback */
function close(server: Door): Door {
  return Door.prototype.close.call(server);
}

/**
 * Of a name such as `localhost`, which stands for an IPv4 and an IPv6 address, Fastify listens on the first
 * alone where the server is not its own. Whoever comes to another is let in to the same server. An address
 * that cannot be had is left out, as Fastify itself does.
 */
export async function listenOnOtherAddresses(app: FastifyInstance, host: string): Promise<void> {
  const { server } = app;
  const first = server.address();
  if (first === null || typeof first === 'string') return;
  for (const { address } of await lookup(host, { all: true })) {
    if (address === first.address) continue;
    const door = createDoor({ allowHalfOpen: true, noDelay: true }, (socket) => {
      // https://nodejs.org/api/http.html#event-connection
      server.emit('connection', socket);
    });
    closeInOrder(door);
    door.maxConnections = CONNECTION_LIMITS.maxConnections;
    door.listen({ host: address, port: first.port });
    const opened = await once(door, 'listening').then(
      () => true,
      () => false,
    );
    if (opened) doors.set(server, [...(doors.get(server) ?? []), door]);
  }
}
