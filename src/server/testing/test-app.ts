import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { loadWebBundle } from '#server/http/web-bundle.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

export type TestApp = {
  app: FastifyInstance;
  db: TestDatabase['db'];
  database: TestDatabase;
  close(): Promise<void>;
};

/** The production app over a database of its own. */
export async function startTestApp(): Promise<TestApp> {
  const database = await openTestDatabase();
  const app = await buildApp({
    config: readConfig({ SITE_NAME: 'Test Board' }),
    logger: pino({ level: 'silent' }),
    db: database.db,
    web: await loadWebBundle(join(import.meta.dirname, '../../../dist')),
  });
  return {
    app,
    db: database.db,
    database,
    async close() {
      await app.close();
      await database.close();
    },
  };
}

/** A board for the tests of one file, empty before each of them. */
export function setUpTestBoard() {
  let board: TestApp;
  beforeAll(async () => {
    board = await startTestApp();
  });
  afterAll(() => board.close());
  beforeEach(async () => {
    await board.db.delete(accounts);
    await board.db.delete(jobs);
    await board.db.delete(companies);
  });
  return {
    get app() {
      return board.app;
    },
    get db() {
      return board.db;
    },
    /** Asks the API. */
    async get(url: string) {
      const reply = await board.app.inject({ url });
      return { status: reply.statusCode, type: reply.headers['content-type'], body: reply.json() };
    },
  };
}
