import { describe, expect, test } from 'vitest';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const NIL_ID = '00000000-0000-0000-0000-000000000000';

const LISBON = {
  id: '2267057',
  locality: 'Lisbon',
  region: 'Lisbon',
  country: 'PT',
  latitude: 38.7167,
  longitude: -9.1333,
};

const board = setUpTestBoard();
const { get } = board;

const titles = ({ body }: Awaited<ReturnType<typeof get>>) =>
  body.results.map(({ title }: { title: string }) => title);

describe('GET /api/jobs', () => {
  test('lists open jobs with their company, newest first', async () => {
    const { db } = board;
    const company = await createCompany(db, { name: 'Loom', logo: 'https://loom.example/l.png' });
    const company_id = company.id;
    await createJob(db, { company_id, title: 'Older', date: new Date('2026-01-01T00:00:00Z') });
    const newer = await createJob(db, {
      company_id,
      title: 'Newer',
      date: new Date('2026-01-02T00:00:00Z'),
    });
    await createJob(db, { company_id, title: 'Closed', closed_at: new Date() });

    const reply = await get('/api/jobs');

    expect(reply.status).toBe(200);
    expect(titles(reply)).toEqual(['Newer', 'Older']);
    expect(reply.body.total).toBe(2);
    expect(reply.body).not.toHaveProperty('next');
    expect(reply.body.results[0]).toEqual({
      id: newer.id,
      title: 'Newer',
      type: 'Full-Time',
      location: 'Lisbon',
      description: 'You will make things.',
      truncated: false,
      salary: '$60K - $70K',
      places: [LISBON],
      workplace: null,
      employment: 'full-time',
      level: null,
      eligibility: null,
      pay: null,
      skills: [],
      date: '2026-01-02T00:00:00.000Z',
      updated: newer.updated_at.toISOString(),
      companyid: company.id,
      company: { id: company.id, name: 'Loom', logo: 'https://loom.example/l.png' },
    });
  });

  test('returns an empty list on an empty board', async () => {
    expect((await get('/api/jobs')).body).toEqual({ results: [], total: 0 });
  });

  test.each([
    ['salary', { salary: '$200K-$300K' }, '$200K-$300K'],
    ['type', { type: 'Contract' }, 'Contract'],
  ] as const)(
    'returns for the filter %s only jobs with exactly that value',
    async (name, values, value) => {
      await createJob(board.db, { title: 'Included', ...values });
      await createJob(board.db, { title: 'Other' });

      const reply = await get(`/api/jobs?${new URLSearchParams({ [name]: value })}`);

      expect(titles(reply)).toEqual(['Included']);
      expect(reply.body.total).toBe(1);
    },
  );

  test('filters by company and combines filters', async () => {
    const company = await createCompany(board.db, { name: 'Loom' });
    await createJob(board.db, { title: 'Included', company_id: company.id, type: 'Internship' });
    await createJob(board.db, { title: 'Other type', company_id: company.id });
    await createJob(board.db, { title: 'Other company', type: 'Internship' });

    const query = new URLSearchParams({ company: company.id, type: 'Internship' });
    expect(titles(await get(`/api/jobs?${query}`))).toEqual(['Included']);
  });

  test('finds jobs with any of several types and companies, and ignores repeated and unknown values', async () => {
    const [one, two, three] = [
      await createCompany(board.db),
      await createCompany(board.db),
      await createCompany(board.db),
    ] as const;
    await createJob(board.db, { title: 'A', type: 'Contract', company_id: one.id });
    await createJob(board.db, { title: 'B', type: 'Remote', company_id: two.id });
    await createJob(board.db, { title: 'C', type: 'Internship', company_id: two.id });
    await createJob(board.db, { title: 'D', type: 'Remote', company_id: three.id });
    const find = async (query: string) => titles(await get(`/api/jobs?${query}`)).sort();
    expect(await find('type=Contract&type=Internship')).toEqual(['A', 'C']);
    expect(await find('type=Contract&type=Contract&type=')).toEqual(['A']);
    expect(await find('type=Contract&type=nope&type=%27 | %27')).toEqual(['A']);
    expect(await find(`company=${one.id}&company=${two.id.toUpperCase()}`)).toEqual([
      ...['A', 'B', 'C'],
    ]);
    expect(await find(`company=${one.id}&company=nope`)).toEqual(['A']);
    expect(await find(`type=Remote&type=Contract&company=${one.id}&company=${three.id}`)).toEqual([
      ...['A', 'D'],
    ]);
    expect(await find('q=-maker&type=Remote&type=Contract&sort=salary')).toEqual(['A', 'B', 'D']);
    expect(await find('type=nope&type=neither')).toEqual([]);
    const { counts } = (await get('/api/jobs?type=Contract&type=Internship&counts=true')).body;
    expect(counts.total).toBe(2);
    expect(counts.type).toContainEqual({ value: 'Remote', jobs: 2 });
  });

  test.each([
    'salary=%2450k - %2460k',
    'salary=50000',
    'type=full-time',
    'company=nope',
    'company=00000000-0000-0000-0000-000000000000',
    "company=' or 1=1 --",
  ])('finds nothing for an unknown filter value: %s', async (query) => {
    await createJob(board.db);
    expect((await get(`/api/jobs?${query}`)).body).toEqual({ results: [], total: 0 });
  });

  test('ignores an empty filter and an unknown parameter', async () => {
    await createJob(board.db);
    const reply = await get(
      '/api/jobs?salary=&type=&company=&colour=red&colour=blue&constructor=x',
    );
    expect(reply.body.total).toBe(1);
  });

  test.each([
    'type=Contract%00',
    'company=%00',
    'q=%00',
    'location=a%00',
    `q=${'x'.repeat(501)}`,
    `company=${'x'.repeat(5_000)}`,
    'q=a&q=b',
    '__proto__=x',
    '__proto__[limit]=1&__proto__=1',
  ])('refuses an impossible value: %s', async (query) => {
    const { status, type } = await get(`/api/jobs?${query}`);
    expect(status).toBe(400);
    expect(type).toContain('application/problem+json');
  });

  test('lists every job exactly once across the pages, even if jobs are added meanwhile', async () => {
    const company_id = (await createCompany(board.db)).id;
    const date = new Date('2026-01-01T00:00:00Z');
    for (let n = 0; n < 7; n += 1) {
      // Several jobs have the same date, so their ids decide the order.
      await createJob(board.db, { company_id, date: n < 4 ? date : new Date(date.getTime() + n) });
    }
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const cursor = next ? `&cursor=${next}` : '';
      const { body } = await get(`/api/jobs?limit=2${cursor}`);
      seen.push(...body.results.map(({ id }: { id: string }) => id));
      next = body.next;
      await createJob(board.db, { company_id, date: new Date('2026-02-01T00:00:00Z') });
    } while (next);
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  });

  test('has no `next` on the last page', async () => {
    await createJob(board.db);
    await createJob(board.db);
    expect((await get('/api/jobs?limit=2')).body).not.toHaveProperty('next');
  });

  test('returns 24 jobs by default', async () => {
    const company_id = (await createCompany(board.db)).id;
    for (let n = 0; n < 25; n += 1) await createJob(board.db, { company_id });
    const { body } = await get('/api/jobs');
    expect(body.results).toHaveLength(JOBS_PER_PAGE.default);
    expect(body.total).toBe(25);
    expect(body.next).toEqual(expect.any(String));
  });

  test('description=summary returns the first 90 characters of the plain text', async () => {
    await createJob(board.db, { title: 'Long', description: `**Bold** ${'x'.repeat(100)}` });
    const { body } = await get('/api/jobs?description=summary');
    expect(body.results[0]).toMatchObject({
      description: `Bold ${'x'.repeat(85)}`,
      truncated: true,
    });
    expect(body.results[0]).not.toHaveProperty('updated');
  });

  test('description=html returns the whole description as safe HTML', async () => {
    const updated_at = new Date('2026-03-01T00:00:00Z');
    await createJob(board.db, { description: `**Bold** <b>${'x'.repeat(100)}`, updated_at });
    const { body } = await get('/api/jobs?description=html&q=bold&mentions=true');
    expect(body.results[0]).toMatchObject({
      description: `<p><strong>Bold</strong> &lt;b&gt;${'x'.repeat(100)}</p>\n`,
      truncated: false,
      updated: '2026-03-01T00:00:00.000Z',
    });
    expect(body.results[0]).not.toHaveProperty('highlights');
  });

  const repeated = (name: string, times: number) =>
    Array.from({ length: times }, (_, number) => `${name}=${number}`).join('&');
  const limitMessage = 'must be a whole number from 1 to 100';
  test.each([
    ['limit=0', 'limit', limitMessage],
    ['limit=101', 'limit', limitMessage],
    ['limit=-1', 'limit', limitMessage],
    ['limit=1.5', 'limit', limitMessage],
    ['limit=1e309', 'limit', limitMessage],
    ['limit=0x10', 'limit', limitMessage],
    ['limit=%2010', 'limit', limitMessage],
    ['limit=', 'limit', limitMessage],
    ['limit=10&limit=10', 'limit', limitMessage],
    [repeated('type', 11), 'type', 'must have at most 10 values'],
    [repeated('company', 11), 'company', 'must have at most 10 values'],
    [`type=a&type=${'x'.repeat(501)}`, 'type', 'must be at most 500 characters'],
    ['salary=a&salary=a', 'salary', 'must be sent at most once'],
    ['cursor=a&cursor=b', 'cursor', 'must be sent at most once'],
    ['cursor=nonsense', 'cursor', 'must be a cursor of this list'],
    [`cursor=${'A'.repeat(5_000)}`, 'cursor', 'must be a cursor of this list'],
    [`cursor=${cursorOf(['2026-01-01T00:00:00.000Z', "' or 1=1"])}`, 'cursor', expect.any(String)],
    [`cursor=${cursorOf(['Ada', NIL_ID])}`, 'cursor', expect.any(String)],
    [`cursor=${cursorOf(['2026-02-30T00:00:00.000Z', NIL_ID])}`, 'cursor', expect.any(String)],
    [`cursor=${cursorOf(['0000-01-01T00:00:00.000Z', NIL_ID])}`, 'cursor', expect.any(String)],
    [`cursor=${cursorOf(['+012026-01-01T00:00:00.000Z', NIL_ID])}`, 'cursor', expect.any(String)],
    [`cursor=${cursorOf(['2026-01-01', NIL_ID])}`, 'cursor', expect.any(String)],
    ['description=haiku', 'description', expect.any(String)],
  ])('refuses %s with a 400 that names the parameter', async (query, path, message) => {
    const { status, type, body } = await get(`/api/jobs?${query}`);
    expect(status).toBe(400);
    expect(type).toContain('application/problem+json');
    expect(body).toMatchObject({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      errors: [{ path, message }],
    });
  });
});

function cursorOf(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

describe('GET /api/jobs/:id', () => {
  test('returns the whole job with its company', async () => {
    const company = await createCompany(board.db, {
      name: 'Loom',
      website: 'https://loom.example',
    });
    const job = await createJob(board.db, {
      company_id: company.id,
      description: 'Make **things**',
      pay_minimum: 60_000,
      pay_maximum: 70_000,
      pay_currency: 'USD',
      pay_unit: 'year',
    });
    const { status, body } = await get(`/api/jobs/${job.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: job.id,
      title: 'Maker',
      type: 'Full-Time',
      location: 'Lisbon',
      moreplaces: '',
      description: 'Make **things**',
      salary: '$60K - $70K',
      pay: { minimum: 60_000, maximum: 70_000, currency: 'USD', unit: 'year', source: 'field' },
      applyurl: 'https://ada.example/apply',
      applyemail: '',
      validthrough: '',
      closesat: null,
      places: [LISBON],
      workplace: null,
      employment: 'full-time',
      level: null,
      visa: false,
      skills: [],
      stated: ['salary'],
      eligibility: null,
      opento: [],
      date: job.date.toISOString(),
      company: {
        id: company.id,
        name: 'Loom',
        description: 'We make things.',
        website: 'https://loom.example',
        logo: '',
      },
    });
  });

  test('renders the description if requested', async () => {
    const { id } = await createJob(board.db, { description: 'Make **things** <script>x</script>' });
    expect((await get(`/api/jobs/${id}?description=html`)).body.description).toBe(
      '<p>Make <strong>things</strong> &lt;script&gt;x&lt;/script&gt;</p>\n',
    );
    expect((await get(`/api/jobs/${id}?description=text`)).body.description).toBe(
      'Make things <script>x</script>',
    );
    expect((await get(`/api/jobs/${id}?description=poem`)).status).toBe(400);
  });

  test.each([
    'nope',
    '00000000-0000-0000-0000-000000000000',
    '%00',
    '..%2Fjobs',
    'a'.repeat(5_000),
  ])('returns 404 for an unknown id: %s', async (id) => {
    const { status, type, body } = await get(`/api/jobs/${id}`);
    expect(status).toBe(404);
    expect(type).toContain('application/problem+json');
    expect(body.detail).toMatch(/^There is no such /);
  });
});
