import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEmbeddedPostgres } from '#server/db/embedded-postgres/open-embedded-postgres.ts';
import { prepareDataDirs } from './prepared-data.ts';
import { makeDataDir } from './process.ts';
import { removeFolder } from './remove-folder.ts';
import { makeTemplate } from './test-database.ts';

const releases: (() => Promise<unknown>)[] = [];

/** Prepares what all tests share: PostgreSQL with a migrated template database, and data folders to copy. */
export async function setup(project: TestProject): Promise<void> {
  const [postgresUrl, removeDataDirs] = await Promise.all([startPostgres(), prepareDataDirs()]);
  releases.push(removeDataDirs);
  const template = await makeTemplate(postgresUrl);
  releases.push(template.drop);
  project.provide('postgresUrl', postgresUrl);
  project.provide('templateDatabase', template.name);
}

/** Uses the server at `TEST_DATABASE_URL`, or starts an embedded one for this run. */
async function startPostgres(): Promise<string> {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL) return TEST_DATABASE_URL;
  const dataDir = await makeDataDir();
  const postgres = await openEmbeddedPostgres({ dataDir, purpose: 'command' });
  releases.push(async () => {
    await postgres.release();
    await removeFolder(dataDir);
  });
  await giveUpDurability(postgres.connectionString);
  return postgres.connectionString;
}

/** Disables durability, because the data is temporary: https://www.postgresql.org/docs/current/non-durability.html */
async function giveUpDurability(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await client.query(`alter system set ${setting} = off`);
  }
  await client.query('select pg_reload_conf()');
  await client.end();
}

export async function teardown(): Promise<void> {
  for (const release of releases.reverse()) await release();
}
