import { describe, expect, test } from 'vitest';
import { bambooHr } from './bamboohr.ts';
import { readFeed } from './testing/read-feed.ts';
import { REAL_FEEDS, recordingsOf } from './testing/recordings.ts';

const SITE = 'https://acme.bamboohr.com/careers';

/** A made-up opening as a BambooHR career site lists it. */
function opening(values: Record<string, unknown> = {}) {
  return {
    id: '39',
    jobOpeningName: 'Loom Builder',
    employmentStatusLabel: 'Full-Time',
    location: { city: 'Calgary', state: 'Alberta' },
    atsLocation: { country: null, state: null, province: null, city: null },
    isRemote: null,
    locationType: '0',
    ...values,
  };
}

/** The response of a single opening. */
const detail = (values: Record<string, unknown> = {}) => ({
  result: {
    jobOpening: {
      ...opening(),
      location: { city: 'Calgary', state: 'Alberta', addressCountry: 'Canada' },
      description: '<p>Build looms.</p>',
      compensation: '$80,000 - $100,000 per year',
      datePosted: '2026-03-04',
      jobOpeningShareUrl: `${SITE}/39`,
      ...values,
    },
  },
});

const site =
  (openings: unknown[], totalCount = openings.length, values: Record<string, unknown> = {}) =>
  (url: string) =>
    JSON.stringify(
      url === `${SITE}/list` ? { meta: { totalCount }, result: openings } : detail(values),
    );

test('an opening becomes a job with the facts of its own response, which are not in the list', async () => {
  const { jobs, isComplete, urls } = await readFeed(bambooHr, 'acme', site([opening()]));
  expect(jobs).toMatchObject([
    {
      sourceId: '39',
      type: 'Full-Time',
      employment: 'full-time',
      workplace: 'on-site',
      location: 'Calgary, Alberta, Canada',
      description: 'Build looms.',
      pay: { minimum: 80_000, maximum: 100_000, unit: 'year' },
      applyurl: `${SITE}/39`,
      date: new Date('2026-03-04T00:00:00Z'),
    },
  ]);
  expect(urls).toEqual([`${SITE}/list`, `${SITE}/39/detail`]);
  expect(isComplete).toBe(true);
});

test.each([
  [{ locationType: '1' }, { workplace: 'remote', type: 'Remote' }],
  [{ locationType: '2' }, { workplace: 'hybrid' }],
  [{ compensation: null }, { pay: null }],
  [
    {
      location: { city: null },
      atsLocation: { city: 'Banff', province: 'Alberta', country: 'Canada' },
    },
    { location: 'Banff, Alberta, Canada' },
  ],
])('an opening has the facts that it states: %j', async (values, facts) => {
  expect((await readFeed(bambooHr, 'acme', site([opening()], 1, values))).jobs).toMatchObject([
    facts,
  ]);
});

test.each([
  ['nothing', [], 0],
  ['fewer openings than it says', [opening()], 2],
])('a list of %s is not complete', async (_, openings, total) => {
  const { isComplete } = await readFeed(bambooHr, 'acme', site(openings, total));
  expect(isComplete).toBe(false);
});

test('the page that unknown customers get is refused', async () => {
  const reading = readFeed(bambooHr, 'acme', () => '<!doctype html><html>Welcome</html>');
  await expect(reading).rejects.toThrow('it is not JSON');
});

describe.skipIf(!REAL_FEEDS)('recordings (REAL_FEEDS)', () => {
  test('all openings in recorded responses of BambooHR are converted', async () => {
    for (const { file, text } of recordingsOf('bamboohr')) {
      const { jobs, items } = await readFeed(bambooHr, 'acme', (url) =>
        url === `${SITE}/list` ? text : JSON.stringify(detail()),
      );
      expect([file, jobs.length]).toEqual([file, items.length]);
    }
  });
});
