import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { listJobs } from '../search/testing/list-jobs.ts';

const board = setUpTestBoard();

type Values = Parameters<typeof createJob>[1];

const DAY = 24 * 60 * 60 * 1_000;

let now: number;
let companies: string[];
let posted: number;

beforeEach(async () => {
  now = Date.now();
  posted = 0;
  companies = [];
  for (let n = 0; n < 12; n += 1) {
    companies.push((await createCompany(board.db, { name: `Maker of things ${n}` })).id);
  }
});

/** Posts each job for a different company, on the same day as the others. */
const post = (title: string, values: Values = {}) => {
  posted += 1;
  return createJob(board.db, {
    company_id: companies[posted % companies.length] ?? '',
    title,
    location: '',
    description: '',
    salary: '',
    date: new Date(now - posted),
    ...values,
  });
};

const list = (q: string, parameters: Record<string, string> = {}) =>
  listJobs(board, { q, mentions: 'true', ...parameters });

const find = async (q: string) => (await list(q)).results.map(({ title }) => title);

const daysAgo = (days: number) => new Date(now - days * DAY);

describe('relevance', () => {
  test('relevance puts an exact title of last month before longer titles of today', async () => {
    await post('Product Manager', { date: daysAgo(30) });
    await post('Product Marketing Manager');
    await post('Associate to the Product Line Manager');
    expect((await find('product manager'))[0]).toBe('Product Manager');
  });

  test('puts titles with adjacent words first, then titles with separate words, and last jobs with the words in other texts', async () => {
    await post('Data Entry for a Platform Engineer Team');
    await post('Data Engineer, Payments');
    await post('Writer', { description: 'You write for a data engineer.' });
    expect(await find('data engineer')).toEqual([
      'Data Engineer, Payments',
      'Data Entry for a Platform Engineer Team',
      'Writer',
    ]);
  });

  test.each([
    ['frontend developer', 'Front-End Developer'],
    ['swe', 'Software Engineer'],
    ['softwareentwickler', 'Software Engineer'],
    ['vp of sales', 'Vice President, Sales'],
    ['director of engineering', 'Director, Engineering'],
    ['pm', 'Product Manager'],
    ['pm', 'Project Manager'],
    ['c# developer', 'C# Developer'],
    ['sr. qa engineer', 'Senior QA Engineer'],
    ['vertriebsmitarbeiterin', 'Sales Representative'],
    ['Personalvermittler', 'Recruiter'],
    ['kundenservice', 'Customer Support'],
    ['commercial terrain', 'Vertriebsmitarbeiter (m/w/d)'],
    ['ingénieure données', 'Data Engineer'],
    ['ingeniera de datos', 'Data Engineer'],
    ['diseñadora de producto', 'Product Designer'],
    ['ingegnere del software', 'Software Engineer'],
    ['engenheira de software', 'Desarrollador/a de software'],
    ['カスタマーサクセス', 'Customer Success'],
    ['软件工程师', 'Software Engineer'],
    ['소프트웨어 엔지니어', 'シニアソフトウェアエンジニア'],
    ['busfahrer', 'Busfahrerin (w/m/d)'],
    ['fahrer', 'Busfahrer'],
  ])('a search for %s finds the title %s, which has the same meaning', async (q, title) => {
    await post('Gardener');
    await post(title);
    expect(await find(q)).toEqual([title]);
  });

  test('does not treat words with the same stem as the same title', async () => {
    await post('Account Strategist');
    await post('Accountant', { date: daysAgo(20) });
    await post('Designated Driver');
    await post('Designer', { date: daysAgo(20) });
    expect((await find('accountant'))[0]).toBe('Accountant');
    expect((await find('designer'))[0]).toBe('Designer');
  });

  test('puts jobs that require the searched skill before jobs that only mention it', async () => {
    await post('Builder', { description: 'Our customers like Kubernetes.' });
    await post('Keeper', { description: '## Requirements\n\n- K8s', date: daysAgo(5) });
    await post('Kubernetes Engineer', { date: daysAgo(9) });
    expect(await find('kubernetes')).toEqual(['Kubernetes Engineer', 'Keeper', 'Builder']);
  });

  test('puts related titles before texts that contain the words', async () => {
    await post('Bus Driver', { description: 'The product owner says hello.' });
    await post('Product Manager', { date: daysAgo(10) });
    expect(await find('product owner')).toEqual(['Product Manager', 'Bus Driver']);
  });

  test('a search also finds the role without the searched seniority or field, after jobs that have them', async () => {
    await post('Product Designer');
    await post('Accountant', { description: 'You work with a junior designer.' });
    expect(await find('junior designer')).toEqual(['Product Designer', 'Accountant']);
    await post('Product Manager');
    await post('Data Product Manager');
    expect(await find('data product manager')).toEqual(['Data Product Manager', 'Product Manager']);
  });

  test('ranks other forms of a word after the word itself and before other words', async () => {
    await post('Infrastructure Engineer');
    await post('Networking Engineer');
    await post('Network Engineer');
    expect(await find('network engineer')).toEqual([
      'Network Engineer',
      'Networking Engineer',
      'Infrastructure Engineer',
    ]);
  });

  test('a search finds leaders with another title, and developers for engineers of the same language', async () => {
    await post('Head of Finance');
    expect(await find('finance director')).toEqual(['Head of Finance']);
    await post('Rust Developer');
    expect(await find('rust engineer')).toEqual(['Rust Developer']);
  });

  test('puts leaders of the searched field before other professions in that field', async () => {
    await post('Procurement Counsel');
    await post('Head of Procurement');
    expect(await find('procurement')).toEqual(['Head of Procurement', 'Procurement Counsel']);
  });

  test('a search for a company and a role does not find another company’s jobs', async () => {
    const { id } = await createCompany(board.db, { name: 'Tacto' });
    await post('Account Executive', { company_id: id });
    await post('Sales Manager');
    expect(await find('tacto sales')).not.toContain('Sales Manager');
  });

  test('puts jobs with the searched seniority first', async () => {
    await post('Data Engineer Intern');
    await post('Senior Data Engineer');
    await post('Data Engineer');
    expect((await find('senior data engineer'))[0]).toBe('Senior Data Engineer');
    expect((await find('data engineer')).at(-1)).toBe('Data Engineer Intern');
    expect((await find('data engineer intern'))[0]).toBe('Data Engineer Intern');
  });

  test('puts the jobs of a company first if the search text is its name', async () => {
    const linear = (await createCompany(board.db, { name: 'Linear' })).id;
    await post('Linear Algebra Teacher');
    await post('Cook', { company_id: linear, date: daysAgo(40) });
    expect(await find('linear')).toEqual(['Cook', 'Linear Algebra Teacher']);
  });

  test('a search names the company if its name is among the words and one of its jobs is found', async () => {
    const { id } = await createCompany(board.db, { name: 'Linear' });
    await post('Platform Engineer', { company_id: id });
    await post('Platform Engineer');
    await post('Linear Algebra Teacher');
    expect((await list('linear engineer')).company).toMatchObject({ id, name: 'Linear', jobs: 1 });
    expect((await list('linear algebra')).company).toBeUndefined();
    expect((await list('platform engineer')).company).toBeUndefined();
  });

  test('a search shows at most three jobs of a company among any ten while other companies have equally good jobs', async () => {
    for (let n = 0; n < 9; n += 1) await post('Nurse', { company_id: companies[0] ?? '' });
    for (let n = 0; n < 9; n += 1) await post('Nurse', { date: daysAgo(3) });
    const { results } = await list('nurse');
    const ids = results.map(({ company }) => company.id);
    for (let start = 0; start + 10 <= 12; start += 1) {
      const own = ids.slice(start, start + 10).filter((id) => id === companies[0]);
      expect(own.length).toBeLessThanOrEqual(3);
    }
    expect(ids).toHaveLength(18);
    const named = await list('nurse', { company: companies[0] ?? '' });
    expect(named.results).toHaveLength(10);
  });
});

test('the pages of a long list show each job exactly once', async () => {
  for (let n = 0; n < 130; n += 1) {
    await post(n % 3 ? 'Weaver' : 'Senior Weaver of Ribbons', {
      company_id: companies[n % 4] ?? '',
      date: daysAgo(n / 10),
    });
  }
  const first = await list('weaver', { limit: '100' });
  const all = first.results.map(({ id }) => id);
  // The page ends with the last ranked job.
  const rest = await list('weaver', { limit: '100', cursor: first.next ?? '' });
  expect(new Set([...all, ...rest.results.map(({ id }) => id)]).size).toBe(130);
  const seen: string[] = [];
  let cursor = '';
  do {
    const { results, next } = await list('weaver', { limit: '20', ...(cursor && { cursor }) });
    seen.push(...results.map(({ id }) => id));
    cursor = next ?? '';
    await board.db.execute(sql`analyze job_search`);
  } while (cursor);
  expect(seen.slice(0, all.length)).toEqual(all);
  expect(new Set(seen).size).toBe(130);
  expect(seen).toHaveLength(130);
});

test('a site admin can see why the results are in this order', async () => {
  await post('Rust Engineer');
  await post('Painter', { description: 'Rust on old cars.' });
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  const token = await tokenFor(board.db, id);
  const { status, headers, body } = await board.ask(
    'GET',
    '/api/admin/ranking?q=rust&limit=5&mentions=true',
    {
      token,
    },
  );
  expect(status).toBe(200);
  expect(headers['cache-control']).toContain('no-store');
  expect(body.results).toMatchObject([
    { title: 'Rust Engineer', tier: 'title', features: { coverage: 1 } },
    { title: 'Painter', tier: 'skills', features: { coverage: 0 } },
  ]);
  expect(body.results[0].score).toBeGreaterThan(body.results[1].score);
  const empty = await board.ask('GET', '/api/admin/ranking?location=paris', { token });
  expect(empty.body.results).toEqual([]);
});
