import { describe, expect, test } from 'vitest';
import { lever } from './lever.ts';
import { readFeed } from './testing/read-feed.ts';
import { REAL_FEEDS, recordingsOf } from './testing/recordings.ts';

const URL = 'https://api.lever.co/v0/postings/acme?mode=json';

/** A made-up posting in the format of Lever's API. */
function posting(values: Record<string, unknown> = {}) {
  return {
    id: '11111111-2222-3333-4444-555555555555',
    text: 'Loom Builder',
    categories: {
      commitment: 'Full-time',
      location: 'Porto',
      allLocations: ['Porto', 'Lisbon'],
      team: 'Looms',
    },
    country: 'PT',
    workplaceType: 'hybrid',
    description: '<div>We build looms.</div>',
    lists: [{ text: 'Tasks', content: '<li>Plan</li><li>Build</li>' }],
    additional: '<div>Write to us.</div>',
    createdAt: 1_772_600_767_000,
    hostedUrl: 'https://jobs.lever.co/acme/1',
    applyUrl: 'https://jobs.lever.co/acme/1/apply',
    ...values,
  };
}

const read = (postings: unknown) => readFeed(lever, 'acme', { [URL]: JSON.stringify(postings) });

async function jobOf(values: Record<string, unknown>) {
  const { jobs, left } = await read([posting(values)]);
  return jobs[0] ?? left[0];
}

test('a posting becomes a job with all parts of its description', async () => {
  const { jobs, isComplete, company } = await read([posting()]);
  expect(jobs).toEqual([
    {
      sourceId: '11111111-2222-3333-4444-555555555555',
      title: 'Loom Builder',
      type: 'Full-Time',
      employment: 'full-time',
      workplace: 'hybrid',
      location: 'Porto; Lisbon',
      more_places: null,
      addresses: [{ text: 'Porto', locality: 'Porto', region: '', country: 'PT' }],
      description: 'We build looms.\n\n## Tasks\n\n-   Plan\n-   Build\n\nWrite to us.',
      salary: '',
      pay: null,
      applyurl: 'https://jobs.lever.co/acme/1/apply',
      applyemail: '',
      date: new Date(1_772_600_767_000),
      validthrough: null,
    },
  ]);
  expect({ isComplete, company }).toEqual({ isComplete: true, company: undefined });
});

describe('a posting', () => {
  test.each([
    [{ workplaceType: 'on-site' }, { workplace: 'on-site' }],
    [{ workplaceType: 'onsite' }, { workplace: 'on-site' }],
    [{ workplaceType: 'remote' }, { workplace: 'remote', type: 'Remote' }],
    [{ workplaceType: 'unspecified' }, { workplace: null }],
    [{ categories: { commitment: 'Intern' } }, { employment: 'internship', type: 'Internship' }],
    [{ categories: { commitment: 'Regular' } }, { employment: null, type: 'Full-Time' }],
    [{ categories: null }, { employment: null, location: 'Portugal' }],
    [
      { description: '', descriptionPlain: 'One.\n\nTwo.', lists: [], additional: '' },
      { description: 'One.\n\nTwo.' },
    ],
    [{ createdAt: 4_000_000_000_000 }, { title: 'Loom Builder' }],
  ])('a posting has the facts that it states: %j', async (values, facts) => {
    expect(await jobOf(values)).toMatchObject(facts);
  });

  test.each([
    ['per-year-salary', 'year'],
    ['per-hour-wage', 'hour'],
    ['per-month-salary', 'month'],
    ['bi-weekly-salary', undefined],
    ['one-time', undefined],
  ])('a posting has pay only if the board supports its interval: %s', async (interval, unit) => {
    const salaryRange = { min: 20, max: 30, currency: 'EUR', interval };
    expect(await jobOf({ salaryRange })).toMatchObject({
      pay: unit ? { minimum: 20, maximum: 30, currency: 'EUR', unit } : null,
    });
  });
});

test('a European customer is read from the European host only', async () => {
  const url = 'https://api.eu.lever.co/v0/postings/acme?mode=json';
  const { jobs } = await readFeed(lever, 'eu:acme', { [url]: JSON.stringify([posting()]) });
  expect(jobs).toHaveLength(1);
  expect(lever.hosts({ tenant: 'eu:acme' })).toEqual(['api.eu.lever.co']);
  expect(lever.pageUrl({ tenant: 'eu:acme' })).toBe('https://jobs.eu.lever.co/acme');
});

test('an empty list is not complete', async () => {
  expect(await read([])).toMatchObject({ isComplete: false, jobs: [] });
});

test.each([
  [
    'an object',
    { ok: false, error: 'Document not found' },
    'it is not a Lever board: it is not a list',
  ],
  ['a list of other things', [{ id: 'a', title: 'Loom' }], 'its format has changed'],
])('a response that is %s is refused', async (_, body, message) => {
  await expect(read(body)).rejects.toThrow(message);
});

describe.skipIf(!REAL_FEEDS)('recordings (REAL_FEEDS)', () => {
  test('all postings in recorded responses of Lever are converted', async () => {
    for (const { file, text } of recordingsOf('lever')) {
      const list = text.trimStart().startsWith('[') ? text : `[${text}]`;
      const { jobs, items, isComplete } = await readFeed(lever, 'acme', { [URL]: list });
      expect([file, jobs.length, isComplete]).toEqual([file, items.length, true]);
      expect(jobs.every(({ description }) => description)).toBe(true);
      if (file === 'matchgroup.json') expect(jobs.filter(({ pay }) => pay)).toHaveLength(48);
    }
  });
});
