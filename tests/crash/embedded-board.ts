import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BOARD } from '#server/db/embedded-postgres/cluster.ts';
import { findPostmaster } from '#server/db/embedded-postgres/postmaster.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { copyDataDir } from '../support/prepared-data.ts';
import type { Random } from '../support/random.mjs';
import { killDatabase } from './kill-database.ts';
import { type InjectedFault, newServer, type TestBoard } from './test-board.ts';

type Options = {
  /** An existing data folder, which the caller removes; a temporary folder by default. */
  dataDir?: string;
  /** Lines to add to `postgresql.conf`. */
  configuration?: string;
  /** Further settings of the server. */
  settings?: Record<string, string>;
};

/** Starts a server with its embedded database. The faults kill the server, the database or both. */
export async function startEmbeddedBoard(options: Options = {}): Promise<TestBoard> {
  const dataDir = await copyDataDir('empty', options.dataDir);
  const { configuration = '', settings } = options;
  await appendFile(join(dataDir, 'postgres/data/postgresql.conf'), configuration);
  const server = await newServer({ DATA_DIR: dataDir, ...settings });
  const dataFolder = join(dataDir, 'postgres/data');
  const stop = async () => {
    await server.end('SIGTERM');
    // After a failed test, the database may still run without its server.
    await killDatabase(dataFolder);
    if (!options.dataDir) await removeFolder(dataDir);
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
  /** Kills the server with `kill` and starts it again. With `again`, kills it once more while it starts. */
  const killServerFault = async (random: Random, kill: () => Promise<unknown>, again: boolean) => {
    await kill();
    if (again) await startAgain(random, 1_500, kill);
    const endingBefore = new Date();
    server.launch();
    return { endedAt: performance.now(), endingBefore } satisfies InjectedFault;
  };
  const killBoth = (random: Random) => () =>
    Promise.all(
      random() < 0.5
        ? [killServer(), killDatabase(dataFolder)]
        : [killDatabase(dataFolder), killServer()],
    );
  /** Kills the database, which the server restarts by itself. */
  const killDatabaseFault = async (random: Random, again: boolean) => {
    await killDatabase(dataFolder);
    if (again) {
      while (!(await findPostmaster(dataFolder))) await pause(2);
      await pause(random() * 150);
      await killDatabase(dataFolder);
    }
    return { endedAt: performance.now(), endingBefore: new Date() } satisfies InjectedFault;
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
    faults: {
      server: (random) => killServerFault(random, killServer, false),
      database: (random) => killDatabaseFault(random, false),
      both: (random) => killServerFault(random, killBoth(random), false),
      'server, again while it starts': (random) => killServerFault(random, killServer, true),
      'database, again while it recovers': (random) => killDatabaseFault(random, true),
      'both, again while they start': (random) => killServerFault(random, killBoth(random), true),
    },
    stop,
  };
}
