import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { startNetwork } from '../support/network.ts';
import { makeDataDir } from '../support/process.ts';
import { connectTo, newServer, type TestBoard } from './test-board.ts';

/** Starts a server with a remote database. The faults cut, delay or block the network between them. */
export async function startRemoteBoard(postgresUrl: string): Promise<TestBoard> {
  const name = `crash_${randomUUID().replaceAll('-', '')}`;
  const postgres = await connectTo(postgresUrl);
  await postgres.query(`create database ${name}`);
  const direct = new URL(postgresUrl);
  direct.pathname = `/${name}`;
  const network = await startNetwork(direct.href);
  const dataDir = await makeDataDir();
  const server = await newServer({ DATA_DIR: dataDir, DATABASE_URL: network.url });
  await server.start();
  const blocked = async (milliseconds: number, end: 'pass' | 'cut') => {
    network.hang();
    await pause(milliseconds);
    network[end]();
    return { endedAt: performance.now(), endingBefore: end === 'cut' ? new Date() : undefined };
  };
  return {
    port: server.port,
    dataDir,
    server,
    databaseUrl: async () => direct.href,
    faults: {
      async cut(random) {
        for (let times = Math.ceil(random() * 5); times > 0; times--) {
          network.cut();
          await pause(random() * 60);
        }
        network.cut();
        return { endedAt: performance.now(), endingBefore: new Date() };
      },
      async delay(random) {
        const most = 20 + random() * 200;
        network.delay(() => random() * most);
        await pause(500 + random() * 1_500);
        network.pass();
        return { endedAt: performance.now(), endingBefore: undefined };
      },
      'black hole': (random) => blocked(200 + random() * 1_500, 'pass'),
      'black hole, then cut': (random) => blocked(200 + random() * 1_500, 'cut'),
      // The delay is longer than the twelve seconds that the server waits for the database.
      'long black hole': (random) => blocked(13_000 + random() * 3_000, 'pass'),
    },
    async stop() {
      await server.end('SIGTERM');
      await network.close();
      await postgres.query(`drop database ${name} with (force)`);
      await postgres.end();
      await removeFolder(dataDir);
    },
  };
}
