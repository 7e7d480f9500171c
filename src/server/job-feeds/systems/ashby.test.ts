import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { REAL_FEEDS, someRealFeeds } from '../testing/real-feeds.ts';
import { ashby } from './ashby.ts';
import { readFeed } from './testing/read-feed.ts';
import { recordingsOf } from './testing/recordings.ts';

const URL = 'https://api.ashbyhq.com/posting-api/job-board/acme?includeCompensation=true';

/** A made-up posting in the format of Ashby's feed. The import's tests have more of its fields. */
function posting(values: Record<string, unknown> = {}) {
  return {
    id: '11111111-2222-3333-4444-555555555555',
    title: 'Loom Builder',
    employmentType: 'FullTime',
    location: 'Lisbon',
    address: { postalAddress: { addressLocality: 'Lisbon', addressCountry: 'Portugal' } },
    isListed: true,
    publishedAt: '2026-03-04T05:06:07.890+02:00',
    jobUrl: 'https://jobs.ashbyhq.com/acme/1',
    descriptionHtml: '<p>Build looms.</p>',
    ...values,
  };
}

const read = (jobs: unknown[]) => readFeed(ashby, 'acme', { [URL]: JSON.stringify({ jobs }) });

test('a posting becomes a job', async () => {
  expect(await read([posting()])).toMatchObject({
    isComplete: true,
    jobs: [
      {
        title: 'Loom Builder',
        type: 'Full-Time',
        addresses: [{ text: 'Lisbon', locality: 'Lisbon', region: '', country: 'Portugal' }],
        applyurl: 'https://jobs.ashbyhq.com/acme/1',
      },
    ],
  });
});

test('a posting with `isListed: false` is left out of the list', async () => {
  const { items } = await read([posting(), posting({ id: 'hidden', isListed: false })]);
  expect(items.map(({ id }) => id)).toEqual(['11111111-2222-3333-4444-555555555555']);
});

test('a list in which all postings have `isListed: false` is not complete', async () => {
  expect(await read([posting({ isListed: false })])).toMatchObject({ isComplete: false });
});

test('the name of a job board with spaces is encoded in the path', async () => {
  const url = 'https://api.ashbyhq.com/posting-api/job-board/loom%20labs?includeCompensation=true';
  const { jobs } = await readFeed(ashby, 'loom labs', {
    [url]: JSON.stringify({ jobs: [posting()] }),
  });
  expect(jobs).toHaveLength(1);
});

describe.skipIf(!REAL_FEEDS)('recordings (REAL_FEEDS)', () => {
  test('all listed postings in recorded feeds of Ashby are converted', async () => {
    const feeds = await Promise.all((await someRealFeeds()).map((path) => readFile(path, 'utf8')));
    for (const text of [...feeds, ...recordingsOf('ashby').map((recording) => recording.text)]) {
      const { jobs, items, isComplete } = await readFeed(ashby, 'acme', { [URL]: text });
      expect([jobs.length, isComplete]).toEqual([items.length, true]);
    }
  });
});
