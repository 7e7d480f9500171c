import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isNull } from 'drizzle-orm';
import { companies, jobs } from '#server/db/schema.ts';
import { fillEmptyBoard } from '#server/demo-data/fill-empty-board.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { makeDataDir } from '../support/process.ts';
import type { Random } from '../support/random.mjs';
import { openTestDatabase } from '../support/test-database.ts';
import { callHealthyBoard, jsonOf } from './call.ts';
import { killDatabase } from './kill-database.ts';
import { newServer, type Server } from './test-board.ts';

/** The usual duration of a first start, which creates the database and fills the board (ms). */
const FIRST_START = 2_500;

/** The demo companies and jobs. Names and titles identify them, because ids differ between boards. */
type BoardContent = { total: number; jobs: string[]; companies: string[] };

/** Returns the board's content after an undisturbed first start. */
export async function expectedContent(): Promise<BoardContent> {
  const { db, close } = await openTestDatabase();
  try {
    await fillEmptyBoard(db);
    const titles = await db.select({ title: jobs.title }).from(jobs).where(isNull(jobs.closed_at));
    const names = await db.select({ name: companies.name }).from(companies);
    return {
      total: titles.length,
      jobs: titles.map(({ title }) => title).sort(),
      companies: names.map(({ name }) => name).sort(),
    };
  } finally {
    await close();
  }
}

/** Kills a first start at a random moment and starts again. Returns the board's content. */
export async function contentAfterKilledStart(random: Random): Promise<BoardContent> {
  const dataDir = await makeDataDir();
  const dataFolder = join(dataDir, 'postgres/data');
  const server = await newServer({ DATA_DIR: dataDir, DEMO_DATA: 'true' });
  try {
    const kills = [() => server.end('SIGKILL'), () => killDatabase(dataFolder)];
    const first = random() < 0.5 ? 0 : 1;
    server.launch();
    await pause(random() * FIRST_START);
    await kills[first]?.();
    await server.end('SIGKILL');
    if (random() < 0.5) await killDatabase(dataFolder);
    await server.start();
    return await readContent(server);
  } finally {
    await server.end('SIGTERM');
    await killDatabase(dataFolder);
    await removeFolder(dataDir);
  }
}

async function readContent({ port }: Server): Promise<BoardContent> {
  const list = async <Shape>(path: string) =>
    jsonOf<Shape>(await callHealthyBoard(port, { method: 'GET', path }));
  const listed = await list<{ total: number; results: { title: string }[] }>('/api/jobs?limit=100');
  const found = await list<{ results: { name: string }[] }>('/api/companies?limit=500');
  return {
    total: listed.total,
    jobs: listed.results.map(({ title }) => title).sort(),
    companies: found.results.map(({ name }) => name).sort(),
  };
}
