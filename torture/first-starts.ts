import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDataDir } from '#server/testing/process.ts';
import type { Random } from '../bench/postings/random.mjs';
import { askCalmly, jsonOf } from './call.ts';
import { killDatabase } from './kill-database.ts';
import { newServer, type Server } from './tortured-board.ts';

/** A first start makes the database and its tables and fills the board; it takes about so long (ms). */
const FIRST_START = 2_500;

/**
 * What a board shows whose first start was killed at some moment and then done again: all companies and jobs.
 * Without `random`, what one shows that nobody hurt.
 */
export async function shownAfterFirstStart(random?: Random): Promise<unknown> {
  const dataDir = await makeDataDir();
  const dataFolder = join(dataDir, 'postgres/data');
  const server = await newServer({ DATA_DIR: dataDir, DEMO_DATA: 'true' });
  try {
    if (random) {
      const kills = [() => server.end('SIGKILL'), () => killDatabase(dataFolder)];
      const first = random() < 0.5 ? 0 : 1;
      server.launch();
      await pause(random() * FIRST_START);
      await kills[first]?.();
      await server.end('SIGKILL');
      if (random() < 0.5) await killDatabase(dataFolder);
    }
    await server.start();
    return await shownBy(server);
  } finally {
    await server.end('SIGTERM');
    await killDatabase(dataFolder);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** By their names and titles, for each board gives them ids of its own. */
async function shownBy({ port }: Server): Promise<unknown> {
  const list = async <Shape>(path: string) =>
    jsonOf<Shape>(await askCalmly(port, { method: 'GET', path }));
  const jobs = await list<{ total: number; results: { title: string }[] }>('/api/jobs?limit=100');
  const companies = await list<{ results: { name: string }[] }>('/api/companies?limit=500');
  return {
    total: jobs.total,
    jobs: jobs.results.map(({ title }) => title).sort(),
    companies: companies.results.map(({ name }) => name),
  };
}
