import { describe, expect, test } from 'vitest';
import { jsonLdPages } from './json-ld-pages.ts';
import { readFeed } from './testing/read-feed.ts';
import { REAL_FEEDS, recordingsOf } from './testing/recordings.ts';

const SITE = 'https://acme.example';
const SITEMAP = `${SITE}/sitemap.xml`;
const LIST = `${SITE}/careers`;

/** A made-up job posting of schema.org. */
const posting = (values: Record<string, unknown> = {}) => ({
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  title: 'Loom &amp; Thread Builder',
  description: '<p>Build looms.</p>',
  datePosted: '2026-03-04',
  validThrough: '2026-08-28T23:59:59Z',
  employmentType: ['FULL_TIME'],
  hiringOrganization: { '@type': 'Organization', name: 'Acme Looms' },
  identifier: { '@type': 'PropertyValue', name: 'Acme', value: 77 },
  jobLocation: {
    '@type': 'Place',
    address: {
      '@type': 'PostalAddress',
      addressLocality: 'Akron',
      addressRegion: 'OH',
      addressCountry: 'US',
    },
  },
  baseSalary: {
    '@type': 'MonetaryAmount',
    currency: 'USD',
    value: {
      '@type': 'QuantitativeValue',
      minValue: 80_000,
      maxValue: '100,000',
      unitText: 'YEAR',
    },
  },
  ...values,
});

const page = (...postings: unknown[]) =>
  `<html>${postings.map((each) => `<script type="application/ld+json">${JSON.stringify(each)}</script>`).join('')}</html>`;

const sitemap = (...urls: string[]) =>
  `<?xml version="1.0"?><urlset>${urls.map((url) => `<url><loc>${url}</loc><lastmod>2026-03-04</lastmod></url>`).join('')}</urlset>`;

const jobOf = async (values: Record<string, unknown>) =>
  (await readFeed(jsonLdPages, LIST, { [LIST]: page(posting(values)) })).jobs[0];

test('a posting may state the email address to which people apply', async () => {
  const contact = { '@type': 'ContactPoint', email: 'jobs@acme.example' };
  expect(await jobOf({ applicationContact: contact })).toMatchObject({
    applyurl: LIST,
    applyemail: 'jobs@acme.example',
  });
});

test('a page with postings is a list of jobs', async () => {
  const { jobs, isComplete, company } = await readFeed(jsonLdPages, LIST, {
    [LIST]: page(posting()),
  });
  expect(jobs).toEqual([
    {
      sourceId: '77',
      title: 'Loom & Thread Builder',
      type: 'Full-Time',
      employment: 'full-time',
      workplace: null,
      location: 'Akron, OH, United States',
      more_places: null,
      addresses: [
        { text: 'Akron, OH, United States', locality: 'Akron', region: 'OH', country: 'US' },
      ],
      description: 'Build looms.',
      salary: '$90K - $100K',
      pay: { minimum: 80_000, maximum: 100_000, currency: 'USD', unit: 'year' },
      applyurl: LIST,
      applyemail: '',
      date: new Date('2026-03-04T00:00:00Z'),
      validthrough: '2026-08-28',
    },
  ]);
  expect({ isComplete, company }).toEqual({ isComplete: true, company: 'Acme Looms' });
});

describe('a posting', () => {
  test.each([
    [{ employmentType: 'PART_TIME' }, { employment: 'part-time' }],
    [{ employmentType: ['FULL_TIME', 'PART_TIME'] }, { employment: null, type: 'Full-Time' }],
    [{ employmentType: 'CONTRACTOR' }, { employment: 'contract' }],
    [{ employmentType: 'INTERN' }, { employment: 'internship' }],
    [{ employmentType: 'VOLUNTEER' }, { employment: 'volunteer' }],
    [{ employmentType: 'PER_DIEM' }, { employment: 'part-time' }],
    [{ employmentType: 'OTHER' }, { employment: null }],
    [
      {
        jobLocationType: 'TELECOMMUTE',
        jobLocation: undefined,
        applicantLocationRequirements: { '@type': 'Country', name: 'Canada' },
      },
      { workplace: 'remote', type: 'Remote', location: 'Canada' },
    ],
    [
      { jobLocation: [{ address: 'Ulm' }, { name: 'Bonn' }] },
      { location: 'Ulm; Bonn', addresses: null },
    ],
    [
      { jobLocation: { address: { addressCountry: { name: 'Germany' } } } },
      { location: 'Germany' },
    ],
    [{ description: '&lt;p&gt;Weave&lt;/p&gt;' }, { description: 'Weave' }],
    [{ description: '&amp;lt;p&amp;gt;Weave&amp;lt;/p&amp;gt;' }, { description: 'Weave' }],
    [{ description: 'One.\n\nTwo.' }, { description: 'One.\n\nTwo.' }],
    [
      { baseSalary: { currency: 'EUR', value: { value: 20, unitText: 'HOUR' } } },
      { pay: { minimum: 20, maximum: 20, currency: 'EUR', unit: 'hour' } },
    ],
    [{ baseSalary: 'much' }, { pay: null }],
    [
      { baseSalary: '$30 - $35 per hour' },
      { pay: { minimum: 30, maximum: 35, currency: 'USD', unit: 'hour' } },
    ],
    [
      { baseSalary: { currency: 'USD', value: { value: '80,000 - 90,000', unitText: 'YEAR' } } },
      { pay: { minimum: 80_000, maximum: 90_000, currency: 'USD', unit: 'year' } },
    ],
    [
      { baseSalary: { currency: 'EUR', minValue: '2.500,00', unitText: 'MONTH' } },
      { pay: { minimum: 2_500, maximum: null, currency: 'EUR', unit: 'month' } },
    ],
    [
      {
        baseSalary: {
          currency: 'EUR',
          value: { minValue: 2_500, maxValue: 'much', unitText: 'MONTH' },
        },
      },
      { pay: null },
    ],
    [{ identifier: 'a-1' }, { sourceId: 'a-1' }],
    [
      { identifier: undefined, url: 'https://acme.example/j?a=1&amp;b=2' },
      { sourceId: 'https://acme.example/j?a=1&b=2', applyurl: 'https://acme.example/j?a=1&b=2' },
    ],
  ])('a posting has the facts that it states: %j', async (values, facts) => {
    expect(await jobOf(values)).toMatchObject(facts);
  });
});

test('a sitemap names the pages of jobs, whose postings are read one by one', async () => {
  const { jobs, left, isComplete, urls } = await readFeed(jsonLdPages, SITEMAP, {
    [SITEMAP]: sitemap(
      `${SITE}/about`,
      `${SITE}/jobs/1`,
      `${SITE}/jobs/2`,
      'https://other.example/jobs/3',
    ),
    [`${SITE}/jobs/1`]: page(posting()),
    [`${SITE}/jobs/2`]: '<html>Closed</html>',
  });
  expect(jobs).toMatchObject([{ sourceId: `${SITE}/jobs/1`, applyurl: `${SITE}/jobs/1` }]);
  expect(left).toEqual([{ id: `${SITE}/jobs/2`, reason: 'its page has no JobPosting' }]);
  expect(urls).toEqual([SITEMAP, `${SITE}/jobs/1`, `${SITE}/jobs/2`]);
  expect(isComplete).toBe(true);
});

test('a sitemap of sitemaps is followed on the same site', async () => {
  const index = `<sitemapindex><sitemap><loc>${SITE}/sitemap-2.xml</loc></sitemap>
    <sitemap><loc>${SITEMAP}</loc></sitemap>
    <sitemap><loc>https://other.example/sitemap.xml</loc></sitemap></sitemapindex>`;
  const { items, urls } = await readFeed({ ...jsonLdPages, detail: undefined as never }, SITEMAP, {
    [SITEMAP]: index,
    [`${SITE}/sitemap-2.xml`]: sitemap(`${SITE}/jobs/1`),
  });
  expect(items).toHaveLength(1);
  expect(urls).toEqual([SITEMAP, `${SITE}/sitemap-2.xml`]);
});

test('a list page names the pages of jobs, and a setting says which of them to read', async () => {
  const html = `<a href="/jobs/1">A</a><a href="/team/2#x">B</a><a href="https://other.example/jobs/3">C</a>
    <a href="https://www.acme.example/jobs/4">D</a><a href="javascript:x">E</a><a href="/jobs/1#apply">F</a>`;
  const idsOf = async (settings?: Record<string, string>) => {
    const { items } = await readFeed(
      { ...jsonLdPages, detail: undefined as never },
      { tenant: LIST, settings },
      { [LIST]: html },
    );
    return items.map(({ id }) => id);
  };
  expect(await idsOf()).toEqual([`${SITE}/jobs/1`, 'https://www.acme.example/jobs/4']);
  expect(await idsOf({ path: '/team/' })).toEqual([`${SITE}/team/2`]);
});

test('a sitemap with too many jobs is not complete', async () => {
  const urls = Array.from({ length: 2_500 }, (_, n) => `${SITE}/jobs/${n}`);
  const { items, isComplete } = await readFeed(
    { ...jsonLdPages, detail: undefined as never },
    SITEMAP,
    { [SITEMAP]: sitemap(...urls) },
  );
  expect([items.length, isComplete]).toEqual([2_000, false]);
});

test.each([
  ['names no job', '<html><a href="/about">About</a></html>', 'it names no job'],
  ['is empty', '', 'it names no job'],
])('a page that %s is refused', async (_, body, message) => {
  await expect(readFeed(jsonLdPages, LIST, { [LIST]: body })).rejects.toThrow(message);
});

test('a sitemap that is cut off is refused', async () => {
  const body = sitemap(`${SITE}/jobs/1`, `${SITE}/jobs/2`).slice(0, -20);
  await expect(readFeed(jsonLdPages, SITEMAP, { [SITEMAP]: body })).rejects.toThrow('cut off');
});

describe.skipIf(!REAL_FEEDS)('recordings (REAL_FEEDS)', () => {
  test('all recorded pages that have a posting in their HTML are converted', async () => {
    for (const { file, text } of recordingsOf('jsonld')) {
      const reading = readFeed(jsonLdPages, LIST, { [LIST]: text });
      if (file.startsWith('greenhouse')) await expect(reading).rejects.toThrow('it names no job');
      else
        expect((await reading).jobs, file).toMatchObject(
          [{ location: /./, description: /./ }].map(() => ({ title: expect.any(String) })),
        );
    }
  });
});
