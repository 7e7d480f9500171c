import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type AppOptions, buildApp } from '#server/app.ts';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { loadWebBundle } from '#server/http/pages/web-bundle.ts';
import type { OverloadLimits } from '#server/http/rate-limits/overload.ts';
import type { SlotLimits } from '#server/http/rate-limits/slot-queue.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { makeDataDir } from './process.ts';
import { removeFolder } from './remove-folder.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

export type TestApp = {
  app: FastifyInstance;
  db: TestDatabase['db'];
  database: TestDatabase;
  dataDir: string;
  close(): Promise<void>;
};

/** Settings with rate limits so high that tests never reach them, because all tests send from one address. */
const TEST_SETTINGS = { SITE_NAME: 'Test Board', RATE_LIMIT_SCALE: '1000' };

const MANY: SlotLimits = {
  slots: 1_000,
  slotsPerNetwork: 1_000,
  waiting: 0,
  waitingPerNetwork: 0,
  maxWait: 0,
};

/** Overload limits that a test on a busy machine does not reach. */
export const NO_OVERLOAD: OverloadLimits = {
  reading: MANY,
  writing: MANY,
  eventLoopDelay: 0,
  heapUsed: 0,
  databaseTimePerCall: 0,
  rss: 0,
};

let bundle: ReturnType<typeof loadWebBundle> | undefined;

/** Loads the built pages once for all test files of this process. */
export function loadTestBundle() {
  bundle ??= loadWebBundle(join(import.meta.dirname, '../../dist'));
  return bundle;
}

export type GivenOptions = Partial<
  Pick<
    AppOptions,
    'changes' | 'drawer' | 'logger' | 'overloadLimits' | 'registry' | 'upstreamAddresses' | 'web'
  >
>;

/** Builds the production app over an existing database, with a new folder for its files. */
export async function buildTestApp(
  { db }: Pick<TestDatabase, 'db'>,
  settings: Record<string, string> = {},
  given: GivenOptions = {},
): Promise<FastifyInstance> {
  const own = settings.DATA_DIR === undefined;
  const dataDir = settings.DATA_DIR ?? (await makeDataDir());
  const app = await buildApp({
    config: readConfig({ ...TEST_SETTINGS, ...settings, DATA_DIR: dataDir }),
    logger: pino({ level: 'silent' }),
    db,
    storage: openUploadStorage({ dataDir }),
    web: await loadTestBundle(),
    overloadLimits: NO_OVERLOAD,
    ...given,
  });
  if (own) app.addHook('onClose', () => removeFolder(dataDir));
  return app;
}

/** Builds the production app over a new database. */
export async function startTestApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const database = await openTestDatabase();
  const dataDir = await makeDataDir();
  const app = await buildTestApp(database, { DATA_DIR: dataDir, ...settings });
  return {
    app,
    db: database.db,
    database,
    dataDir,
    async close() {
      await app.close();
      await removeFolder(dataDir);
      await database.close();
    },
  };
}

type Question = {
  /** The access token to send. */
  token?: string | undefined;
  /** The body, sent as JSON; a string is sent unchanged. */
  body?: InjectOptions['payload'];
  headers?: InjectOptions['headers'];
};

/** The body as JSON, or the text of a file. */
function readBody(response: Awaited<ReturnType<FastifyInstance['inject']>>) {
  const { body, headers } = response;
  if (!body) return undefined;
  return String(headers['content-type']).startsWith('text/csv') ? body : response.json();
}

/** Sets up a board for the tests of one file, and empties it before each test. */
export function setUpTestBoard(settings: Record<string, string> = {}) {
  let board: TestApp;
  beforeAll(async () => {
    board = await startTestApp(settings);
  });
  afterAll(() => board.close());
  beforeEach(async () => {
    await board.db.delete(accounts);
    await board.db.delete(jobs);
    await board.db.delete(companies);
  });

  /** Calls the API. In the result, `body` is undefined if the response has none. */
  async function ask(method: string, url: string, { token, body, headers }: Question = {}) {
    const response = await board.app.inject({
      method: method as 'GET',
      url,
      ...(body !== undefined && { payload: body }),
      headers: {
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: readBody(response),
    };
  }

  return {
    get app() {
      return board.app;
    },
    get db() {
      return board.db;
    },
    get pools() {
      return board.database.pools;
    },
    get database() {
      return board.database;
    },
    get databaseUrl() {
      return board.database.url;
    },
    get dataDir() {
      return board.dataDir;
    },
    ask,
    async get(url: string) {
      const { status, headers, body } = await ask('GET', url);
      return { status, type: headers['content-type'], body };
    },
  };
}
