import { Server } from 'node:net';

/** Preloaded into a server: its listeners never close, so its shutdown hangs. */
Server.prototype.close = function close() {
  return this;
};
