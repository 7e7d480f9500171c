import { describe, expect, test } from 'vitest';
import { breezy } from './breezy.ts';
import { readFeed } from './testing/read-feed.ts';
import { REAL_FEEDS, recordingsOf } from './testing/recordings.ts';

const URL = 'https://acme.breezy.hr/json?verbose=true';

/** A made-up position in the format of a Breezy career site. */
function position(values: Record<string, unknown> = {}) {
  return {
    id: 'e63605aeb81c',
    name: 'Loom Builder',
    url: 'https://acme.breezy.hr/p/e63605aeb81c-loom-builder',
    published_date: '2026-03-04T05:06:07.988Z',
    type: { id: 'fullTime', name: 'Full-Time' },
    location: {
      country: { name: 'United States', id: 'US' },
      state: { id: 'OH', name: 'Ohio' },
      city: 'Akron',
      is_remote: false,
      name: 'Akron, OH',
    },
    salary: '$80,000 - $100,000 / year',
    description: '<p>Build looms.</p>',
    company: { name: 'Acme Looms' },
    ...values,
  };
}

const read = (positions: unknown[]) =>
  readFeed(breezy, 'acme', { [URL]: JSON.stringify(positions) });

test('a position becomes a job', async () => {
  const { jobs, isComplete, company } = await read([position()]);
  expect(jobs).toMatchObject([
    {
      sourceId: 'e63605aeb81c',
      type: 'Full-Time',
      employment: 'full-time',
      workplace: null,
      location: 'Akron, OH',
      addresses: [{ text: 'Akron, OH', locality: 'Akron', region: 'Ohio', country: 'US' }],
      pay: { minimum: 80_000, maximum: 100_000, currency: 'USD', unit: 'year' },
      salary: '$90K - $100K',
      date: new Date('2026-03-04T05:06:07.988Z'),
    },
  ]);
  expect({ isComplete, company }).toEqual({ isComplete: true, company: 'Acme Looms' });
});

test.each([
  [{ location: { is_remote: true, name: 'Anywhere' } }, { type: 'Remote', workplace: 'remote' }],
  [{ type: null }, { employment: null }],
  [{ salary: 'Good' }, { pay: null }],
  [{ salary: '$1.40k - $1.80k' }, { salary: '' }],
])('a position has the facts that it states: %j', async (values, facts) => {
  expect((await read([position(values)])).jobs).toMatchObject([facts]);
});

test('a page instead of the list is refused', async () => {
  await expect(readFeed(breezy, 'acme', { [URL]: '<html>' })).rejects.toThrow('it is not JSON');
});

describe.skipIf(!REAL_FEEDS)('recordings (REAL_FEEDS)', () => {
  test('all positions in recorded responses of Breezy are converted', async () => {
    for (const { file, text } of recordingsOf('breezy')) {
      const { jobs, items } = await readFeed(breezy, 'acme', { [URL]: text });
      expect([file, jobs.length]).toEqual([file, items.length]);
    }
  });
});
