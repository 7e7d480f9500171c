import { Socket } from 'node:net';

/** The connections to one PostgreSQL, as far as the network goes. */
export type ConnectionRegistry = {
  /** For a connection that is about to be made. */
  open(): Socket;
  /** The server does not answer: what waits for it fails now, and so does whatever comes until `resume`. */
  giveUp(): void;
  resume(): void;
  isGivenUp(): boolean;
};

/**
 * A network that swallows what is sent tells nobody: by itself each query would wait for its own timeout, and take
 * a connection from others meanwhile.
 */
export function createConnectionRegistry(): ConnectionRegistry {
  const sockets = new Set<Socket>();
  let givenUp = false;

  function end(socket: Socket): void {
    socket.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }));
  }

  return {
    open() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      // Only then does its user listen to it.
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
