import { describe, expect, test } from 'vitest';
import { FetchError } from '../fetch/fetch-error.ts';
import { teamtailor } from './teamtailor.ts';
import { readFeed } from './testing/read-feed.ts';
import { REAL_FEEDS, recordingsOf } from './testing/recordings.ts';

const SITE = 'https://acme.teamtailor.com';
const rssUrl = (offset: number) => `${SITE}/jobs.rss?per_page=100&offset=${offset}`;
const JSON_URL = `${SITE}/jobs.json?per_page=100`;

/** A made-up item in the format of Teamtailor's RSS feed. */
function item(id: number, remote = 'hybrid') {
  return `<item><title>Loom Builder</title><guid>guid-${id}</guid>
    <link>${SITE}/jobs/${id}-loom-builder</link><pubDate>Wed, 04 Mar 2026 05:06:07 +0100</pubDate>
    <description>&lt;p&gt;Build &lt;b&gt;looms&lt;/b&gt;.&lt;/p&gt;</description>
    <remoteStatus>${remote}</remoteStatus>
    <tt:locations>
      <tt:location><tt:name>Workshop</tt:name><tt:city>Malmö</tt:city><tt:country>Sweden</tt:country></tt:location>
      <tt:location><tt:name></tt:name><tt:city>Lund</tt:city><tt:country>Sweden</tt:country></tt:location>
    </tt:locations></item>`;
}

const rss = (items: string[]) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:tt="https://teamtailor.com/locations"><channel><title>Acme Looms</title>${items.join('')}</channel></rss>`;

const items = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => item(from + n));

/** A made-up item in the format of Teamtailor's JSON feed. */
function jsonItem(id: number) {
  return {
    id: `uuid-${id}`,
    title: 'Loom Builder',
    url: `${SITE}/jobs/${id}-loom-builder`,
    date_published: '2026-03-04T05:06:07+01:00',
    content_html: '<p>Build looms.</p>',
    _jobposting: {
      '@type': 'JobPosting',
      title: 'Loom Builder',
      description: '<p>Build looms.</p>',
      datePosted: '2026-03-04T05:06:07+01:00',
      jobLocation: [
        { '@type': 'Place', address: { addressLocality: 'Malmö', addressCountry: 'SE' } },
      ],
    },
  };
}

test('an item of the RSS feed becomes a job', async () => {
  const { jobs, isComplete, company } = await readFeed(teamtailor, 'acme', {
    [rssUrl(0)]: rss([item(8118064)]),
  });
  expect(jobs).toEqual([
    {
      sourceId: '8118064',
      title: 'Loom Builder',
      type: 'Full-Time',
      employment: null,
      workplace: 'hybrid',
      location: 'Workshop; Lund, Sweden',
      more_places: null,
      addresses: [
        { text: 'Workshop', locality: 'Malmö', region: '', country: 'Sweden' },
        { text: 'Lund, Sweden', locality: 'Lund', region: '', country: 'Sweden' },
      ],
      description: 'Build **looms**.',
      salary: '',
      pay: null,
      applyurl: `${SITE}/jobs/8118064-loom-builder`,
      applyemail: '',
      date: new Date('2026-03-04T04:06:07Z'),
      validthrough: null,
    },
  ]);
  expect({ isComplete, company }).toEqual({ isComplete: true, company: 'Acme Looms' });
});

test.each([
  ['fully', { workplace: 'remote', type: 'Remote' }],
  ['none', { workplace: 'on-site' }],
  ['temporary', { workplace: null }],
])('a job with the remote status "%s" has the right workplace', async (status, facts) => {
  const { jobs } = await readFeed(teamtailor, 'acme', { [rssUrl(0)]: rss([item(1, status)]) });
  expect(jobs).toMatchObject([facts]);
});

describe('pages of the RSS feed', () => {
  test('all pages of the RSS feed are read', async () => {
    const { jobs, isComplete } = await readFeed(teamtailor, 'acme', {
      [rssUrl(0)]: rss(items(0, 100)),
      [rssUrl(100)]: rss(items(99, 150)),
    });
    expect([jobs.length, isComplete]).toEqual([150, true]);
  });

  test('the RSS feed is not complete if all its pages are the same', async () => {
    const { jobs, isComplete } = await readFeed(teamtailor, 'acme', () => rss(items(0, 100)));
    expect([jobs.length, isComplete]).toEqual([100, false]);
  });
});

describe('the JSON feed', () => {
  test('is read if there is no RSS feed, and its jobs have the same ids', async () => {
    const feed = { title: 'Acme Looms', items: [jsonItem(8118064)] };
    const { jobs, isComplete } = await readFeed(teamtailor, 'acme', {
      [JSON_URL]: JSON.stringify(feed),
    });
    expect(jobs).toMatchObject([
      { sourceId: '8118064', location: 'Malmö, Sweden', description: 'Build looms.' },
    ]);
    expect(isComplete).toBe(true);
  });

  test('is read with all its pages, but without pages of a different site', async () => {
    const next = `${SITE}/jobs.json?page=2&per_page=100`;
    const page = (id: number, next_url?: string) =>
      JSON.stringify({ title: 'Acme', items: [jsonItem(id)], next_url });
    const { jobs, urls } = await readFeed(teamtailor, 'acme', {
      [JSON_URL]: page(1, next),
      [next]: page(2, 'https://evil.example/jobs.json'),
    });
    expect(jobs).toHaveLength(2);
    expect(urls.every((url) => url.startsWith(SITE))).toBe(true);
  });

  test('is not read if the request for the RSS feed fails', async () => {
    const reading = readFeed(teamtailor, 'acme', {
      [rssUrl(0)]: new FetchError('failing', 'the server failed (500)'),
      [JSON_URL]: JSON.stringify({ items: [jsonItem(1)] }),
    });
    await expect(reading).rejects.toThrow('the server failed');
  });
});

test.each([
  ['an item without a number', [item(1).replace('/jobs/1-', '/careers/'), item(2)], false],
  ['no item', [], false],
])('a list with %s is not complete', async (_, list, isComplete) => {
  expect(await readFeed(teamtailor, 'acme', { [rssUrl(0)]: rss(list) })).toMatchObject({
    isComplete,
  });
});

describe.skipIf(!REAL_FEEDS)('recordings (REAL_FEEDS)', () => {
  test('all items in recorded JSON feeds of Teamtailor are converted', async () => {
    for (const { file, text } of recordingsOf('teamtailor')) {
      const { jobs, items } = await readFeed(teamtailor, 'acme', { [JSON_URL]: text });
      expect([file, jobs.length]).toEqual([file, items.length]);
      expect(jobs.every(({ location }) => location)).toBe(true);
    }
  });
});
