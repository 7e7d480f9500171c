import { describe, expect, test } from 'vitest';
import { pinpoint } from './pinpoint.ts';
import { readFeed } from './testing/read-feed.ts';
import { REAL_FEEDS, recordingsOf } from './testing/recordings.ts';

const URL = 'https://acme.pinpointhq.com/postings.json';

/** A made-up posting in the format of Pinpoint's feed. */
function posting(values: Record<string, unknown> = {}) {
  return {
    id: '515428',
    title: 'Loom Builder',
    url: 'https://acme.pinpointhq.com/en/postings/1',
    description: '<p>We make looms.</p>',
    key_responsibilities_header: 'Tasks',
    key_responsibilities: '<ul><li>Build</li></ul>',
    benefits_header: 'Benefits',
    benefits: '',
    employment_type: 'part_time',
    workplace_type: 'onsite',
    compensation_visible: true,
    compensation_minimum: 80_000,
    compensation_maximum: 100_000,
    compensation_currency: 'USD',
    compensation_frequency: 'year',
    deadline_at: '2026-08-28T23:59:59Z',
    location: { id: '1', name: 'Ohio works', city: 'Akron', province: 'Ohio' },
    ...values,
  };
}

const read = (data: unknown[]) => readFeed(pinpoint, 'acme', { [URL]: JSON.stringify({ data }) });

test('a posting becomes a job', async () => {
  const before = Date.now();
  const { jobs, isComplete } = await read([posting()]);
  expect(jobs).toMatchObject([
    {
      sourceId: '515428',
      type: 'Part-Time',
      employment: 'part-time',
      workplace: 'on-site',
      location: 'Ohio works',
      addresses: [{ text: 'Ohio works', locality: 'Akron', region: 'Ohio', country: '' }],
      description: 'We make looms.\n\n## Tasks\n\n-   Build',
      salary: '$90K - $100K',
      pay: { minimum: 80_000, maximum: 100_000, currency: 'USD', unit: 'year' },
      validthrough: '2026-08-28',
    },
  ]);
  // The feed states no date, so the job is posted when it is first read.
  expect(jobs[0]?.date.getTime()).toBeGreaterThanOrEqual(before);
  expect(isComplete).toBe(true);
});

test.each([
  [{ compensation_visible: false }],
  [{ compensation_visible: null }],
  [{ compensation_visible: undefined }],
  [{ compensation_visible: 'yes' }],
  [{ compensation_frequency: null }],
])('pay that the employer does not show is not read: %j', async (values) => {
  expect((await read([posting(values)])).jobs).toMatchObject([{ pay: null, salary: '' }]);
});

test('a feed in a different format is refused', async () => {
  await expect(read([{ id: 1, name: 'Loom Builder' }])).rejects.toThrow('its format has changed');
  await expect(readFeed(pinpoint, 'acme', { [URL]: '{"jobs":[]}' })).rejects.toThrow(
    'it is not a Pinpoint board: it has no list of data',
  );
});

describe.skipIf(!REAL_FEEDS)('recordings (REAL_FEEDS)', () => {
  test('all postings in recorded feeds of Pinpoint are converted', async () => {
    for (const { file, text } of recordingsOf('pinpoint')) {
      const { jobs, items, isComplete } = await readFeed(pinpoint, 'acme', { [URL]: text });
      expect([file, jobs.length, isComplete]).toEqual([file, items.length, true]);
    }
  });
});
