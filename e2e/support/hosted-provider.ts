import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { embeddedProvider } from '#server/auth/embedded-provider/plugin.ts';
import { openDatabase } from '#server/db/client.ts';
import { identity_keys } from '#server/db/identity-tables.ts';
import { securityHeaders } from '#server/http/plugins/security-headers.ts';
import { pageLook } from '#tests/support/page-look.ts';
import { copyDataDir } from '#tests/support/prepared-data.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';

/** A port that no other process can take until the server that listens on it is closed. */
export type HeldPort = { server: Server; origin: string };

export async function holdPort(): Promise<HeldPort> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

type Options = HeldPort & { clientId: string; audience: string; clientOrigin: string };

/** Starts an identity provider with its own origin and database. Returns a function that stops it. */
export async function startHostedProvider({
  server,
  origin,
  ...client
}: Options): Promise<() => Promise<void>> {
  const dataDir = await copyDataDir('demo');
  const database = await openDatabase(
    { databaseUrl: undefined, dataDir },
    { purpose: 'command', log: () => {}, onConnectionLost: () => {} },
  );
  // Delete the board's keys from the prepared data, because a hosted provider has its own keys.
  await database.db.delete(identity_keys);
  const app = Fastify({ serverFactory: (handler) => server.on('request', handler) });
  await securityHeaders(app, { publicUrl: origin, identityProvider: undefined });
  await app.register(embeddedProvider, {
    ...client,
    db: database.db,
    issuer: `${origin}/`,
    look: pageLook('the hosted provider'),
    allowRemoteClients: false,
  });
  app.get('/static/icon.svg', (_request, reply) =>
    reply.type('image/svg+xml').send('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  );
  await app.ready();
  return async () => {
    await app.close();
    server.closeAllConnections();
    server.close();
    await database.close();
    await removeFolder(dataDir);
  };
}
