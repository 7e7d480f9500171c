import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { companies, jobs } from '#server/db/schema.ts';
import { search_suggestions } from '#server/db/search-tables.ts';
import type { SearchSuggestions } from '#shared/contract/job-responses.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { refreshSuggestions } from '../search/suggestions/refresh-suggestions.ts';

const board = setUpTestBoard();

async function suggest(q?: string): Promise<SearchSuggestions> {
  const query = new URLSearchParams(q === undefined ? {} : { q });
  const { status, body } = await board.get(`/api/jobs/suggestions?${query}`);
  expect([q, status]).toEqual([q, 200]);
  return body;
}

const NONE: SearchSuggestions = { titles: [], skills: [], companies: [], places: [] };

type Values = Parameters<typeof createJob>[1];

/** Posts jobs of one company and refreshes the suggestions. */
async function post(...values: NonNullable<Values>[]) {
  const { id: company_id } = await createCompany(board.db);
  const posted: Awaited<ReturnType<typeof createJob>>[] = [];
  for (const each of values) posted.push(await createJob(board.db, { company_id, ...each }));
  await refreshSuggestions(board.db);
  return posted;
}

beforeEach(async () => {
  await board.db.delete(search_suggestions);
});

test('suggests common job titles with their number of jobs, the most frequent first', async () => {
  await post(
    { title: 'Senior Software Engineer' },
    { title: 'Software Engineer II' },
    { title: 'Software Engineer - Berlin' },
    { title: 'Engineering Manager' },
    { title: 'Engineering Manager (m/f/d)' },
    { title: 'Engineer of nothing else' },
  );
  expect((await suggest('eng')).titles).toEqual([
    { title: 'Software Engineer', jobs: 3 },
    { title: 'Engineering Manager', jobs: 2 },
  ]);
});

test.each([
  ['software eng', ['Software Engineer']],
  ['SOFTWARE ENG', ['Software Engineer']],
  ['  software   engineer ', ['Software Engineer']],
  ['engineer', ['Software Engineer']],
  ['swe', ['Software Engineer']],
  ['Softwareentwickler', ['Software Engineer']],
  ['ngineer', []],
  ['software xeng', []],
  ['chargee', ['Chargée de clientèle']],
  ['clientèle', ['Chargée de clientèle']],
  ['front-e', ['Front-End Designer']],
  ['front end d', ['Front-End Designer']],
  ['c++', ['C++ Tamer']],
])('the typed text %j suggests the titles %j', async (q, titles) => {
  await post(
    ...['Software Engineer', 'Chargée de clientèle', 'Front-End Designer', 'C++ Tamer'].flatMap(
      (title) => [{ title }, { title }],
    ),
  );
  expect((await suggest(q)).titles.map(({ title }) => title)).toEqual(titles);
});

test.each([
  ['no text', undefined],
  ['an empty text', ''],
  ['spaces', '   '],
])('%s suggests the most frequent titles, skills and cities', async (_name, q) => {
  await post(
    {
      title: 'Weaver',
      location: 'Porto',
      description: '## Requirements\n\n- You know Kubernetes.',
    },
    {
      title: 'Weaver',
      location: 'Porto',
      description: '## Requirements\n\n- You know Kubernetes.',
    },
    { title: 'Dyer', location: 'Lisbon, Portugal' },
    { title: 'Dyer', location: 'Porto' },
    { title: 'Dyer', location: 'Porto' },
  );
  const { titles, skills, companies, places } = await suggest(q);
  expect(titles).toEqual([
    { title: 'Dyer', jobs: 3 },
    { title: 'Weaver', jobs: 2 },
  ]);
  expect(skills).toEqual([{ skill: 'Kubernetes', jobs: 2 }]);
  expect(companies).toEqual([]);
  expect(places).toEqual([
    { place: 'Porto, Portugal', jobs: 4 },
    { place: 'Lisbon, Portugal', jobs: 1 },
  ]);
});

test('the label of a title is its most frequent spelling', async () => {
  await post(
    { title: 'DATA ANALYST' },
    { title: 'Data Analyst' },
    { title: 'Data Analyst, Growth' },
  );
  expect((await suggest('data an')).titles).toEqual([{ title: 'Data Analyst', jobs: 3 }]);
});

test('suggests a skill for any of its spellings, labelled with the most common one', async () => {
  await post(
    { title: 'Weaver', description: '## Requirements\n\n- You know Kubernetes and PostgreSQL.' },
    {
      title: 'Dyer',
      description: '## Requirements\n\n- You like kubernetes, K8s and SQL. We use Kubernetes.',
    },
    { title: 'Excellent cook', description: '## Requirements\n\n- An excellent kitchen.' },
  );
  expect((await suggest('k8s')).skills).toEqual([{ skill: 'Kubernetes', jobs: 2 }]);
  expect((await suggest('kuber')).skills).toEqual([{ skill: 'Kubernetes', jobs: 2 }]);
  expect((await suggest('postgr')).skills).toEqual([{ skill: 'PostgreSQL', jobs: 1 }]);
  expect((await suggest('structured')).skills).toEqual([{ skill: 'SQL', jobs: 1 }]);
  expect((await suggest('excel')).skills).toEqual([]);
});

test('suggests companies with open jobs by any word of their names', async () => {
  const { id: company_id } = await createCompany(board.db, { name: 'Müller & Söhne' });
  await createCompany(board.db, { name: 'Müller without jobs' });
  await createJob(board.db, { company_id });
  for (const q of ['söh', 'SOHNE', 'müller', 'muller & s']) {
    expect([q, (await suggest(q)).companies]).toEqual([
      q,
      [{ id: company_id, name: 'Müller & Söhne', jobs: 1 }],
    ]);
  }
});

test('suggests the largest of very many companies', async () => {
  const names = Array.from({ length: 400 }, (_, number) => `Vast Works ${number}`);
  await board.db.insert(companies).values(names.map((name) => ({ id: uuidv7(), name })));
  const rows = await board.db.select().from(companies);
  const [small, large, renamed, closed] = rows;
  const counts: [typeof small, number][] = [
    [small, 1],
    [large, 2],
    [renamed, 3],
    [closed, 1],
  ];
  for (const [company, jobs] of counts) {
    for (let job = 0; job < jobs; job += 1)
      await createJob(board.db, { company_id: company?.id ?? '' });
  }
  await refreshSuggestions(board.db);
  await board.db
    .update(companies)
    .set({ name: 'Other' })
    .where(eq(companies.id, renamed?.id ?? ''));
  await board.db
    .update(jobs)
    .set({ closed_at: new Date() })
    .where(eq(jobs.company_id, closed?.id ?? ''));
  expect((await suggest('vast w')).companies).toEqual([
    { id: large?.id, name: large?.name, jobs: 2 },
    { id: small?.id, name: small?.name, jobs: 1 },
  ]);
});

test('suggests places by their names in any language', async () => {
  await post({ location: 'Munich, Germany' }, { location: 'München' });
  for (const q of ['munich', 'münchen', 'MUNCHEN', 'muni']) {
    expect([q, (await suggest(q)).places]).toEqual([q, [{ place: 'Munich, Germany', jobs: 2 }]]);
  }
});

test('an exactly typed word comes before a longer one', async () => {
  await post(
    ...[
      'Salesforce Admin',
      'Salesforce Admin',
      'Salesforce Admin',
      'Sales Trainer',
      'Sales Trainer',
    ].map((title) => ({ title })),
  );
  expect((await suggest('sales')).titles.map(({ title }) => title)).toEqual([
    'Sales Trainer',
    'Salesforce Admin',
  ]);
  expect((await suggest('sale')).titles.map(({ title }) => title)).toEqual([
    'Salesforce Admin',
    'Sales Trainer',
  ]);
});

test('titles that contain the typed words come before those of which another spelling does', async () => {
  const titled = (count: number, title: string) => Array.from({ length: count }, () => ({ title }));
  await post(
    ...titled(4, 'Engineering Manager'),
    ...titled(2, 'Software Tester'),
    ...titled(3, 'Embedded Software Writer'),
  );
  expect((await suggest('software')).titles.map(({ title }) => title)).toEqual([
    'Embedded Software Writer',
    'Software Tester',
    'Engineering Manager',
  ]);
});

test('a frequent title with a longer word comes before a rare one with the typed word', async () => {
  const titled = (count: number, title: string) => Array.from({ length: count }, () => ({ title }));
  await post(...titled(2, 'Design Engineer'), ...titled(11, 'Product Designer'));
  expect((await suggest('design')).titles.map(({ title }) => title)).toEqual([
    'Product Designer',
    'Design Engineer',
  ]);
});

test('a skill is suggested by another spelling only if no skill has the typed words', async () => {
  await post({
    title: 'Weaver',
    description: '## Requirements\n\n- You give product demos and do product design.',
  });
  expect((await suggest('product d')).skills.map(({ skill }) => skill)).toEqual(['Product design']);
  expect((await suggest('product demo')).skills.map(({ skill }) => skill)).toEqual([
    'Sales presentations',
  ]);
});

test('the beginnings of words in any order suggest a title if nothing else does', async () => {
  await post({ title: 'Product Designer' }, { title: 'Product Designer' });
  for (const q of ['prod designer', 'designer prod']) {
    expect([q, (await suggest(q)).titles]).toEqual([q, [{ title: 'Product Designer', jobs: 2 }]]);
  }
});

test('suggests at most ten titles, skills, companies and places in total, some of each kind', async () => {
  const colors = ['Amber', 'Black', 'Copper', 'Dun', 'Emerald', 'Fawn'];
  for (const color of colors) {
    const { id: company_id } = await createCompany(board.db, { name: `${color} Salt` });
    const value = {
      company_id,
      title: `${color} Salter`,
      location: 'Salzburg; Salford; Salta; Salem',
    };
    await createJob(board.db, value);
    await createJob(board.db, {
      ...value,
      description: '## Requirements\n\n- Salesforce.com, SAP and sales forces',
    });
  }
  await refreshSuggestions(board.db);
  const { titles, skills, companies, places } = await suggest('sal');
  expect([titles, skills, companies, places].map(({ length }) => length)).toEqual([5, 1, 2, 2]);
});

test('suggests neither a closed job’s title nor its company or place', async () => {
  const [first, second] = await post(
    { title: 'Quillwright', location: 'Oslo' },
    { title: 'Senior Quillwright', location: 'Oslo' },
  );
  const { name } = (await board.db.select().from(companies))[0] ?? { name: '' };
  const found = async () => {
    const [title, company, place] = [
      await suggest('quill'),
      await suggest(name),
      await suggest('oslo'),
    ];
    return [title.titles.length, company.companies.length, place.places.length];
  };
  expect(await found()).toEqual([1, 1, 1]);
  const close = (id = '') =>
    board.db.update(jobs).set({ closed_at: new Date() }).where(eq(jobs.id, id));
  await close(first?.id);
  expect(await found()).toEqual([1, 1, 1]);
  await close(second?.id);
  expect(await found()).toEqual([0, 0, 0]);
  await refreshSuggestions(board.db);
  expect(await board.db.$count(search_suggestions)).toBe(0);
});

test('does not suggest a title that no open job has now', async () => {
  const [first, second] = await post({ title: 'Sercet agent' }, { title: 'Sercet agent' });
  const rename = (id = '') =>
    board.db.update(jobs).set({ title: 'Secret agent' }).where(eq(jobs.id, id));
  await rename(first?.id);
  await rename(second?.id);
  expect((await suggest('serc')).titles).toEqual([]);
});

test.each([
  ['symbols', '%_*?&|!<->:\'"\\()[]{}@#$^~`'],
  ['a wildcard', '%'],
  ['another wildcard', '_'],
  ['emoji', '🚀🚀'],
])('%s suggests nothing', async (_name, q) => {
  await post({ title: 'Software Engineer' }, { title: 'Software Engineer' });
  expect(await suggest(q)).toEqual(NONE);
});

test.each([
  'software%',
  "software'; drop table jobs; --",
  'software:*',
  'software & !engineer',
  '<script>alert(1)</script>',
  'x'.repeat(300),
  'eng '.repeat(75),
  '\ud83d',
  'Инженер-программист',
  'ソフトウェアエンジニア',
  '软件工程师',
  '소프트웨어 엔지니어',
  'مهندس برمجيات',
  'מהנדס תוכנה',
  'μηχανικός',
  'सॉफ्टवेयर इंजीनियर',
  'วิศวกรซอฟต์แวร์',
  'ինժեներ',
])('the text %j causes no error', async (q) => {
  await post({ title: 'Software Engineer' }, { title: 'Software Engineer' });
  await suggest(q);
});

test.each([
  'ソフトウェア',
  '软件',
  'Инж',
  'مهندس',
  'מהנדס',
  '소프트',
  'μηχ',
  'सॉफ्ट',
  'วิศวกร',
  'ինժ',
])('suggests titles in the writing system of %j', async (q) => {
  const title = q.repeat(2);
  await post({ title }, { title });
  expect((await suggest(q)).titles).toEqual([{ title, jobs: 2 }]);
});

test('a typed text of more than 500 characters is refused', async () => {
  const { status } = await board.get(`/api/jobs/suggestions?q=${'x'.repeat(501)}`);
  expect(status).toBe(400);
});

test('an aborted refresh of the suggestions does not change the stored ones', async () => {
  await post({ title: 'Weaver' }, { title: 'Weaver' });
  const stored = await board.db.$count(search_suggestions);
  expect(stored).toBeGreaterThan(0);
  await board.db.delete(jobs);
  await refreshSuggestions(board.db, AbortSignal.abort());
  expect(await board.db.$count(search_suggestions)).toBe(stored);
  await refreshSuggestions(board.db);
  expect(await board.db.$count(search_suggestions)).toBe(0);
});
