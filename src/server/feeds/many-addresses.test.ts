import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { insertJobs } from './testing/insert-jobs.ts';
import { xmlFaults } from './testing/xml-faults.ts';

const JOBS = 120_000;

/** What an answer may take (ms), and more memory than before (bytes). */
const PATIENCE = 6_000;
const ROOM = 100 * 1024 * 1024;

/** The machine may be busy with something else: then it is asked again. */
const ATTEMPTS = 3;

let board: TestApp;
let origin: string;

beforeAll(async () => {
  board = await startTestApp();
  await insertJobs(board.db, JOBS);
  await board.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(board.app.server.address() as AddressInfo).port}`;
});
afterAll(() => board.close());

/** Reads as it comes, and keeps the ids alone. */
async function readIds(path: string) {
  const ids: string[] = [];
  let most = 0;
  const begun = performance.now();
  const reply = await fetch(`${origin}${path}`);
  expect(reply.status).toBe(200);
  let rest = '';
  for await (const chunk of reply.body ?? []) {
    const [whole = '', after = ''] = cutAfterLastLine(rest + Buffer.from(chunk).toString());
    rest = after;
    for (const [, address = ''] of whole.matchAll(/<loc>(.*?)<\/loc>/g)) {
      ids.push(address.slice(-36));
    }
    most = Math.max(most, process.memoryUsage.rss());
  }
  return { ids, took: performance.now() - begun, most };
}

test(`the sitemaps of ${JOBS} jobs come quickly, and take little memory`, async () => {
  const before = process.memoryUsage.rss();
  const listed = new Set<string>();
  for (const [path, expected] of [
    ['/sitemap.xml', 5],
    ['/sitemaps/jobs-1.xml', 50_000],
    ['/sitemaps/jobs-2.xml', 50_000],
    ['/sitemaps/jobs-3.xml', 20_000],
  ] as const) {
    let quickest = Number.POSITIVE_INFINITY;
    for (let attempt = 1; attempt <= ATTEMPTS && quickest > PATIENCE; attempt += 1) {
      const { ids, took, most } = await readIds(path);
      expect(ids).toHaveLength(expected);
      expect(most - before).toBeLessThan(ROOM);
      for (const id of ids) listed.add(id);
      quickest = Math.min(quickest, took);
    }
    expect(quickest, path).toBeLessThan(PATIENCE);
  }
  expect(listed.size).toBe(JOBS + 5);
});

test('they are sitemaps by their definition', async () => {
  const read = async (path: string) => (await fetch(`${origin}${path}`)).text();
  expect(await xmlFaults(await read('/sitemap.xml'), 'siteindex')).toEqual([]);
  expect(await xmlFaults(await read('/sitemaps/jobs-1.xml'), 'sitemap')).toEqual([]);
  expect(await xmlFaults(await read('/sitemaps/jobs-3.xml'), 'sitemap')).toEqual([]);
});

function cutAfterLastLine(text: string): [string, string] {
  const end = text.lastIndexOf('\n') + 1;
  return [text.slice(0, end), text.slice(end)];
}
