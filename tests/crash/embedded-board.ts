import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BOARD } from '#server/db/embedded-postgres/cluster.ts';
import { findPostmaster } from '#server/db/embedded-postgres/postmaster.ts';
import { copyDataDir } from '../support/prepared-data.ts';
import type { Random } from '../support/random.mjs';
import { killDatabase } from './kill-database.ts';
import { type Blow, newServer, type TorturedBoard } from './test-board.ts';

type Given = {
  /** Another one than that of the test, and removed by who gave it. */
  dataDir?: string;
  /** Lines of `postgresql.conf`, where they are to be others. */
  configuration?: string;
};

/** The server with its own database, both of which are killed. */
export async function startEmbeddedBoard(given: Given = {}): Promise<TorturedBoard> {
  const dataDir = await copyDataDir('empty', given.dataDir);
  const { configuration = '' } = given;
  await appendFile(join(dataDir, 'postgres/data/postgresql.conf'), configuration);
  const server = await newServer({ DATA_DIR: dataDir });
  const dataFolder = join(dataDir, 'postgres/data');
  const stop = async () => {
    await server.end('SIGTERM');
    // Where a test has failed, it may run without a server.
    await killDatabase(dataFolder);
    if (!given.dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await server.start();
  } catch (error) {
    await stop();
    throw error;
  }

  const killServer = () => server.end('SIGKILL');
  const startAgain = async (random: Random, most: number, kill: () => Promise<unknown>) => {
    server.launch();
    await pause(random() * most);
    await kill();
  };
  /** Kills it, perhaps kills what comes up, and starts the server, which is all that anybody does. */
  const serverBlow = async (random: Random, kill: () => Promise<unknown>, again: boolean) => {
    await kill();
    if (again) await startAgain(random, 1_500, kill);
    const ends = new Date();
    server.launch();
    return { over: performance.now(), ends } satisfies Blow;
  };
  const killBoth = (random: Random) => () =>
    Promise.all(
      random() < 0.5
        ? [killServer(), killDatabase(dataFolder)]
        : [killDatabase(dataFolder), killServer()],
    );
  /** The server starts it again by itself. */
  const databaseBlow = async (random: Random, again: boolean) => {
    await killDatabase(dataFolder);
    if (again) {
      while (!(await findPostmaster(dataFolder))) await pause(2);
      await pause(random() * 150);
      await killDatabase(dataFolder);
    }
    return { over: performance.now(), ends: new Date() } satisfies Blow;
  };

  return {
    port: server.port,
    dataDir,
    server,
    async databaseUrl() {
      const postmaster = await findPostmaster(dataFolder);
      const password = await readFile(join(dataDir, 'postgres/password'), 'utf8');
      return `postgres://${BOARD}:${password.trim()}@127.0.0.1:${postmaster?.port}/${BOARD}`;
    },
    blows: {
      server: (random) => serverBlow(random, killServer, false),
      database: (random) => databaseBlow(random, false),
      both: (random) => serverBlow(random, killBoth(random), false),
      'server, again while it starts': (random) => serverBlow(random, killServer, true),
      'database, again while it recovers': (random) => databaseBlow(random, true),
      'both, again while they start': (random) => serverBlow(random, killBoth(random), true),
    },
    stop,
  };
}
