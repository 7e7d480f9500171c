import { sql } from 'drizzle-orm';
import { Parser } from 'htmlparser2';
import { describe, expect, test, vi } from 'vitest';
import { reasonOf } from '#server/cli/reason.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { toAshbyJob } from '#server/job-feeds/systems/ashby.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { posting, salary, setUpImports } from '../testing/ashby-files.ts';
import { type FileOutcome, importFiles } from './import-files.ts';
import { readAshbyFile } from './read-ashby-file.ts';

const { board, pathOf, write, importText, importJobs, importedJob } = setUpImports();

describe('a faulty posting', () => {
  test.each([
    ['it is not listed', { isListed: false }],
    ['its employment type is unknown (Gig)', { employmentType: 'Gig' }],
    ['it has no title', { title: ' ' }],
    ['its description is over 20000 characters', { descriptionHtml: 'x'.repeat(20_001) }],
    ['its description is over 20000 characters', { descriptionHtml: '<p></p>'.repeat(100_000) }],
    ['publishedAt: Invalid ISO datetime', { publishedAt: 'yesterday' }],
    ['its date is not between 1970 and 2100', { publishedAt: '0000-01-01T00:00:00Z' }],
    ['its date is not between 1970 and 2100', { publishedAt: '9999-12-31T23:59:59Z' }],
    ['it has no title', { title: '\u200b\u202e\ufeff\u200d' }],
    ['id: Too small: expected string to have >=1 characters', { id: '\u0000' }],
  ])('is skipped: %s', async (reason, values) => {
    const outcome = await importJobs([posting({ id: 'good' }), posting(values)]);
    expect(outcome).toMatchObject({ counts: { added: 1 }, skipped: [{ reason }] });
  });

  test.each([
    ['divisions', '<div>'.repeat(20_000)],
    ['divisions with text', `${'<div>'.repeat(20_000)}x${'</div>'.repeat(20_000)}`],
    ['lists', '<ul><li>'.repeat(3_000)],
    ['divisions with end tags in comments', '<div><!-- </div> -->'.repeat(3_000)],
    ['divisions with end tags in attributes', '<div title="></div>">'.repeat(3_000)],
    ['bold paragraphs', `${bold(500)}${'<p>x'.repeat(20_000)}`],
    ['many lines in many lists', `${'<ul><li>'.repeat(200)}<pre>${'a\n'.repeat(100_000)}`],
  ])('is skipped quickly if its HTML is nested too deeply: %s', async (_, descriptionHtml) => {
    await importJobs([posting()]);
    const outcome = await importJobs([posting({ id: 'good' }), posting({ descriptionHtml })]);
    expect(outcome).toMatchObject({
      counts: { added: 1, closed: 0 },
      skipped: [{ reason: 'its description is nested too deeply' }],
    });
    expect(await cpuTimeOf(() => toAshbyJob(posting({ descriptionHtml })))).toBeLessThan(2_000);
  });

  test.each([
    ['paragraphs without end tags', '<p>x'.repeat(2_000)],
    ['list items without end tags', `<ul>${'<li>x'.repeat(2_000)}</ul>`],
    ['many paragraphs', '<p>x <b>y</b></p>'.repeat(1_500)],
    ['misnested paragraphs and spans', '<span><p></span></p>'.repeat(3_000)],
    ['unclosed tags', `x${'<a '.repeat(100_000)}`],
    ['a video', `${'<p>x</p>'.repeat(200)}<iframe src="https://video.example"></iframe>`],
  ])(
    'with a long description that is not deeply nested is imported: %s',
    async (_, descriptionHtml) => {
      expect((await importJobs([posting({ descriptionHtml })]))?.counts?.added).toBe(1);
    },
  );

  test.each([
    ['stars', `<b><code>${'*'.repeat(300_000)}x</code></b>`],
    ['lines', `<blockquote><pre>a${'\n'.repeat(300_000)}b`],
    ['spaces', `<pre>a <code> ${'x '.repeat(150_000)}`],
    ['spaces beside others', `<pre>a<i>b${' '.repeat(200_000)}\u00a0</i>b`],
  ])(
    'with a description that contains very many %s is converted quickly',
    async (_, descriptionHtml) => {
      const cost = await cpuTimeOf(async () => {
        toAshbyJob(posting({ descriptionHtml }));
        await importJobs([posting({ descriptionHtml })]);
      });
      expect(cost).toBeLessThan(3_000);
    },
  );

  test('a posting is skipped if its conversion fails; its job stays open, and the other postings are imported', async () => {
    const postings = [posting({ id: 'odd' }), posting({ id: 'good' })];
    const path = await write('Loom.json', JSON.stringify({ jobs: postings }));
    // A reader is another process, so this test reads the file itself.
    const batches = readAshbyFile(path, () => {});
    const convert = vi.spyOn(Parser.prototype, 'end').mockImplementationOnce(() => {
      throw new RangeError('Maximum call stack size exceeded');
    });
    const { value: batch } = await batches.next();
    convert.mockRestore();
    expect(batch).toMatchObject({ jobs: [{ sourceId: 'good' }] });
    expect((await batches.next()).value).toMatchObject({
      listed: new Set(['odd', 'good']),
      skipped: [
        { job: 'odd', reason: 'it cannot be converted (Maximum call stack size exceeded)' },
      ],
    });
  });

  test('an imported job has no control characters in its id and URL', async () => {
    expect(
      await importedJob({
        id: 'one\u0000\n',
        applyUrl: 'https://jobs.example/lo\u0000om',
        jobUrl: '\u0000',
      }),
    ).toMatchObject({ source_id: 'one', applyurl: 'https://jobs.example/loom' });
  });

  test('an imported job gets a normalized URL', async () => {
    const applyUrl = 'HTTPS://Jobs.Example/a b"<c>';
    expect(await importedJob({ applyUrl })).toMatchObject({
      applyurl: 'https://jobs.example/a%20b%22%3Cc%3E',
    });
  });

  test('a posting counts as a duplicate if only a lone surrogate in its id differs', async () => {
    const outcome = await importText(
      JSON.stringify({ jobs: [posting({ id: '\ud800' }), posting({ id: '\ud801' })] }),
    );
    expect(outcome).toMatchObject({ counts: { added: 1 } });
  });

  test('a posting with a future date is imported with the current date', async () => {
    const job = await importedJob({ publishedAt: '2099-01-01T00:00:00Z' });
    expect(job?.date.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test.each([
    ['title', '\u202eLoom\u200b \ufeffBuilder\u2066\u00ad', 'Loom Builder'],
    ['title', 'Loom 👩‍🏭 ❤️', 'Loom 👩‍🏭 ❤️'],
    ['title', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['location', '\u202eLisbon\u200b', 'Lisbon'],
    ['location', '\u200b', ''],
  ])(
    'an imported job has no invisible characters in its %s: %j',
    async (column, written, shown) => {
      expect(await importedJob({ [column]: written })).toMatchObject({ [column]: shown });
    },
  );

  test('the texts of a posting are limited in characters, not in code units', async () => {
    const title = '🧵'.repeat(200);
    const job = await importedJob({ title, location: title, descriptionHtml: title.repeat(100) });
    expect(job).toMatchObject({ title, location: title });
    expect(await importJobs([posting({ title: `${title}🧵` })])).toMatchObject({
      counts: { updated: 1 },
      skipped: [],
    });
  });

  test.each([
    ['an infinite figure', '{"minValue":1,"maxValue":1e999}'],
    ['text for a figure', '{"minValue":1,"maxValue":"much"}'],
    ['a negative figure', '{"minValue":-1,"maxValue":2}'],
    ['an enormous figure', '{"minValue":1,"maxValue":1.7e308}'],
    ['a maximum of nothing', '{"minValue":0,"maxValue":0}'],
    ['an unknown currency', '{"minValue":1,"maxValue":2,"currencyCode":"QQQ"}'],
    ['a number for a currency', '{"minValue":1,"maxValue":2,"currencyCode":7}'],
    ['a number for an interval', '{"minValue":1,"maxValue":2,"interval":7}'],
  ])('a posting is imported without pay if its pay is %s', async (_, figures) => {
    const written = JSON.stringify({ jobs: [posting(salary({ figures: 0 }))] });
    const outcome = await importText(written.replace('"figures":0', figures.slice(1, -1)));
    expect(outcome?.counts?.added).toBe(1);
    const [row] = await board.db.select().from(jobs);
    expect(row).toMatchObject({ salary: '', pay_minimum: null });
  });

  test.each([
    { compensation: 7 },
    { compensation: { summaryComponents: 'much' } },
    { compensation: { summaryComponents: [7, null] } },
    { shouldDisplayCompensationOnJobPostings: 'no' },
  ])('a posting is imported without pay if its compensation is invalid: %j', async (values) => {
    const pay = salary({ minValue: 1, maxValue: 2 });
    expect(await importedJob({ ...pay, ...values })).toMatchObject({ pay_minimum: null });
  });

  test('a posting is imported with its pay if only other compensation is invalid', async () => {
    const { compensation } = salary({ minValue: 1, maxValue: 2 });
    const { summaryComponents } = compensation as { summaryComponents: unknown[] };
    const odd = { compensationType: 'EquityPercentage', minValue: 'some' };
    expect(
      await importedJob({ compensation: { summaryComponents: [odd, ...summaryComponents] } }),
    ).toMatchObject({ pay_minimum: 1 });
  });

  test.each([
    [[], 'jobs were not closed: the file lists no jobs'],
    [[posting({ title: '' })], undefined],
  ])('a file without jobs that can be imported creates no company', async (postings, note) => {
    const outcome = await importJobs(postings);
    expect(outcome?.counts).toEqual({ added: 0, updated: 0, unchanged: 0, closed: 0 });
    expect(outcome?.note).toBe(note);
    expect(await board.db.$count(companies)).toBe(0);
  });

  test('a file whose jobs are all skipped still closes the jobs that it no longer lists', async () => {
    await importJobs([posting()]);
    const outcome = await importJobs([posting({ id: 'other', title: '' })]);
    expect(outcome?.counts).toMatchObject({ closed: 1 });
  });

  test('a job that the file lists twice is imported once', async () => {
    const outcome = await importJobs([posting(), posting({ title: 'Again' })]);
    expect(outcome).toMatchObject({
      counts: { added: 1 },
      skipped: [{ reason: 'the file lists it twice' }],
    });
  });

  test('a broken file is reported with the reason, and the other files are imported', async () => {
    const paths = [
      await write('Bad.json', '{"jobs":['),
      pathOf('Missing.json'),
      await write('Good.json', JSON.stringify({ jobs: [posting()] })),
    ];
    const [bad, missing, good] = await importFiles(board.db, paths);
    expect(bad?.counts).toBeUndefined();
    expect(bad?.note).toMatch(/^refused: it is not JSON/);
    expect(missing?.note).toMatch(/^refused: .*ENOENT/);
    expect(good?.counts?.added).toBe(1);
    expect(await board.db.$count(companies)).toBe(1);
  });
});

describe('a database error', () => {
  test('if the database rejects a file’s data, the error is reported without the data, and the other files are imported', async () => {
    const paths = await Promise.all(
      ['One.json', 'Two.json'].map((file, index) =>
        write(file, JSON.stringify({ jobs: [posting({ title: `Loom ${index}` })] })),
      ),
    );
    await board.db.execute(
      sql`alter table jobs add constraint no_loom check (title <> 'Loom 0') not valid`,
    );
    try {
      const [one, two] = await importFiles(board.db, paths);
      expect(one?.counts).toBeUndefined();
      expect(one?.note).toBe('refused: the database rejected its data (SQLSTATE 23514 no_loom)');
      expect(two?.counts?.added).toBe(1);
      expect(await board.db.$count(companies)).toBe(1);
    } finally {
      await board.db.execute(sql`alter table jobs drop constraint no_loom`);
    }
  });

  test('that is unrelated to the data, such as a lost connection, ends the import; the files so far are reported', async () => {
    const paths = await Promise.all(
      ['One.json', 'Two.json', 'Three.json'].map((file) =>
        write(file, JSON.stringify({ jobs: [posting()] })),
      ),
    );
    const database = await openTestDatabase();
    const told: FileOutcome[] = [];
    let closing: Promise<void> | undefined;
    const error: unknown = await importFiles(database.db, paths, (outcome) => {
      told.push(outcome);
      closing ??= database.close();
    }).catch((error: unknown) => error);
    await closing;
    // The second file is already being imported when the first one is reported.
    expect(told[0]).toMatchObject({ file: 'One.json', counts: { added: 1 } });
    expect(told.map(({ file }) => file)).not.toContain('Three.json');
    expect(reasonOf(error)).toMatch(/^[^\n]{1,200}$/);
  });

  test('is reported without its SQL and parameters', async () => {
    const error: unknown = await board.db
      .execute(sql`select ${'secret'} from no_such_table`)
      .catch((error: unknown) => error);
    expect(reasonOf(error)).toBe('relation "no_such_table" does not exist 42P01');
  });
});

/** Nests bold elements whose attributes differ, so that no parser merges them. */
function bold(times: number): string {
  return Array.from({ length: times }, (_, n) => `<b title="${n}">`).join('');
}
