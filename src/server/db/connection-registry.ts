import { Socket } from 'node:net';

/** The sockets of all connections to one PostgreSQL server. */
export type ConnectionRegistry = {
  /** Creates the socket of a new connection. */
  open(): Socket;
  /** Marks the server as unresponsive: pending and new connections fail at once until `resume`. */
  giveUp(): void;
  resume(): void;
  isGivenUp(): boolean;
};

/**
 * Fail-fast for a network that drops packets silently. Without it, each query waits for its own timeout and holds a
 * pooled connection meanwhile.
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
      // Deferred, so that the caller has added its error listener.
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
