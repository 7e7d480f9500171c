import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { isRoot, unprivilegedAccount } from '#server/db/embedded-postgres/account.ts';
import {
  type Account,
  asAccount,
  childEnvironment,
  run,
} from '#server/db/embedded-postgres/child.ts';
import { freePort, makeDataDir } from './process.ts';

/** A PostgreSQL out of the system's packages, which can be stopped and started again at its port. */
export type SystemPostgres = {
  /** As the board's role, which owns its database and is no superuser. */
  url: string;
  /** As a superuser. */
  query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  /** Ends all connections; `immediate` is as if it had been killed. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** Resolves once it takes connections. */
  start(): Promise<void>;
};

export type ReplicatedPostgres = {
  primary: SystemPostgres;
  /** Streams from the primary. */
  replica: SystemPostgres;
  close(): Promise<void>;
};

/** Where Debian and PostgreSQL's own packages put the programs of each version. */
const VERSIONS = '/usr/lib/postgresql';

/** The folder of the programs, `pg_basebackup` among them; undefined where there is none. */
export function findPrograms(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  return versions
    .filter((version) => Number(version) >= 15)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'pg_basebackup')));
}

/** A primary with a board's empty database, and a replica of it. */
export async function startReplicatedPostgres(programs: string): Promise<ReplicatedPostgres> {
  const account = isRoot() ? await unprivilegedAccount() : undefined;
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
  // The backup ends a segment of the log. While nobody writes, a replica has the head of the next one only once the
  // primary notes its transactions there, every fifteen seconds.
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
      // https://www.postgresql.org/docs/current/server-shutdown.html
      child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await ended;
    },
    async start() {
      const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
      child = spawn(
        postgres,
        ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
        { ...asAccount(account), cwd: folder, env: childEnvironment(), stdio: 'ignore' },
      );
      await vi.waitFor(() => query('select'), { timeout: 30_000 });
    },
  };
}
