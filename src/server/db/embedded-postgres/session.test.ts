import { describe, expect, test } from 'vitest';
import { findCluster } from './cluster.ts';
import { SHARED_FOLDER } from './data-location.ts';
import { NotReady } from './retry.ts';
import { attach, becomeServer, ensureBoardDatabase, leaveSession } from './session.ts';
import {
  afterwards,
  cleanUpAfterEach,
  newDataDir,
  open,
  preparedDataDir,
  query,
  runningOn,
  SLOW,
  until,
} from './testing/harness.ts';

cleanUpAfterEach();

const clusterOf = (dataDir: string) =>
  findCluster(dataDir, { packageFolder: undefined, sharedFolder: SHARED_FOLDER });

/** Starts a cluster and opens two sessions. */
async function twoSessions() {
  const dataDir = await preparedDataDir();
  const postgres = await open(dataDir, 'command');
  const cluster = await clusterOf(dataDir);
  const postmaster = await runningOn(dataDir);
  const attached = async () => {
    const session = await attach(cluster, postmaster);
    afterwards(() => leaveSession(cluster, session));
    return session;
  };
  return { postgres, one: await attached(), other: await attached() };
}

describe('a session', SLOW, () => {
  test('is not opened before PostgreSQL is ready, because until then another program may be using the port', async () => {
    const other = await preparedDataDir();
    await open(other, 'command');
    const starting = { ...(await runningOn(other)), isReady: false };
    const attaching = attach(await clusterOf(await newDataDir()), starting);
    await expect(attaching).rejects.toThrow(NotReady);
  });

  test('waits for the server lock until PostgreSQL has noticed that a server was killed', async () => {
    const { postgres, one, other } = await twoSessions();
    expect(await becomeServer(one)).toBe(true);
    const waiting = becomeServer(other);
    const pending = "select from pg_locks where locktype = 'advisory' and not granted";
    await until(async () => (await query(postgres, pending)).length === 1);
    await one.client.end();
    expect(await waiting).toBe(true);
  });

  test("may create the board's database at the same time as another session", async () => {
    const { postgres, one, other } = await twoSessions();
    for (let round = 0; round < 3; round++) {
      await one.client.query('drop database board with (force)');
      await Promise.all([ensureBoardDatabase(one), ensureBoardDatabase(other)]);
      expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    }
  });
});
