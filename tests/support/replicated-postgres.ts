import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import {
  type Account,
  isRoot,
  NOBODY,
  run,
  spawnOptions,
} from '#server/db/embedded-postgres/account.ts';
import { freePort, makeDataDir } from './process.ts';

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

/** Starts a primary with an empty database for a board, and a replica. */
export async function startReplicatedPostgres(programs: string): Promise<ReplicatedPostgres> {
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
    folder: join(home, name),
    port: await freePort(),
    account,
  });
  const first = await describe('primary');
  await use('initdb', ['-D', first.folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N']);
  const primary = systemPostgres(first);
  await primary.start();
  await primary.query('create role board login');
  await primary.query('create database board owner board');
  const second = await describe('replica');
  const from = `host=127.0.0.1 port=${first.port} user=postgres`;
  await use('pg_basebackup', ['-d', from, '-D', second.folder, '-R', '-c', 'fast', '-N']);
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
      await primary.stop('immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Description = { postgres: string; folder: string; port: number; account: Account | undefined };

function systemPostgres({ postgres, folder, port, account }: Description): SystemPostgres {
  let child: ReturnType<typeof spawn> | undefined;

  async function query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  return {
    url: `postgres://board@127.0.0.1:${port}/board`,
    query,
    async stop(how) {
      if (!child || child.exitCode !== null) return;
      const ended = once(child, 'exit');
      // How PostgreSQL reacts to these signals: https://www.postgresql.org/docs/current/server-shutdown.html
      child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await ended;
    },
    async start() {
      const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
      child = spawn(
        postgres,
        ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
        { ...spawnOptions(account), cwd: folder, stdio: 'ignore' },
      );
      await vi.waitFor(() => query('select'), { timeout: 30_000 });
    },
  };
}
