import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { insertJobs } from './testing/insert-jobs.ts';
import { xmlFaults } from './testing/xml-faults.ts';

const JOBS = 60_000;

/** The maximum processor time (ms) and additional memory (bytes) for one response. */
const PROCESSOR_TIME = 4_000;
const MEMORY = 100 * 1024 * 1024;

let board: TestApp;
let origin: string;

beforeAll(async () => {
  board = await startTestApp();
  await insertJobs(board.db, JOBS);
  await board.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(board.app.server.address() as AddressInfo).port}`;
});
afterAll(() => board.close());

/** Streams a sitemap and collects only the ids. */
async function readIds(path: string) {
  const ids: string[] = [];
  let most = 0;
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
  return { ids, most };
}

test(`the sitemaps of ${JOBS} jobs take little processor time and memory`, async () => {
  const before = process.memoryUsage.rss();
  const listed = new Set<string>();
  for (const [path, expected] of [
    ['/sitemap.xml', 4],
    ['/sitemaps/jobs-1.xml', 50_000],
    ['/sitemaps/jobs-2.xml', 10_000],
  ] as const) {
    const took = await cpuTimeOf(async () => {
      const { ids, most } = await readIds(path);
      expect(ids).toHaveLength(expected);
      expect(most - before).toBeLessThan(MEMORY);
      for (const id of ids) listed.add(id);
    });
    expect(took, path).toBeLessThan(PROCESSOR_TIME);
  }
  expect(listed.size).toBe(JOBS + 4);
});

test('the sitemaps are valid according to the sitemap schema', async () => {
  const read = async (path: string) => (await fetch(`${origin}${path}`)).text();
  expect(await xmlFaults(await read('/sitemap.xml'), 'siteindex')).toEqual([]);
  expect(await xmlFaults(await read('/sitemaps/jobs-1.xml'), 'sitemap')).toEqual([]);
}, 60_000);

function cutAfterLastLine(text: string): [string, string] {
  const end = text.lastIndexOf('\n') + 1;
  return [text.slice(0, end), text.slice(end)];
}
