import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import {
  type Account,
  isRoot,
  NOBODY,
  run,
  spawnOptions,
} from '#server/db/embedded-postgres/account.ts';
import { freePort, makeDataDir } from './process.ts';
import { removeFolder } from './remove-folder.ts';

/** A PostgreSQL server from the system's packages. A test can stop it and start it again at the same port. */
type SystemPostgres = {
  /** The URL of the board's role, which owns its database and is not a superuser. */
  url: string;
  /** Runs a statement as a superuser. */
  query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  /** Stops the server and ends all connections. `immediate` simulates a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** Starts the server. Resolves once it accepts connections. */
  start(): Promise<void>;
};

export type ReplicatedPostgres = {
  primary: SystemPostgres;
  /** A streaming replica of the primary. */
  replica: SystemPostgres;
  close(): Promise<void>;
};

const COMPOSE = join(import.meta.dirname, '../../compose.yaml');
const compose = z.object({
  configs: z.object({ 'create-database': z.object({ content: z.string() }) }),
});

/** The value of `POSTGRES_PASSWORD`. */
const PASSWORD = "it's secret";

/** The folder in which Debian's and PostgreSQL's own packages install each version. */
const VERSIONS = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs, including `pg_basebackup`; undefined if none is installed. */
export function findPrograms(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  return versions
    .filter((version) => Number(version) >= 15)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'pg_basebackup')));
}

/** Starts a server whose roles and database are those of `compose.yaml`. */
export async function startSystemPostgres(programs: string) {
  const account = isRoot() ? NOBODY : undefined;
  const folder = await makeDataDir();
  const home = join(folder, 'postgres');
  await mkdir(home);
  if (account) await chown(home, account.uid, account.gid);
  const use = async (program: string, parameters: string[]) => {
    const { code, output } = await run(join(programs, program), parameters, { account, cwd: home });
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`);
  };
  const describe = async (name: string) => ({
    postgres: join(programs, 'postgres'),
    home,
    folder: join(home, name),
    port: await freePort(),
    account,
  });
  const first = await describe('primary');
  const passwordFile = join(home, 'password');
  await writeFile(passwordFile, PASSWORD);
  // As in PostgreSQL's image, connections over the network need a password.
  const authentication = ['--auth-local=trust', '--auth-host=scram-sha-256'];
  await use('initdb', [
    ...['-D', first.folder, '-U', 'postgres', '-E', 'UTF8', '-N'],
    ...[...authentication, `--pwfile=${passwordFile}`],
  ]);
  const primary = systemPostgres(first);
  await primary.start();
  const connection = ['-h', home, '-p', String(first.port), '-U', 'postgres'];
  await createBoardDatabase(join(programs, 'psql'), connection);
  return {
    primary,
    use,
    describe,
    connection,
    async close() {
      await primary.stop('immediate');
      await removeFolder(folder);
    },
  };
}

/** Runs the script of `compose.yaml` in the same way as PostgreSQL's image does. */
async function createBoardDatabase(psql: string, connection: string[]): Promise<void> {
  const { configs } = compose.parse(parse(await readFile(COMPOSE, 'utf8')));
  const parameters = ['-v', 'ON_ERROR_STOP=1', '--no-psqlrc', '-d', 'postgres'];
  const child = spawn(psql, [...connection, ...parameters], {
    env: { POSTGRES_PASSWORD: PASSWORD },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(configs['create-database'].content);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`psql ended with ${code}`);
}

/** Starts a primary with an empty database for a board, and a replica. */
export async function startReplicatedPostgres(programs: string): Promise<ReplicatedPostgres> {
  const { primary, use, describe, connection, close } = await startSystemPostgres(programs);
  const second = await describe('replica');
  await use('pg_basebackup', [...connection, '-D', second.folder, '-R', '-c', 'fast', '-N']);
  const replica = systemPostgres(second);
  await replica.start();
  // Write something, because the backup ends a WAL segment. Without writes, the replica receives the header of the next
  // segment only when the primary logs its running transactions, every fifteen seconds.
  // https://github.com/postgres/postgres/blob/REL_15_STABLE/src/backend/postmaster/bgwriter.c
  await primary.query("select pg_logical_emit_message(true, 'begin', '')");
  return {
    primary,
    replica,
    async close() {
      await replica.stop('immediate');
      await close();
    },
  };
}

type Description = {
  postgres: string;
  home: string;
  folder: string;
  port: number;
  account: Account | undefined;
};

function systemPostgres({ postgres, home, folder, port, account }: Description): SystemPostgres {
  let child: ReturnType<typeof spawn> | undefined;

  async function query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    const client = new pg.Client({ host: home, port, user: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  return {
    url: `postgres://board:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/board`,
    query,
    async stop(how) {
      if (!child || child.exitCode !== null) return;
      const ended = once(child, 'exit');
      // How PostgreSQL reacts to these signals: https://www.postgresql.org/docs/current/server-shutdown.html
      child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await ended;
    },
    async start() {
      const settings = [
        'listen_addresses=127.0.0.1',
        `unix_socket_directories=${home}`,
        'fsync=off',
      ];
      child = spawn(
        postgres,
        ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
        { ...spawnOptions(account), cwd: folder, stdio: 'ignore' },
      );
      await vi.waitFor(() => query('select'), { timeout: 30_000 });
    },
  };
}
