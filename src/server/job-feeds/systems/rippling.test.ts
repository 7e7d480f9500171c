import { describe, expect, test } from 'vitest';
import { rippling } from './rippling.ts';
import { readFeed } from './testing/read-feed.ts';
import { REAL_FEEDS, recordingsOf } from './testing/recordings.ts';

const API = 'https://api.rippling.com/platform/api/ats/v2/board/acme/jobs';

/** A made-up row of Rippling's list: a job at one place. */
function row(id: string, city: string) {
  return {
    id,
    name: 'Loom Builder',
    url: `https://ats.rippling.com/acme/jobs/${id}`,
    department: { name: 'Looms' },
    locations: [
      { name: `${city}, Ohio`, city, state: 'Ohio', countryCode: 'US', workplaceType: 'HYBRID' },
    ],
  };
}

/** The response of a single job. */
const detail = {
  name: 'Loom Builder',
  description: { company: '<p>We make looms.</p>', role: '<p>Build looms.</p>' },
  workLocations: ['Akron, Ohio'],
  employmentType: { label: 'SALARIED_FT', id: 'Full-Time Salaried' },
  createdOn: '2026-03-04T05:06:07Z',
  payRangeDetails: [
    { currency: 'USD', frequency: 'YEAR', rangeStart: 80_000, rangeEnd: 90_000 },
    { currency: 'USD', frequency: 'YEAR', rangeStart: 85_000, rangeEnd: 100_000 },
  ],
};

const page = (rows: unknown[], totalItems = rows.length, totalPages = 1) =>
  JSON.stringify({ items: rows, page: 0, pageSize: 100, totalItems, totalPages });

const board =
  (list: string, values: Record<string, unknown> = {}) =>
  (url: string) =>
    url.startsWith(`${API}?`) ? list : JSON.stringify({ ...detail, ...values });

test('the rows of a job become one job with all its places', async () => {
  const list = page([row('a', 'Akron'), row('a', 'Toledo')]);
  const { jobs, isComplete, urls } = await readFeed(rippling, 'acme', board(list));
  expect(jobs).toMatchObject([
    {
      sourceId: 'a',
      type: 'Full-Time',
      employment: 'full-time',
      workplace: 'hybrid',
      location: 'Akron, Ohio; Toledo, Ohio',
      description: 'Build looms.\n\nWe make looms.',
      pay: { minimum: 80_000, maximum: 100_000, currency: 'USD', unit: 'year' },
      applyurl: 'https://ats.rippling.com/acme/jobs/a',
      date: new Date('2026-03-04T05:06:07Z'),
    },
  ]);
  expect(urls).toEqual([`${API}?page=0&pageSize=100`, `${API}/a`]);
  expect(isComplete).toBe(true);
});

test.each([
  [{ payRangeDetails: [] }, { pay: null }],
  [
    {
      payRangeDetails: [
        { currency: 'USD', frequency: 'YEAR', rangeStart: 1, rangeEnd: 2 },
        { currency: 'CAD', frequency: 'YEAR', rangeStart: 1, rangeEnd: 2 },
      ],
    },
    { pay: null },
  ],
  [
    { payRangeDetails: [{ currency: 'USD', frequency: 'HOUR', rangeStart: 18, rangeEnd: 25 }] },
    { pay: { minimum: 18, maximum: 25, currency: 'USD', unit: 'hour' } },
  ],
  [{ employmentType: { label: 'HOURLY_PT', id: 'Evenings' } }, { employment: 'part-time' }],
  [{ employmentType: null }, { employment: null }],
  [{ description: '<p>Weave.</p>' }, { description: 'Weave.' }],
  [{ description: 7 }, { reason: 'description: Invalid input' }],
])(
  'a job has the facts of its own response, which are not in the list: %j',
  async (values, facts) => {
    const { jobs, left } = await readFeed(
      rippling,
      'acme',
      board(page([row('a', 'Akron')]), values),
    );
    expect(jobs[0] ?? left[0]).toMatchObject(facts);
  },
);

test('all pages of the list are read', async () => {
  const { items, isComplete } = await readFeed(rippling, 'acme', (url) => {
    const number = new URL(url).searchParams.get('page');
    return number === null ? JSON.stringify(detail) : page([row(`job${number}`, 'Akron')], 3, 3);
  });
  expect([items.length, isComplete]).toEqual([3, true]);
});

test('a list with fewer rows than it states is not complete', async () => {
  const { isComplete } = await readFeed(rippling, 'acme', board(page([row('a', 'Akron')], 2)));
  expect(isComplete).toBe(false);
});

describe.skipIf(!REAL_FEEDS)('recordings (REAL_FEEDS)', () => {
  test('all jobs in recorded responses of version 1 of the API are converted', async () => {
    for (const { file, text } of recordingsOf('rippling')) {
      const { jobs, items } = await readFeed(rippling, 'acme', board(text));
      expect([file, jobs.length]).toEqual([file, items.length]);
    }
  });
});
