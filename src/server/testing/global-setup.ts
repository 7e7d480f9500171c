import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { openEmbeddedPostgres } from '#server/db/embedded-postgres/open-embedded-postgres.ts';
import { makeDataDir } from './process.ts';

let release = async () => {};

/** One PostgreSQL for the whole run: the one at `TEST_DATABASE_URL`, or an embedded one made for it. */
export async function setup(project: TestProject): Promise<void> {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL) {
    project.provide('postgresUrl', TEST_DATABASE_URL);
    return;
  }
  const dataDir = await makeDataDir();
  const postgres = await openEmbeddedPostgres({ dataDir, purpose: 'command' });
  release = async () => {
    await postgres.release();
    await rm(dataDir, { recursive: true, force: true });
  };
  project.provide('postgresUrl', postgres.connectionString);
}

export function teardown(): Promise<void> {
  return release();
}
