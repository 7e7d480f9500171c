import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { insertJobs } from './testing/insert-jobs.ts';

const JOBS = 60_000;

/** What an answer may take (ms), and more memory than before (bytes). */
const PATIENCE = 2_000;
const ROOM = 100 * 1024 * 1024;

let board: TestApp;
let origin: string;

beforeAll(async () => {
  board = await startTestApp();
  await insertJobs(board.db, JOBS);
  await board.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(board.app.server.address() as AddressInfo).port}`;
}, 90_000);
afterAll(() => board.close());

test(`the sitemaps of ${JOBS} jobs come quickly, and take little memory`, async () => {
  const before = process.memoryUsage.rss();
  let most = before;
  const listed = new Set<string>();
  for (const [path, expected] of [
    ['/sitemap.xml', 4],
    ['/sitemaps/jobs-1.xml', 50_000],
    ['/sitemaps/jobs-2.xml', 10_000],
  ] as const) {
    const begun = performance.now();
    const reply = await fetch(`${origin}${path}`);
    expect(reply.status).toBe(200);
    let rest = '';
    let found = 0;
    for await (const chunk of reply.body ?? []) {
      const [whole = '', after = ''] = cutAfterLastLine(rest + Buffer.from(chunk).toString());
      rest = after;
      for (const [, address = ''] of whole.matchAll(/<loc>(.*?)<\/loc>/g)) {
        found += 1;
        listed.add(address.slice(-36));
      }
      most = Math.max(most, process.memoryUsage.rss());
    }
    const took = performance.now() - begun;
    expect(found).toBe(expected);
    expect(took, path).toBeLessThan(PATIENCE);
  }
  expect(listed.size).toBe(JOBS + 4);
  expect(most - before).toBeLessThan(ROOM);
});

function cutAfterLastLine(text: string): [string, string] {
  const end = text.lastIndexOf('\n') + 1;
  return [text.slice(0, end), text.slice(end)];
}
