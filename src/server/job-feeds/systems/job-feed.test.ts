import { expect, test } from 'vitest';
import { jobFeed } from './job-feed.ts';
import { readFeed } from './testing/read-feed.ts';

const TENANT = 'https://acme.example/?feed=job_feed';
const URL = `${TENANT}&posts_per_page=1000`;

/** A made-up item in the format of WP Job Manager's feed. */
const item = (id = 163) => `<item><title>Loom &amp;amp; Thread Builder</title>
  <link>https://acme.example/job/${id}/</link><pubDate>Wed, 04 Mar 2026 05:06:07 +0000</pubDate>
  <guid isPermaLink="false">https://acme.example/?post_type=job_listing&#038;p=${id}</guid>
  <description><![CDATA[Build looms]]></description>
  <content:encoded><![CDATA[<p>Build <b>looms</b>.</p>]]></content:encoded>
  <job_listing:location><![CDATA[Bath &amp; Bristol]]></job_listing:location>
  <job_listing:job_type><![CDATA[Part Time, Remote]]></job_listing:job_type>
  <job_listing:company><![CDATA[Acme &amp; Co]]></job_listing:company>
  <job_listing:salary><![CDATA[£30,000 - £40,000 per year]]></job_listing:salary></item>`;

const feed = (items: string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Jobs</title>${items.join('')}</channel></rss>`;

const items = (count: number) => Array.from({ length: count }, (_, n) => item(n));

test('an item of the feed becomes a job', async () => {
  const { jobs, isComplete, company } = await readFeed(jobFeed, TENANT, {
    [URL]: feed([item()]),
  });
  expect(jobs).toMatchObject([
    {
      sourceId: '163',
      title: 'Loom & Thread Builder',
      type: 'Part-Time',
      employment: 'part-time',
      workplace: 'remote',
      location: 'Bath & Bristol',
      description: 'Build **looms**.',
      pay: { minimum: 30_000, maximum: 40_000, currency: 'GBP', unit: 'year' },
      applyurl: 'https://acme.example/job/163/',
      date: new Date('2026-03-04T05:06:07Z'),
    },
  ]);
  expect({ isComplete, company }).toEqual({ isComplete: true, company: 'Acme & Co' });
});

test('a feed of ten items is complete only if it has no second page', async () => {
  const first = { [URL]: feed(items(10)) };
  const second = `${URL}&paged=2`;
  expect(await readFeed(jobFeed, TENANT, first)).toMatchObject({ isComplete: true });
  expect(await readFeed(jobFeed, TENANT, { ...first, [second]: feed([item(99)]) })).toMatchObject({
    isComplete: false,
  });
  expect(await readFeed(jobFeed, TENANT, { ...first, [second]: feed([]) })).toMatchObject({
    isComplete: true,
  });
});

test('a feed with as many items as were requested is not complete', async () => {
  const tenant = `${TENANT}&posts_per_page=12`;
  expect(await readFeed(jobFeed, tenant, { [tenant]: feed(items(12)) })).toMatchObject({
    isComplete: false,
  });
});

test('a different kind of feed is refused', async () => {
  await expect(readFeed(jobFeed, TENANT, { [URL]: '<feed></feed>' })).rejects.toThrow(
    'it is not a feed of jobs: its root element is <feed>',
  );
});
