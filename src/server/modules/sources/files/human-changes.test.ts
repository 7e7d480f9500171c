import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { audit_events, companies, jobs } from '#server/db/schema.ts';
import { REAL_FEEDS, someRealFeeds } from '#server/job-feeds/testing/real-feeds.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany } from '#tests/support/factories.ts';
import { restoreDeleted } from '../../audit/restore.ts';
import * as ashby from '../testing/ashby-files.ts';
import { importFiles } from './import-files.ts';

const { salary } = ashby;
const { board, write, importJobs: importPostings } = ashby.setUpImports();

/** The audit events of earlier tests remain, so each test uses a new company. */
let loom = 'Loom 0';
let tests = 0;

let token: string;
beforeEach(async () => {
  tests += 1;
  loom = `Loom ${tests}`;
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  token = await tokenFor(board.db, id);
});

const urlOf = (name: string) => `https://jobs.example/${name.replace(' ', '-').toLowerCase()}`;

const posting = (values: { id?: string; [name: string]: unknown } = {}) => {
  const id = `${loom} ${values.id ?? 'builder'}`;
  return ashby.posting({ jobUrl: `${urlOf(loom)}/1`, ...values, id });
};

const importJobs = (postings: unknown[], file = `${loom}.json`) => importPostings(postings, file);

const many = (count: number, values = {}) =>
  Array.from({ length: count }, (_, n) => posting({ id: `job-${n}`, ...values }));

async function onlyJob() {
  const [job] = await board.db.select().from(jobs);
  if (!job) throw new Error('there is no job');
  return job;
}

/** Saves the job as the form does: with all fields, some of them changed. */
async function edit(values: object): Promise<void> {
  const { id, title, type, location, salary, description, applyurl, company_id } = await onlyJob();
  const form = { title, type, location, salary: salary || '$60K - $70K', description, applyurl };
  const job = { ...form, company: { id: company_id } };
  const reply = await board.ask('PUT', `/api/jobs/${id}`, { token, body: { ...job, ...values } });
  expect(reply.status).toBe(200);
}

async function remove(path: string): Promise<void> {
  expect((await board.ask('DELETE', path, { token })).status).toBe(204);
}

async function lastDeletion(kind: 'company' | 'job'): Promise<number> {
  const events = await board.db
    .select()
    .from(audit_events)
    .where(eq(audit_events.kind, kind))
    .orderBy(audit_events.id);
  return events.findLast(({ action }) => action === 'delete')?.id ?? 0;
}

test('a company has the name that its jobs use, unless a person has edited it', async () => {
  const slug = `loomworks${tests}`;
  const description = `Loom Works ${tests} weaves.`;
  await importJobs([posting({ descriptionHtml: `<p>We weave.</p>` })], `${slug}.json`);
  const [{ id = '' } = {}] = await board.db.select().from(companies);
  const nameOf = async () => (await board.get(`/api/companies/${id}`)).body.name;
  expect(await nameOf()).toBe(`Loomworks${tests}`);
  await board.db.update(companies).set({ name: slug });
  await importJobs([posting({ descriptionHtml: `<p>${description}</p>` })], `${slug}.json`);
  expect(await nameOf()).toBe(`Loom Works ${tests}`);
  const reply = await board.ask('PUT', `/api/companies/${id}`, {
    token,
    body: { name: slug, website: 'https://loom.example', logo: '', description: 'We weave.' },
  });
  expect(reply.status).toBe(200);
  await importJobs([posting({ descriptionHtml: `<p>${description}</p>` })], `${slug}.json`);
  expect(await nameOf()).toBe(slug);
});

describe('a job that a person edited', () => {
  test('a job keeps the fields that a person has edited, and gets the other fields from its source', async () => {
    await importJobs([posting()]);
    await edit({ title: 'Master Loom Builder', description: 'By hand.' });
    const changed = posting({ title: 'Other', descriptionHtml: '<p>x</p>', location: 'Porto' });
    const outcome = await importJobs([changed]);
    expect(outcome?.counts).toMatchObject({ updated: 1, added: 0 });
    expect(outcome?.note).toBe('people’s edits to 1 job are retained');
    expect(await onlyJob()).toMatchObject({
      title: 'Master Loom Builder',
      description: 'By hand.',
      summary: 'By hand.',
      location: 'Porto',
    });
    // Importing the same feed again writes nothing.
    expect((await importJobs([changed]))?.counts).toMatchObject({ updated: 0, unchanged: 1 });
    // A second edit replaces the first one.
    await edit({ title: 'Loom Mistress' });
    await importJobs([posting({ title: 'Third', location: 'Faro' })]);
    expect(await onlyJob()).toMatchObject({ title: 'Loom Mistress', location: 'Faro' });
  });

  test('a job stays in the edited salary range, and no import adds pay that contradicts it', async () => {
    await importJobs([posting(salary({ minValue: 60_000, maxValue: 70_000 }))]);
    await edit({ salary: '$100K - $125K' });
    await importJobs([posting(salary({ minValue: 80_000, maxValue: 90_000 }))]);
    expect(await onlyJob()).toMatchObject({ salary: '$100K - $125K', pay_minimum: 60_000 });
  });

  test.each([
    ['maximum', { maximum: 75_000 }],
    ['currency', { currency: 'GBP' }],
    ['unit', { unit: 'month' }],
  ])('a job keeps all parts of its pay if a person has edited only the %s', async (_, change) => {
    await importJobs([posting(salary({ minValue: 60_000, maxValue: 70_000 }))]);
    const pay = { minimum: 60_000, maximum: 70_000, currency: 'USD', unit: 'year', ...change };
    await edit({ pay });
    await importJobs([posting(salary({ minValue: 180_000, maxValue: 190_000 }))]);
    const { pay_minimum: minimum, pay_maximum: maximum, ...job } = await onlyJob();
    const { pay_currency: currency, pay_unit: unit } = job;
    expect({ minimum, maximum, currency, unit }).toEqual(pay);
    expect(job.salary).toBe('$60K - $70K');
  });

  test('a job keeps pay, workplace and hours as a person has set or cleared them', async () => {
    const ofSource = { workplaceType: 'Hybrid', ...salary({ minValue: 60_000, maxValue: 70_000 }) };
    await importJobs([posting(ofSource)]);
    await edit({ pay: null, workplace: 'remote', employment: 'part-time' });
    const outcome = await importJobs([posting({ ...ofSource, title: 'Changed' })]);
    expect(outcome?.counts).toMatchObject({ updated: 1 });
    expect(await onlyJob()).toMatchObject({
      title: 'Changed',
      pay_minimum: null,
      pay_unit: null,
      workplace: 'remote',
      employment: 'part-time',
    });
    await edit({ workplace: null });
    await importJobs([posting(ofSource)]);
    expect(await onlyJob()).toMatchObject({ workplace: null, employment: 'part-time' });
  });

  test('a job still gets pay, workplace and hours from its source if the edit only repeated them', async () => {
    await importJobs([
      posting({ workplaceType: 'Hybrid', ...salary({ minValue: 60_000, maxValue: 70_000 }) }),
    ]);
    const job = (await board.get(`/api/jobs/${(await onlyJob()).id}`)).body;
    await edit({ ...job, title: 'Master Loom Builder' });
    const changed = { workplaceType: 'Remote', employmentType: 'PartTime' };
    await importJobs([posting({ ...changed, ...salary({ minValue: 90_000, maxValue: 95_000 }) })]);
    expect(await onlyJob()).toMatchObject({
      title: 'Master Loom Builder',
      workplace: 'remote',
      employment: 'part-time',
      pay_minimum: 90_000,
    });
  });

  test('a job stays with the company to which a person has moved it', async () => {
    await importJobs([posting()]);
    const other = await createCompany(board.db, { name: 'Spindle Works' });
    await edit({ company: { id: other.id } });
    const outcome = await importJobs([posting({ title: 'Again' })]);
    expect(outcome).toMatchObject({ counts: { added: 0 }, skipped: [{ job: posting().id }] });
    expect(await board.db.$count(jobs)).toBe(1);
  });

  test('a job counts as edited only if an account has edited it', async () => {
    await importJobs([posting()]);
    await importJobs([posting({ title: 'Second' })]);
    await board.db.update(jobs).set({ title: 'From psql' });
    await importJobs([posting({ title: 'Third' })]);
    expect(await onlyJob()).toMatchObject({ title: 'Third' });
  });
});

describe('after a deletion by a person', () => {
  test('a job that a person deleted is not imported until it is restored', async () => {
    await importJobs([posting(), posting({ id: 'other' })]);
    const [job] = await board.db
      .select()
      .from(jobs)
      .where(eq(jobs.source_id, `${loom} other`));
    await remove(`/api/jobs/${job?.id}`);
    for (const title of ['Loom Builder', 'Changed']) {
      const outcome = await importJobs([posting(), posting({ id: 'other', title })]);
      expect(outcome).toMatchObject({
        counts: { added: 0, unchanged: 1, closed: 0 },
        skipped: [
          { job: `${loom} other`, reason: 'a person deleted it or moved it to another company' },
        ],
      });
    }
    await restoreDeleted(board.db, await lastDeletion('job'));
    const outcome = await importJobs([posting(), posting({ id: 'other', title: 'Changed' })]);
    expect(outcome).toMatchObject({ counts: { updated: 1 }, skipped: [] });
  });

  test('a company that a person deleted is not imported under any file name until it is restored', async () => {
    await importJobs(many(3));
    const [company] = await board.db.select().from(companies);
    await remove(`/api/companies/${company?.id}`);
    const event = await lastDeletion('company');
    for (const file of [`${loom}.json`, 'renamed.json']) {
      const outcome = await importJobs(many(3), file);
      expect(outcome).toMatchObject({
        counts: { added: 0, closed: 0 },
        note: `nothing was imported: a person deleted its company (event ${event}); \`npm run audit -- restore ${event}\` restores it`,
      });
    }
    expect(await board.db.$count(companies)).toBe(0);
    await restoreDeleted(board.db, event);
    expect((await importJobs(many(3)))?.counts).toMatchObject({ added: 0, unchanged: 3 });
  });
});

describe('a feed that lists only few of the open jobs', () => {
  const open = async () => (await board.get('/api/jobs')).body.total;

  test('a feed that lists few open jobs is refused without --force if it would close over five jobs and over a quarter of the open jobs', async () => {
    await importJobs(many(80));
    const outcome = await importJobs([posting({ id: 'job-0', title: 'Changed' })]);
    expect(outcome).toMatchObject({
      note: 'refused: it would close 79 of 80 open jobs; if it is complete, import it with --force',
    });
    expect(outcome?.counts).toBeUndefined();
    expect(await open()).toBe(80);
    expect(await board.db.$count(jobs, eq(jobs.title, 'Changed'))).toBe(0);

    expect((await importJobs(many(60)))?.counts).toMatchObject({ closed: 20 });
    expect((await importJobs(many(44)))?.note).toContain('it would close 16 of 60 open jobs');
    // New jobs in the feed do not raise the number that it may close.
    const replaced = [...many(44), ...many(100).map((job) => ({ ...job, id: `new-${job.id}` }))];
    expect((await importJobs(replaced))?.note).toContain('it would close 16 of 60 open jobs');
    const path = await write('Loom.json', JSON.stringify({ jobs: many(44) }));
    const [forced] = await importFiles(board.db, [path], undefined, { force: true });
    expect(forced?.counts).toMatchObject({ closed: 16 });
    expect(await open()).toBe(44);
  });

  test('a feed may close five jobs of a small company; if it is refused, other files are still imported', async () => {
    await importJobs(many(6));
    expect((await importJobs(many(1)))?.counts).toMatchObject({ closed: 5 });
    await importJobs(many(20));
    const cut = await write('Loom.json', JSON.stringify({ jobs: many(1) }));
    const other = posting({ jobUrl: 'https://jobs.example/other/1' });
    const good = await write('Other.json', JSON.stringify({ jobs: [other] }));
    const [refused, taken] = await importFiles(board.db, [cut, good]);
    expect([refused?.counts, taken?.counts?.added]).toEqual([undefined, 1]);
  });
});

describe('the company of a feed', () => {
  test('is found by the URL of its jobs under any file name', async () => {
    await importJobs(many(3));
    const outcome = await importJobs(many(4, { title: 'Changed' }), 'renamed.json');
    expect(outcome?.counts).toEqual({ added: 1, updated: 3, unchanged: 0, closed: 0 });
    const [company, another] = await board.db.select().from(companies);
    expect(company).toMatchObject({ name: loom, source_id: urlOf(loom) });
    expect(another).toBeUndefined();
    const shouted = many(4, { jobUrl: `${urlOf(loom).toUpperCase()}/7?utm=x` });
    expect((await importJobs(shouted, 'Third.json'))?.counts).toMatchObject({ added: 0 });
  });

  test('without URLs is found by its jobs, or else by the file name', async () => {
    await importJobs(many(3));
    const silent = many(3, { jobUrl: null });
    expect((await importJobs(silent, 'renamed.json'))?.counts).toMatchObject({ unchanged: 3 });
    const others = silent.map((job, n) => ({ ...job, id: `${loom} other-${n}` }));
    for (const added of [3, 0]) {
      expect((await importJobs(others, `Silent ${loom}.json`))?.counts).toMatchObject({ added });
    }
    expect(await board.db.$count(companies)).toBe(2);
  });

  test('is never guessed: a file with jobs of several job boards is refused', async () => {
    const other = posting({ id: 'other', jobUrl: 'https://jobs.example/other/1' });
    expect((await importJobs([posting(), other]))?.note).toBe(
      `refused: its jobs belong to several boards (${urlOf(loom)}, https://jobs.example/other)`,
    );
    expect(await board.db.$count(jobs)).toBe(0);
  });
});

test.skipIf(!REAL_FEEDS)(
  'imports of real feeds keep what people have changed (REAL_FEEDS)',
  async () => {
    const paths = await someRealFeeds();
    await importFiles(board.db, paths);
    const stored = await board.db.select().from(jobs);
    const [edited, deleted] = stored;
    const { id = '', type, location, salary: range = '', description, company_id } = edited ?? {};
    const body = {
      title: 'By hand',
      type,
      location,
      salary: range || '$60K - $70K',
      description,
      applyurl: 'https://hand.example',
    };
    const put = { ...body, company: { id: company_id } };
    expect(await board.ask('PUT', `/api/jobs/${id}`, { token, body: put })).toMatchObject({
      status: 200,
    });
    await remove(`/api/jobs/${deleted?.id}`);
    const before = await board.db.select().from(jobs).orderBy(jobs.id);
    for (const { counts } of await importFiles(board.db, paths)) {
      expect(counts).toMatchObject({ added: 0, updated: 0, closed: 0 });
    }
    expect(await board.db.select().from(jobs).orderBy(jobs.id)).toEqual(before);
  },
  120_000,
);
