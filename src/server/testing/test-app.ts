import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '#server/app.ts';
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
    config: { publicUrl: 'http://localhost:3000', siteName: 'Test Board' },
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
