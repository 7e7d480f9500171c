import { describe, expect, test } from 'vitest';
import { companies, jobs } from '#server/db/schema.ts';
import { posting, salary, setUpImports } from '../testing/ashby-files.ts';
import { importFiles } from './import-files.ts';

const { board, write, importText, importJobs, importedJob } = setUpImports();

describe('a job that is imported from a posting', () => {
  test('an imported job belongs to the company after which the file is named', async () => {
    const outcome = await importJobs([posting()]);
    expect(outcome?.counts).toEqual({ added: 1, updated: 0, unchanged: 0, closed: 0 });
    const { results } = (await board.app.inject({ url: '/api/jobs' })).json();
    expect(results).toMatchObject([
      {
        title: 'Loom Builder',
        type: 'Full-Time',
        location: 'Lisbon',
        description: '## Looms\n\nYou will **build** them.',
        salary: '',
        date: '2026-03-04T03:06:07.890Z',
        company: { name: 'Loom Labs' },
      },
    ]);
  });

  test.each([
    [{ employmentType: 'FullTime', isRemote: true }, 'Remote'],
    [{ employmentType: 'FullTime', isRemote: false, location: 'Remote (US)' }, 'Full-Time'],
    [{ employmentType: 'FullTime', isRemote: null }, 'Full-Time'],
    [{ employmentType: 'FullTime', isRemote: null, location: 'Remote (US | Canada)' }, 'Remote'],
    [{ employmentType: 'PartTime', isRemote: true }, 'Part-Time'],
    [{ employmentType: 'Contract', isRemote: true }, 'Contract'],
    [{ employmentType: 'Temporary' }, 'Contract'],
    [{ employmentType: 'Intern' }, 'Internship'],
  ])('gets its type from the posting: %j gives %s', async (values, type) => {
    expect(await importedJob(values)).toMatchObject({ type });
  });

  test.each([
    [
      'the range that contains the middle',
      { minValue: 100_000, maxValue: 149_999 },
      '$100K - $125K',
    ],
    [
      'a bound belongs to the range above',
      { minValue: 100_000, maxValue: 150_000 },
      '$125K - $150K',
    ],
    ['the lowest', { minValue: 1, maxValue: 20 }, 'Under $50K'],
    ['of the minimum', { minValue: 60_000, maxValue: null }, '$60K - $70K'],
    ['of the maximum', { minValue: null, maxValue: 60_000 }, '$60K - $70K'],
    ['the highest', { minValue: 400_000, maxValue: 900_000 }, 'Over $300K'],
  ])(
    'an imported job has a salary range if the pay is yearly and in US dollars: %s',
    async (_, values, range) => {
      expect(await importedJob(salary(values))).toMatchObject({
        salary: range,
        pay_minimum: values.minValue,
        pay_maximum: values.maxValue,
        pay_currency: 'USD',
        pay_unit: 'year',
      });
    },
  );

  test.each([
    [
      { interval: '1 HOUR', minValue: 20.5, maxValue: 30 },
      { pay_unit: 'hour', pay_minimum: 20.5 },
    ],
    [{ interval: '1 MONTH', minValue: 900, maxValue: 1_000 }, { pay_unit: 'month' }],
    [{ currencyCode: 'EUR', minValue: 60_000, maxValue: 70_000 }, { pay_currency: 'EUR' }],
    [{ minValue: 70_000, maxValue: 60_000 }, { pay_minimum: null }],
    [{ interval: 'NONE', minValue: 1, maxValue: 2 }, { pay_minimum: null }],
    [{ currencyCode: null, minValue: 1, maxValue: 2 }, { pay_minimum: null }],
    [{ compensationType: 'EquityPercentage', minValue: 1, maxValue: 2 }, { pay_minimum: null }],
  ])(
    'an imported job has no salary range if the pay is not a yearly range in US dollars: %j',
    async (values, expected) => {
      expect(await importedJob(salary(values))).toMatchObject({ salary: '', ...expected });
    },
  );

  test('an imported job has no pay if the employer hides it', async () => {
    const values = salary({ minValue: 60_000, maxValue: 70_000 });
    expect(
      await importedJob({ ...values, shouldDisplayCompensationOnJobPostings: false }),
    ).toMatchObject({ salary: '', pay_minimum: null });
  });

  test('the location of an imported job names each place once', async () => {
    const secondaryLocations = [{ location: ' Porto ' }, { location: 'Lisbon' }, { location: '' }];
    expect(await importedJob({ secondaryLocations })).toMatchObject({ location: 'Lisbon; Porto' });
  });

  test('an imported job has the URL of the posting as its apply URL if the stated apply URL is not a web URL', async () => {
    expect(await importedJob({ applyUrl: 'javascript:alert(1)' })).toMatchObject({
      applyurl: 'https://jobs.example/loom/1',
    });
  });

  test('an imported job has no control characters', async () => {
    expect(
      await importedJob({ title: 'Loom\u0000 \u0007Builder\n', descriptionHtml: 'a\u0000b' }),
    ).toMatchObject({ title: 'Loom Builder', description: 'ab' });
  });
});

describe('importing again', () => {
  test('importing an unchanged feed again changes nothing', async () => {
    await importJobs([posting()]);
    const before = await board.db.select().from(jobs);
    expect((await importJobs([posting()]))?.counts).toEqual({
      added: 0,
      updated: 0,
      unchanged: 1,
      closed: 0,
    });
    expect(await board.db.select().from(jobs)).toEqual(before);
  });

  test('updates a changed job, which keeps its id and its first date', async () => {
    const before = await importedJob({});
    const outcome = await importJobs([
      posting({ title: 'Senior Loom Builder', publishedAt: '2026-10-01T00:00:00Z' }),
    ]);
    expect(outcome?.counts).toMatchObject({ added: 0, updated: 1 });
    const [after] = await board.db.select().from(jobs);
    expect(after).toMatchObject({
      id: before?.id,
      date: before?.date,
      title: 'Senior Loom Builder',
    });
  });

  test('closes a missing job, and reopens it when it returns', async () => {
    await importJobs([posting(), posting({ id: 'other' })]);
    expect((await importJobs([posting()]))?.counts).toMatchObject({ unchanged: 1, closed: 1 });
    expect((await board.app.inject({ url: '/api/jobs' })).json().total).toBe(1);
    expect((await importJobs([posting()]))?.counts).toMatchObject({ closed: 0 });
    const back = await importJobs([posting(), posting({ id: 'other' })]);
    expect(back?.counts).toMatchObject({ updated: 1, unchanged: 1 });
    expect((await board.app.inject({ url: '/api/jobs' })).json().total).toBe(2);
  });

  test('closes a job that is marked as not listed', async () => {
    await importJobs([posting(), posting({ id: 'other' })]);
    const outcome = await importJobs([posting(), posting({ id: 'other', isListed: false })]);
    expect(outcome).toMatchObject({
      counts: { closed: 1 },
      skipped: [{ reason: 'it is not listed' }],
    });
  });

  test('closes no jobs of other feeds and no jobs posted on the board', async () => {
    await importJobs([posting({ jobUrl: 'https://jobs.example/other/1' })], 'Other.json');
    await importJobs([posting()]);
    await importJobs([posting({ id: 'new' })]);
    const open = (await board.app.inject({ url: '/api/jobs' })).json();
    expect(
      open.results.map(({ company }: { company: { name: string } }) => company.name).sort(),
    ).toEqual(['Loom Labs', 'Other']);
  });

  test.each([
    ['an empty file', ''],
    ['a list without jobs', '{"jobs":[]}'],
    ['a truncated file', '{"jobs":[{"id":"1"'],
    [
      'another system’s format',
      '{"jobs":[{"id":7,"title":"x","absolute_url":"https://x.example"}]}',
    ],
    ['other JSON', '{"hello":"world"}'],
    ['a list', '[]'],
    ['invalid UTF-8', Uint8Array.of(0x7b, 0xff, 0xfe)],
  ])('closes nothing for %s', async (_, text) => {
    await importJobs([posting()]);
    await importText(text);
    expect((await board.app.inject({ url: '/api/jobs' })).json().total).toBe(1);
  });

  test('an import closes nothing if an entry has no id', async () => {
    await importJobs([posting()]);
    const outcome = await importJobs([posting({ id: 'new' }), { title: 'no id' }]);
    expect(outcome?.counts).toMatchObject({ added: 1, closed: 0 });
  });

  test('two concurrent imports of one feed create one company and one job', async () => {
    const postings = Array.from({ length: 30 }, (_, n) => posting({ id: `job-${n}` }));
    const path = await write('Loom.json', JSON.stringify({ jobs: postings }));
    const outcomes = await Promise.all([1, 2, 3].map(() => importFiles(board.db, [path])));
    const added = outcomes.flat().reduce((sum, { counts }) => sum + (counts?.added ?? 0), 0);
    expect(added).toBe(30);
    expect(await board.db.$count(companies)).toBe(1);
  });
});
