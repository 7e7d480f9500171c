import { describe, expect, test } from 'vitest';
import { readFeed } from './testing/read-feed.ts';
import { REAL_FEEDS, recordingsOf } from './testing/recordings.ts';
import { workable } from './workable.ts';

const URL = 'https://apply.workable.com/api/v1/widget/accounts/acme?details=true';

/** A made-up job in the format of Workable's widget. */
function job(values: Record<string, unknown> = {}) {
  return {
    title: 'Loom Builder',
    shortcode: 'A1B2C3',
    employment_type: 'Full-time',
    telecommuting: false,
    published_on: '2026-03-04',
    created_at: '2025-12-01',
    country: 'Portugal',
    city: 'Porto',
    state: 'Norte',
    locations: [
      { country: 'Portugal', countryCode: 'PT', city: 'Porto', region: 'Norte', hidden: false },
    ],
    description: '<p>Build looms.</p>',
    url: 'https://apply.workable.com/j/A1B2C3',
    application_url: 'https://apply.workable.com/j/A1B2C3/apply',
    ...values,
  };
}

const read = (jobs: unknown[]) =>
  readFeed(workable, 'acme', { [URL]: JSON.stringify({ name: 'Acme Looms', jobs }) });

test('a job of an account becomes a job of this board', async () => {
  const { jobs, isComplete, company } = await read([job()]);
  expect(jobs).toEqual([
    {
      sourceId: 'A1B2C3',
      title: 'Loom Builder',
      type: 'Full-Time',
      employment: 'full-time',
      workplace: null,
      location: 'Porto, Norte, Portugal',
      more_places: null,
      addresses: [
        { text: 'Porto, Norte, Portugal', locality: 'Porto', region: 'Norte', country: 'PT' },
      ],
      description: 'Build looms.',
      salary: '',
      pay: null,
      applyurl: 'https://apply.workable.com/j/A1B2C3/apply',
      applyemail: '',
      date: new Date('2026-03-04T00:00:00Z'),
      validthrough: null,
    },
  ]);
  expect({ isComplete, company }).toEqual({ isComplete: true, company: 'Acme Looms' });
});

test.each([
  [{ telecommuting: true }, { workplace: 'remote', type: 'Remote' }],
  [{ employment_type: '' }, { employment: null, type: 'Full-Time' }],
  [{ locations: null }, { location: 'Porto, Norte, Portugal' }],
  [
    { locations: [{ countryCode: 'PT', city: 'Porto', region: 'Norte', hidden: true }] },
    { location: 'Portugal' },
  ],
  [{ published_on: null }, { date: new Date('2025-12-01T00:00:00Z') }],
])('a job has the facts that it states: %j', async (values, facts) => {
  expect((await read([job(values)])).jobs).toMatchObject([facts]);
});

test('an empty list is not complete, because an unknown account has an empty list, too', async () => {
  expect(await read([])).toMatchObject({ isComplete: false });
});

test('an account in a different format is refused', async () => {
  await expect(read([{ id: 1 }])).rejects.toThrow('its format has changed');
});

describe.skipIf(!REAL_FEEDS)('recordings (REAL_FEEDS)', () => {
  test('all jobs in recorded responses of Workable are converted', async () => {
    for (const { file, text } of recordingsOf('workable')) {
      const { jobs, items, isComplete } = await readFeed(workable, 'acme', { [URL]: text });
      expect([file, jobs.length, isComplete]).toEqual([file, items.length, true]);
    }
  });
});
