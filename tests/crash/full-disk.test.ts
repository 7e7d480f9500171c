import { spawnSync } from 'node:child_process';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { multipartForm } from '../support/multipart.ts';
import { makeDataDir } from '../support/process.ts';
import { randomFrom } from '../support/random.mjs';
import { callBoard } from './call.ts';
import { startEmbeddedBoard } from './embedded-board.ts';
import { type Ledger, newLedger } from './ledger.ts';
import { makeLogo } from './random-content.ts';
import { BRIEF, torture } from './rounds.ts';
import { connectTo, type TorturedBoard } from './test-board.ts';

/** A disk fills as fast as the machine writes: PostgreSQL uses up first what room its files have (ms). */
const FILLING = 120_000;

const asRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** Takes all the room that is left. */
async function fill(filler: string): Promise<void> {
  const file = await open(filler, 'a');
  try {
    for (const size of [1_048_576, 4_096]) {
      while (await writes(file.write(Buffer.alloc(size)), size));
    }
  } finally {
    await file.close();
  }
}

/** Whether all of it was. */
async function writes(writing: Promise<{ bytesWritten: number }>, size: number): Promise<boolean> {
  try {
    return (await writing).bytesWritten === size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}

test.runIf(asRoot)(
  'a full disk loses nothing, and the board goes on when there is room again',
  async (context) => {
    const disk = await makeDataDir();
    const mounting = ['-t', 'tmpfs', '-o', 'size=144m,mode=755', 'tmpfs', disk];
    if (spawnSync('mount', mounting).status !== 0)
      context.skip('no small disk can be mounted here');
    const board = await startEmbeddedBoard({ dataDir: join(disk, 'data') });
    try {
      const ledger = newLedger();
      const token = await board.server.token();
      board.blows = fullDisk(board, { ledger, token, filler: join(disk, 'filler') });
      const blows = ['no room', 'no room for the log'];
      await torture(board, { blows, seed: 20_261_122, effort: BRIEF }, ledger);
      expect(ledger.complaints).toEqual([]);
      const uploads = await readdir(join(board.dataDir, 'uploads'));
      expect(uploads.filter((name) => name.endsWith('.part'))).toEqual([]);
      // It was the same server all the time.
      expect(board.server.output().match(/is ready at http/g)).toHaveLength(1);
    } finally {
      await board.stop();
      spawnSync('umount', ['--lazy', disk]);
      await rm(disk, { recursive: true, force: true });
    }
  },
  600_000,
);

type Given = { ledger: Ledger; token: string; filler: string };

/** Both ways in which a disk is full: for the tables and uploads, and for the write-ahead log too. */
function fullDisk(board: TorturedBoard, { ledger, token, filler }: Given): TorturedBoard['blows'] {
  const { port, server } = board;
  const statusOf = async (path: string) => (await callBoard(port, { method: 'GET', path }))?.status;
  const random = randomFrom(1);
  const upload = async () => {
    // Each is another one: what is stored already needs no room.
    const form = await multipartForm([{ content: makeLogo(random), type: 'image/svg+xml' }]);
    const headers = { authorization: `Bearer ${token}`, ...form.headers };
    return callBoard(port, { method: 'POST', path: '/api/upload', headers, body: form.body });
  };
  return {
    async 'no room'() {
      // Near the end of a segment of its log PostgreSQL would need room for the next one, and end without it.
      const database = await connectTo(await board.databaseUrl());
      await database.query('select pg_switch_wal()');
      await database.query('checkpoint');
      await database.end();
      // PostgreSQL may make some, by removing what it needs no more.
      const answer = async () => {
        await fill(filler);
        const uploaded = await upload();
        return { turnedAway: ledger.turnedAway > 5, upload: uploaded?.status };
      };
      await expect.poll(answer, { timeout: FILLING }).toEqual({ turnedAway: true, upload: 507 });
      for (const path of ['/api/jobs', '/jobs', '/readyz', '/healthz']) {
        expect([path, await statusOf(path)]).toEqual([path, 200]);
      }
      await rm(filler);
      return { over: performance.now(), ends: undefined };
    },
    /** Without room for its log PostgreSQL ends, and does not start: https://www.postgresql.org/docs/current/disk-full.html */
    async 'no room for the log'() {
      const database = await connectTo(await board.databaseUrl());
      const nextOfLog = () =>
        database.query('select pg_switch_wal()').then(
          () => true,
          () => false,
        );
      do await fill(filler);
      while (await nextOfLog());
      await expect
        .poll(() => server.output(), { timeout: FILLING })
        .toContain('is full; free some space');
      expect(await statusOf('/healthz')).toBe(200);
      await rm(filler);
      return { over: performance.now(), ends: new Date() };
    },
  };
}
