import { spawnSync } from 'node:child_process';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { multipartForm } from '../support/multipart.ts';
import { makeDataDir } from '../support/process.ts';
import { randomFrom } from '../support/random.mjs';
import { sendCall } from './call.ts';
import { startEmbeddedBoard } from './embedded-board.ts';
import { type Ledger, newLedger } from './ledger.ts';
import { makeLogo } from './random-content.ts';
import { runRounds, SHORT } from './rounds.ts';
import { connectTo, type TestBoard } from './test-board.ts';

/** The time limit for filling the disk (ms). It is long because PostgreSQL first uses the free space in its files. */
const FILLING = 120_000;

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** Fills the free space of the disk. */
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

/** Whether all bytes were written; false if the disk is full. */
async function writes(writing: Promise<{ bytesWritten: number }>, size: number): Promise<boolean> {
  try {
    return (await writing).bytesWritten === size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}

test.runIf(isRoot)(
  'a full disk loses no acknowledged write, and the board continues once space is free',
  async (context) => {
    const disk = await makeDataDir();
    const mounting = ['-t', 'tmpfs', '-o', 'size=144m,mode=755', 'tmpfs', disk];
    if (spawnSync('mount', mounting).status !== 0)
      context.skip('no small disk can be mounted here');
    const board = await startEmbeddedBoard({ dataDir: join(disk, 'data') });
    try {
      const ledger = newLedger();
      const token = await board.server.token();
      board.faults = fullDisk(board, { ledger, token, filler: join(disk, 'filler') });
      const faults = ['disk full', 'disk full for the log'];
      await runRounds(board, { faults, seed: 20_261_122, effort: SHORT }, ledger);
      expect(ledger.violations).toEqual([]);
      const uploads = await readdir(join(board.dataDir, 'uploads'));
      expect(uploads.filter((name) => name.endsWith('.part'))).toEqual([]);
      // The server did not restart.
      expect(board.server.output().match(/is ready at http/g)).toHaveLength(1);
    } finally {
      await board.stop();
      spawnSync('umount', ['--lazy', disk]);
      await removeFolder(disk);
    }
  },
  600_000,
);

type Options = { ledger: Ledger; token: string; filler: string };

/** The two faults of a full disk: no space for tables and uploads, or no space for the write-ahead log, either. */
function fullDisk(board: TestBoard, { ledger, token, filler }: Options): TestBoard['faults'] {
  const { port, server } = board;
  const statusOf = async (path: string) => (await sendCall(port, { method: 'GET', path }))?.status;
  const random = randomFrom(1);
  const upload = async () => {
    // Each picture is new, because an already stored picture needs no space.
    const form = await multipartForm([{ content: makeLogo(random), type: 'image/svg+xml' }]);
    const headers = { authorization: `Bearer ${token}`, ...form.headers };
    return sendCall(port, { method: 'POST', path: '/api/upload', headers, body: form.body });
  };
  return {
    async 'disk full'() {
      // Start a new log segment. Otherwise PostgreSQL might need the next segment and stop without space for it.
      const database = await connectTo(await board.databaseUrl());
      await database.query('select pg_switch_wal()');
      await database.query('checkpoint');
      await database.end();
      // Fill the disk again each time, because PostgreSQL may free space by removing old files.
      const fillAndUpload = async () => {
        await fill(filler);
        const uploaded = await upload();
        return { diskFull: ledger.diskFull > 5, upload: uploaded?.status };
      };
      await expect
        .poll(fillAndUpload, { timeout: FILLING })
        .toEqual({ diskFull: true, upload: 507 });
      for (const path of ['/api/jobs', '/jobs', '/readyz', '/healthz']) {
        expect([path, await statusOf(path)]).toEqual([path, 200]);
      }
      await rm(filler);
      return { endedAt: performance.now(), endingBefore: undefined };
    },
    /**
     * PostgreSQL stops without space for its log, and cannot start again:
     * https://www.postgresql.org/docs/current/disk-full.html
     */
    async 'disk full for the log'() {
      const database = await connectTo(await board.databaseUrl());
      const nextOfLog = () =>
        database.query('select pg_switch_wal()').then(
          () => true,
          () => false,
        );
      do await fill(filler);
      while (await nextOfLog());
      // Fill the disk again each time, because PostgreSQL may free space while it recovers.
      const fillAndRead = async () => {
        await fill(filler);
        return server.output();
      };
      await expect.poll(fillAndRead, { timeout: FILLING }).toContain('is full; free some space');
      expect(await statusOf('/healthz')).toBe(200);
      await rm(filler);
      return { endedAt: performance.now(), endingBefore: new Date() };
    },
  };
}
