import { Socket } from 'node:net';

/** The sockets of all connections to one PostgreSQL server. */
export type ConnectionRegistry = {
  /** Creates the socket of a new connection. */
  open(): Socket;
  /** Marks the server as unresponsive. Pending and new connections then fail at once, until `resume`. */
  giveUp(): void;
  resume(): void;
  isGivenUp(): boolean;
};

/**
 * Fails fast if a network silently drops packets. Otherwise, each query would hold a pooled connection until its own
 * timeout.
 */
export function createConnectionRegistry(): ConnectionRegistry {
  const sockets = new Set<Socket>();
  let givenUp = false;

  function end(socket: Socket): void {
    socket.destroy(Object.assign(new Error('the database is unresponsive'), { code: 'ETIMEDOUT' }));
  }

  return {
    open() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      // Wait one tick, so that the caller can add its error listener.
      if (givenUp) process.nextTick(end, socket);
      return socket;
    },
    giveUp() {
      givenUp = true;
      for (const socket of sockets) end(socket);
    },
    resume() {
      givenUp = false;
    },
    isGivenUp: () => givenUp,
  };
}
