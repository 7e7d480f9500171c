import { describe, expect, test } from 'vitest';
import { describeCompany, describeJob } from '#server/content/markdown/summary.ts';
import { jobs } from '#server/db/schema.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { type Found, listOf, readPostings } from './testing/posting-of-page.ts';

const board = setUpTestBoard();

type JobValues = Partial<typeof jobs.$inferInsert>;

/** Returns the JobPosting on the page of a job with these values. */
async function postingOf(values: JobValues = {}) {
  const { id } = await createJob(board.db, { location: 'Lisbon, Portugal', ...values });
  const { body } = await board.app.inject({ url: `/jobs/${id}` });
  const { postings, errors } = await readPostings(body);
  expect(postings).toHaveLength(1);
  const [posting] = postings;
  if (!posting) throw new Error('the page has no posting');
  return { id, posting, errors };
}

const PAY = { pay_minimum: 60_000, pay_maximum: 70_000, pay_currency: 'EUR', pay_unit: 'month' };

test.each([
  [{ pay_minimum: 60_000, pay_maximum: null }, { minValue: 60_000 }],
  [{ pay_minimum: null, pay_maximum: 70_000 }, { maxValue: 70_000 }],
  [{ pay_minimum: 0, pay_maximum: 70_000 }, { maxValue: 70_000 }],
])('the pay %j has only the stated bound', async (bounds, value) => {
  const { posting, errors } = await postingOf({ ...PAY, ...bounds } as JobValues);
  expect(errors).toEqual([]);
  expect(posting.baseSalary?.value).toEqual({
    '@type': 'QuantitativeValue',
    ...value,
    unitText: 'MONTH',
  });
});

test.each([
  ['Los Angeles, CA', '2126-12-31T23:59:59.999-08:00'],
  ['Los Angeles, CA', '2126-07-31T23:59:59.999-07:00'],
  ["St. John's, Newfoundland and Labrador", '2126-12-31T23:59:59.999-03:30'],
  ['Auckland', '2126-12-31T23:59:59.999+13:00'],
  ['Kathmandu', '2126-12-31T23:59:59.999+05:45'],
  ['Lisbon', '2126-12-31T23:59:59.999Z'],
])('a job in %s closes at %s, which names its closing date', async (location, end) => {
  const { posting, errors } = await postingOf({ location, validthrough: end.slice(0, 10) });
  expect(errors).toEqual([]);
  expect(posting.validThrough).toBe(end);
});

test('a complete job has every property that Google requires or recommends', async () => {
  const company = await createCompany(board.db, { name: 'Loom & Sons', logo: '/uploads/x.webp' });
  const { id, posting, errors } = await postingOf({
    company_id: company.id,
    title: 'Weaver </script><script>alert(1)</script>',
    ...describeJob('You will **weave** <b>things</b>.'),
    date: new Date('2026-01-02T03:04:05.678Z'),
    validthrough: '2126-12-31',
    ...(PAY as JobValues),
  });
  expect(errors).toEqual([]);
  expect(posting).toEqual({
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: 'Weaver </script><script>alert(1)</script>',
    description: '<p>You will <strong>weave</strong> &lt;b&gt;things&lt;/b&gt;.</p>\n',
    datePosted: '2026-01-02T03:04:05.678Z',
    validThrough: '2126-12-31T23:59:59.999Z',
    employmentType: 'FULL_TIME',
    hiringOrganization: {
      '@type': 'Organization',
      name: 'Loom & Sons',
      sameAs: 'https://ada.example',
      logo: 'http://localhost:3000/uploads/x.webp',
    },
    identifier: { '@type': 'PropertyValue', name: 'Loom & Sons', value: id },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: 'Lisbon',
        addressRegion: 'Lisbon',
        addressCountry: 'PT',
      },
    },
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: 'EUR',
      value: {
        '@type': 'QuantitativeValue',
        minValue: 60_000,
        maxValue: 70_000,
        unitText: 'MONTH',
      },
    },
    directApply: false,
  });
});

test('properties without a known value are left out', async () => {
  const company = await createCompany(board.db, { website: '', ...describeCompany('') });
  const { posting } = await postingOf({
    company_id: company.id,
    salary: '',
    description: '',
    summary: '',
  });
  expect(Object.keys(posting).sort()).toEqual([
    '@context',
    '@type',
    'datePosted',
    'directApply',
    'employmentType',
    'hiringOrganization',
    'identifier',
    'jobLocation',
    'title',
  ]);
  expect(Object.keys(posting.hiringOrganization ?? {})).toEqual(['@type', 'name']);
});

test('a JobPosting lists the skills that the job names', async () => {
  const { posting } = await postingOf({ title: 'Rust Engineer', description: 'You know k8s.' });
  expect(posting.skills).toEqual(['Rust', 'Kubernetes']);
});

test.each([
  ['Full-Time', 'FULL_TIME'],
  ['Part-Time', 'PART_TIME'],
  ['Contract', 'CONTRACTOR'],
  ['Internship', 'INTERN'],
  ['Remote', undefined],
] as const)('the job type %s becomes the employment type %s', async (type, employmentType) => {
  expect((await postingOf({ type })).posting.employmentType).toBe(employmentType);
});

test.each([
  ['Under $50K', { maxValue: 50_000 }],
  ['$50K - $60K', { minValue: 50_000, maxValue: 60_000 }],
  ['$200K-$300K', { minValue: 200_000, maxValue: 300_000 }],
  ['Over $300K', { minValue: 300_000 }],
] as const)('the salary range %s becomes %j dollars per year', async (salary, bounds) => {
  const { posting, errors } = await postingOf({ salary });
  expect(errors).toEqual([]);
  expect(posting.baseSalary).toEqual({
    '@type': 'MonetaryAmount',
    currency: 'USD',
    value: { '@type': 'QuantitativeValue', ...bounds, unitText: 'YEAR' },
  });
});

describe('the location', () => {
  const namesOf = (areas: Found | undefined) =>
    listOf(areas).map(({ '@type': type, name }) => `${type}: ${name}`);

  test.each<[JobValues, string[]]>([
    [
      { type: 'Remote', location: 'Remote (United States | Canada)' },
      ['Country: Canada', 'Country: United States'],
    ],
    [{ type: 'Contract', location: 'Remote - Portugal' }, ['Country: Portugal']],
    [
      { type: 'Remote', location: 'Remote (TX or FL)' },
      ['State: Florida, United States', 'State: Texas, United States'],
    ],
  ])('of a remote job is where people may work: %j gives %j', async (values, names) => {
    const { posting, errors } = await postingOf(values);
    expect(errors).toEqual([]);
    expect(posting.jobLocationType).toBe('TELECOMMUTE');
    expect(posting).not.toHaveProperty('jobLocation');
    expect(namesOf(posting.applicantLocationRequirements).sort()).toEqual(names);
    expect(Array.isArray(posting.applicantLocationRequirements)).toBe(names.length > 1);
  });

  test('of a job that people may do from anywhere is every country', async () => {
    const { posting } = await postingOf({ type: 'Remote', location: 'Remote (Global)' });
    const names = namesOf(posting.applicantLocationRequirements);
    expect(names).toContain('Country: Portugal');
    expect(names.length).toBeGreaterThan(240);
  });

  test('of a remote job is its places if nobody says who may apply', async () => {
    const { posting, errors } = await postingOf({
      type: 'Remote',
      location: 'Lisbon',
      more_places: 'Madrid, Spain',
    });
    expect(errors).toEqual([]);
    expect(posting).not.toHaveProperty('jobLocationType');
    expect(posting.jobLocation).toMatchObject([
      { address: { addressCountry: 'PT' } },
      { address: { addressCountry: 'ES' } },
    ]);
  });

  test('is required: the page of a job without a known place has no JobPosting', async () => {
    for (const values of [
      { type: 'Remote', location: 'Remote' } as const,
      { location: 'Kiosk 7', title: 'Cook' },
    ]) {
      const { id } = await createJob(board.db, values);
      expect((await board.app.inject({ url: `/jobs/${id}` })).body).not.toContain('ld+json');
    }
  });

  test('a JobPosting has only the places whose country is certain', async () => {
    const { posting, errors } = await postingOf({
      location: 'Paris; Kiosk 7; United Kingdom or Ireland',
    });
    expect(errors).toEqual([]);
    const places = posting.jobLocation as unknown as { address: { addressCountry: string } }[];
    expect(places.map(({ address }) => address.addressCountry)).toEqual(['FR', 'GB', 'IE']);
  });
});

test('only the page of an open job has a JobPosting', async () => {
  const { id, company_id } = await createJob(board.db);
  const closed = await createJob(board.db, { company_id, closed_at: new Date() });
  for (const url of [
    '/',
    '/jobs',
    '/companies',
    `/companies/${company_id}`,
    `/jobs/${closed.id}`,
  ]) {
    expect((await board.app.inject({ url })).body).not.toContain('ld+json');
  }
  expect((await board.app.inject({ url: `/jobs/${id}` })).body).toContain('ld+json');
});

describe('GET /api/jobs/:id/posting-issues', () => {
  const issuesOf = async (id: string, token?: string) =>
    board.ask('GET', `/api/jobs/${id}/posting-issues`, token === undefined ? {} : { token });
  const admin = async () =>
    tokenFor(board.db, (await createAccount(board.db, { role: 'siteadmin' })).id);

  test('names the properties that a job lacks for Google, and how to add them', async () => {
    const company = await createCompany(board.db, { website: '' });
    const { id } = await createJob(board.db, {
      company_id: company.id,
      location: 'Kiosk 7',
      salary: '',
      description: '',
    });
    const { status, body } = await issuesOf(id, await admin());
    expect(status).toBe(200);
    const properties = (required: boolean) =>
      body.results
        .filter((issue: { required: boolean }) => issue.required === required)
        .map(({ property }: { property: string }) => property);
    expect(properties(true)).toEqual(['description', 'addressCountry']);
    expect(properties(false)).toEqual(['baseSalary', 'validThrough', 'logo', 'sameAs']);
  });

  test('lists nothing if a job lacks nothing for Google', async () => {
    const company = await createCompany(board.db, { logo: 'https://ada.example/logo.png' });
    const { id } = await createJob(board.db, {
      company_id: company.id,
      location: 'Porto, Portugal',
      validthrough: '2126-12-31',
    });
    expect((await issuesOf(id, await admin())).body).toEqual({ results: [] });
  });

  test('asks for the countries from which people may do a remote job', async () => {
    const token = await admin();
    for (const [location, required] of [
      ['Remote', true],
      ['Lisbon', false],
    ] as const) {
      const { id } = await createJob(board.db, { type: 'Remote', location });
      const { results } = (await issuesOf(id, token)).body;
      expect(results).toContainEqual(
        expect.objectContaining({ property: 'applicantLocationRequirements', required }),
      );
      expect(JSON.stringify(results)).toContain('employmentType');
    }
  });

  test('lists the properties that a job lacks only for people who may edit it', async () => {
    const { id, company_id } = await createJob(board.db);
    const tokenOf = async (values: Parameters<typeof createAccount>[1]) =>
      tokenFor(board.db, (await createAccount(board.db, values)).id);
    expect((await issuesOf(id)).status).toBe(401);
    expect((await issuesOf(id, await tokenOf({}))).status).toBe(403);
    expect((await issuesOf(id, await tokenOf({ role: 'companyadmin' }))).status).toBe(403);
    expect((await issuesOf(id, await tokenOf({ role: 'companyadmin', company_id }))).status).toBe(
      200,
    );
    expect((await issuesOf('nonsense', await admin())).status).toBe(404);
    await board.db.update(jobs).set({ closed_at: new Date() });
    expect((await issuesOf(id, await admin())).status).toBe(410);
  });
});
