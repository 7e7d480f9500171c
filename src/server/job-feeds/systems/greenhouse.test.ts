import { describe, expect, test } from 'vitest';
import { greenhouse } from './greenhouse.ts';
import { UnreadableFeedError } from './system.ts';
import { readFeed } from './testing/read-feed.ts';
import { REAL_FEEDS, recordingsOf } from './testing/recordings.ts';

const URL =
  'https://boards-api.greenhouse.io/v1/boards/acme/jobs?content=true&pay_transparency=true';

/** A made-up job in the format of Greenhouse's API. */
function job(values: Record<string, unknown> = {}) {
  return {
    id: 4012345,
    internal_job_id: 99,
    title: 'Loom Builder',
    content: '&lt;h2&gt;Looms&lt;/h2&gt;&lt;p&gt;You will &lt;b&gt;build&lt;/b&gt; them.&lt;/p&gt;',
    location: { name: 'Lisbon, Portugal' },
    absolute_url: 'https://job-boards.greenhouse.io/acme/jobs/4012345',
    company_name: 'Acme Looms',
    first_published: '2026-03-04T05:06:07-05:00',
    updated_at: '2026-05-01T00:00:00-04:00',
    metadata: null,
    ...values,
  };
}

const read = (jobs: unknown[], total: number | undefined = jobs.length) =>
  readFeed(greenhouse, 'acme', {
    [URL]: JSON.stringify({ jobs, ...(total !== undefined && { meta: { total } }) }),
  });

async function jobOf(values: Record<string, unknown>) {
  const { jobs, left } = await read([job(values)]);
  return jobs[0] ?? left[0];
}

test('a Greenhouse job becomes a job of this board', async () => {
  const { jobs, isComplete, company, urls } = await read([job()]);
  expect(jobs).toEqual([
    {
      sourceId: '4012345',
      title: 'Loom Builder',
      type: 'Full-Time',
      employment: null,
      workplace: null,
      location: 'Lisbon, Portugal',
      more_places: null,
      addresses: null,
      description: '## Looms\n\nYou will **build** them.',
      salary: '',
      pay: null,
      applyurl: 'https://job-boards.greenhouse.io/acme/jobs/4012345',
      applyemail: '',
      date: new Date('2026-03-04T10:06:07Z'),
      validthrough: null,
    },
  ]);
  expect({ isComplete, company, urls }).toEqual({
    isComplete: true,
    company: 'Acme Looms',
    urls: [URL],
  });
});

describe('a job', () => {
  test.each([
    ['escaped once', '&lt;p&gt;Weft &amp;amp; warp&lt;/p&gt;', 'Weft & warp'],
    ['escaped twice', '&amp;lt;p&amp;gt;Weft &amp;amp;amp; warp&amp;lt;/p&amp;gt;', 'Weft & warp'],
    ['with escaped spaces', '&lt;p&gt;Weft&amp;nbsp;and warp&lt;/p&gt;', 'Weft and warp'],
    [
      'with markup as an example',
      '&lt;p&gt;Write &amp;lt;p&amp;gt; well&lt;/p&gt;',
      'Write \\<p> well',
    ],
    ['without markup', 'Weft and warp', 'Weft and warp'],
  ])('a job has the right description if its content is %s', async (_, content, description) => {
    expect(await jobOf({ content })).toMatchObject({ description });
  });

  test.each([
    [
      { name: 'Employment Type', value: 'Part-time' },
      { type: 'Part-Time', employment: 'part-time' },
    ],
    [
      { name: 'Time Type', value: 'Full time' },
      { type: 'Full-Time', employment: 'full-time' },
    ],
    [{ name: 'Employment Type', value: 'Summer Internship' }, { type: 'Internship' }],
    [
      { name: 'Employment Type', value: 'Regular' },
      { type: 'Full-Time', employment: null },
    ],
    [{ name: 'Work Model', value: 'Hybrid' }, { workplace: 'hybrid' }],
    [
      { name: 'Workplace Type', value: 'Remote' },
      { workplace: 'remote', type: 'Remote' },
    ],
    [{ name: 'Work Model', value: null }, { workplace: null }],
    [{ name: 'Team Motto', value: 'Remote' }, { workplace: null }],
  ])(
    'a job has the facts that the employer has added in its own fields: %j',
    async (field, facts) => {
      expect(await jobOf({ metadata: [field] })).toMatchObject(facts);
    },
  );

  test.each([
    [
      [{ min_cents: 8_000_000, max_cents: 9_000_000, currency_type: 'USD', title: 'Annual pay' }],
      { minimum: 80_000, maximum: 90_000, currency: 'USD', unit: 'year' },
    ],
    [
      [
        { min_cents: 8_000_000, max_cents: 9_000_000, currency_type: 'USD', title: 'Ohio' },
        { min_cents: 9_500_000, max_cents: 9_900_000, currency_type: 'USD', title: 'Maine' },
      ],
      { minimum: 80_000, maximum: 99_000, currency: 'USD', unit: 'year' },
    ],
    [
      [{ min_cents: 2_050, max_cents: 3_000, currency_type: 'USD', title: 'Hourly range' }],
      { minimum: 20.5, maximum: 30, currency: 'USD', unit: 'hour' },
    ],
    [[{ min_cents: 2_050, max_cents: 3_000, currency_type: 'USD', title: 'Range' }], null],
    [
      [
        { min_cents: 8_000_000, max_cents: 9_000_000, currency_type: 'USD', title: 'Ohio' },
        { min_cents: 7_000_000, max_cents: 8_000_000, currency_type: 'EUR', title: 'Ulm' },
      ],
      null,
    ],
    ['much', null],
  ])('a job has the pay that its pay ranges state: %j', async (pay_input_ranges, pay) => {
    expect(await jobOf({ pay_input_ranges })).toMatchObject({ pay });
  });

  test('is remote if its location begins with "Remote"', async () => {
    expect(await jobOf({ location: { name: 'Remote - Ohio' } })).toMatchObject({ type: 'Remote' });
  });

  test('has the closing date of its entry', async () => {
    expect(await jobOf({ application_deadline: '2026-09-01T22:00:00Z' })).toMatchObject({
      validthrough: '2026-09-01',
    });
  });

  test('that cannot be converted is left out, with the reason', async () => {
    const { left, isComplete } = await read([
      job(),
      job({ id: 1 }),
      job({ id: 2, title: ' ' }),
      job({ id: 3, location: 'Lisbon' }),
    ]);
    expect(left).toEqual([
      { id: '2', reason: 'it has no title' },
      { id: '3', reason: 'location: Invalid input: expected object, received string' },
    ]);
    expect(isComplete).toBe(true);
  });
});

describe('a list', () => {
  test.each([
    ['it has fewer jobs than it says', [job()], 2],
    ['it is empty', [], 0],
    ['an entry has no id', [job(), job({ id: undefined })], 2],
  ])('is not complete if %s', async (_, jobs, total) => {
    expect((await read(jobs, total)).isComplete).toBe(false);
  });

  test('is complete even if it states no total', async () => {
    const body = JSON.stringify({ jobs: [job()] });
    expect((await readFeed(greenhouse, 'acme', { [URL]: body })).isComplete).toBe(true);
  });

  test.each([
    ['HTML', '<html>Sign in</html>', 'it is not JSON'],
    ['empty', '', 'it is empty'],
    ['cut', JSON.stringify({ jobs: [job(), job()] }).slice(0, -40), 'it is not JSON'],
    ['another object', '{"error":"no"}', 'it is not a Greenhouse board: it has no list of jobs'],
    [
      'in another format',
      JSON.stringify({ jobs: [{ job_id: 1, name: 'Loom Builder' }] }),
      'its format has changed: 1 of 1 entries are no Greenhouse job (id: ',
    ],
    [
      'of another type',
      JSON.stringify({ jobs: [job({ location: 'Lisbon' }), job({ location: 'Porto' })] }),
      'its format has changed: 2 of 2 entries are no Greenhouse job (location: ',
    ],
  ])('that is %s is refused', async (_, body, message) => {
    const reading = readFeed(greenhouse, 'acme', { [URL]: body });
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(UnreadableFeedError);
  });

  test('is read even with a byte order mark', async () => {
    const body = `\ufeff${JSON.stringify({ jobs: [job()] })}`;
    expect((await readFeed(greenhouse, 'acme', { [URL]: body })).jobs).toHaveLength(1);
  });

  test('of 2,832 jobs is read in batches', async () => {
    const jobs = Array.from({ length: 2_832 }, (_, id) => job({ id, content: '' }));
    const client = { [URL]: JSON.stringify({ meta: { total: 2_832 }, jobs }) };
    const { items, isComplete } = await readFeed(greenhouse, 'acme', client);
    expect(new Set(items.map(({ id }) => id)).size).toBe(2_832);
    expect(isComplete).toBe(true);
  });
});

describe.skipIf(!REAL_FEEDS)('recordings (REAL_FEEDS)', () => {
  test.each(['greenhouse', 'greenhouse-series', 'greenhouse-with-content'])(
    'all jobs of the recorded board %s are converted, and whole boards are complete',
    async (folder) => {
      for (const { file, text } of recordingsOf(folder)) {
        if (file.startsWith('detail')) continue;
        const { jobs, items, isComplete } = await readFeed(greenhouse, 'acme', { [URL]: text });
        expect.soft([file, jobs.length]).toEqual([file, items.length]);
        const isCut = /^(?:airbnb|amplitude|gitlab)\.json$/.test(file);
        expect.soft([file, isComplete]).toEqual([file, !isCut]);
        expect.soft(jobs.filter(({ description }) => /&lt;|<\w/.test(description))).toEqual([]);
      }
    },
  );
});
