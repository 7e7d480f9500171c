import { pino } from 'pino';
import { openDatabase } from '#server/db/client.ts';
import { type FeedAnswer, startFeedServer } from '#server/job-feeds/testing/feed-server.ts';
import { greenhouseBoard } from '#server/job-feeds/testing/feed-server-jobs.ts';
import { runImporter } from '#server/modules/sources/runs/importer.ts';
import { isolatedBoard } from './isolated-board.ts';
import type { IsolatedServer } from './isolated-server.ts';

export { greenhouseJob, manyJobs } from '#server/job-feeds/testing/feed-server-jobs.ts';

type Fields = Record<string, unknown>;

/** The sites from which a board imports jobs, and the process that reads them. */
export type Feeds = {
  /** Sets the list of jobs that a customer of Greenhouse publishes. */
  list(tenant: string, jobs: Fields[]): void;
  /** Sets the response to a request for a customer's list, such as a failure. */
  answer(tenant: string, answer: FeedAnswer): void;
  /** Sets the content of a web page. */
  page(url: string, html: string): void;
  /** Sets the content of an XML feed. */
  xml(url: string, text: string): void;
  /** Holds the next responses with a customer's list of jobs. Returns a function that sends them. */
  hold(tenant: string, jobs: Fields[]): () => void;
  /** Advances the clock by which sources are read (hours). */
  pass(hours: number): void;
};

/**
 * Reads the sources of a board in this process, because only a test can replace the network: a local server answers for
 * the host names of the systems. Returns the sites, and a function that stops reading.
 */
export async function startFeeds(board: Pick<IsolatedServer, 'url' | 'dataDir'>) {
  const server = await startFeedServer();
  const logger = pino({ level: 'silent' });
  const database = await openDatabase(
    { databaseUrl: undefined, dataDir: board.dataDir },
    { purpose: 'command', log: () => {}, onConnectionLost: () => {} },
  );
  const ending = new AbortController();
  let passed = 0;
  const importing = runImporter({
    db: database.db,
    reach: {
      publicUrl: board.url,
      network: server.network,
      limits: { retryDelay: 1 },
      interval: 0,
    },
    logger,
    notify: async () => {},
    signal: ending.signal,
    pollInterval: 50,
    clock: () => new Date(Date.now() + passed),
  });
  const feeds: Feeds = {
    list: (tenant, jobs) => server.answer(listOf(tenant), { json: greenhouseBoard(jobs) }),
    answer: (tenant, answer) => server.answer(listOf(tenant), answer),
    page(url, text) {
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      server.answer(url, { headers, text });
    },
    xml: (url, text) =>
      server.answer(url, { headers: { 'content-type': 'application/xml' }, text }),
    hold(tenant, jobs) {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      server.answer(listOf(tenant), async () => {
        await released;
        return { json: greenhouseBoard(jobs) };
      });
      return release;
    },
    pass(hours) {
      passed += hours * 60 * 60 * 1_000;
    },
  };
  async function stop(): Promise<void> {
    ending.abort();
    await importing;
    await database.close();
    await server.close();
  }
  return { feeds, stop };
}

/** Playwright's `test` with a board whose sources are read in this process, if a story needs that. */
export const sourceBoard = (settings: Record<string, string> = {}) =>
  isolatedBoard(settings).extend<object, { feeds: Feeds }>({
    feeds: [
      async ({ board }, use) => {
        const { feeds, stop } = await startFeeds(board);
        await use(feeds);
        await stop();
      },
      { scope: 'worker' },
    ],
  });

export const test = sourceBoard();

const listOf = (tenant: string) =>
  `https://boards-api.greenhouse.io/v1/boards/${tenant}/jobs?content=true&pay_transparency=true`;
