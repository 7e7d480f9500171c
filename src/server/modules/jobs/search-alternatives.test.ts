import { expect, test } from 'vitest';
import type { SearchAlternatives } from '#shared/contract/job-responses.ts';
import { MAX_ALTERNATIVE_JOBS } from '#shared/limits.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { refreshDictionary } from '../search/dictionary.ts';

const board = setUpTestBoard();

const NONE: SearchAlternatives = { conditions: [], places: [] };

async function alternativesTo(parameters: Record<string, string>): Promise<SearchAlternatives> {
  const { status, body } = await board.get(
    `/api/jobs/alternatives?${new URLSearchParams(parameters)}`,
  );
  expect([parameters, status]).toEqual([parameters, 200]);
  return body;
}

type Values = NonNullable<Parameters<typeof createJob>[1]>;

async function post(...jobs: Values[]) {
  const { id: company_id } = await createCompany(board.db, { name: 'Loom' });
  for (const job of jobs) await createJob(board.db, { company_id, location: '', ...job });
  return company_id;
}

test('each alternative search leaves out a condition and finds jobs; those with the most jobs come first', async () => {
  const company = await post(
    { title: 'Weaver', type: 'Contract', location: 'Berlin, Germany' },
    { title: 'Weaver', type: 'Contract', location: 'Berlin, Germany' },
    { title: 'Weaver', type: 'Full-Time', location: 'Paris, France' },
    { title: 'Dyer', type: 'Full-Time', location: 'Berlin, Germany' },
  );
  const search = { q: 'weaver', location: 'Berlin', type: 'Full-Time', company };
  expect((await board.get(`/api/jobs?${new URLSearchParams(search)}`)).body.total).toBe(0);
  expect((await alternativesTo(search)).conditions).toEqual([
    { removed: [{ parameter: 'type' }], changes: { type: '' }, jobs: 2 },
    { removed: [{ parameter: 'location' }], changes: { location: '' }, jobs: 1 },
    { removed: [{ parameter: 'q', text: 'weaver' }], changes: { q: '' }, jobs: 1 },
  ]);
  expect((await alternativesTo({ ...search, location: '', q: 'dyer paris' })).conditions).toEqual([
    { removed: [{ parameter: 'q', text: 'paris' }], changes: { q: 'dyer' }, jobs: 1 },
    { removed: [{ parameter: 'q', text: 'dyer' }], changes: { q: 'paris' }, jobs: 1 },
  ]);
});

test('alternatives leave out two conditions if leaving out a single condition finds nothing', async () => {
  await post(
    { title: 'Weaver', type: 'Contract' },
    { title: 'Dyer', type: 'Internship', location: 'Paris, France' },
  );
  const search = { q: 'weaver -wool', type: 'Internship', location: 'Berlin' };
  expect((await alternativesTo(search)).conditions).toEqual([
    {
      removed: [{ parameter: 'location' }, { parameter: 'type' }],
      changes: { location: '', type: '' },
      jobs: 1,
    },
    {
      removed: [{ parameter: 'location' }, { parameter: 'q', text: 'weaver' }],
      changes: { location: '', q: '-wool' },
      jobs: 1,
    },
  ]);
});

test('an alternative to a place without remote jobs elsewhere includes them', async () => {
  await post({ title: 'Weaver', type: 'Remote', location: 'Remote (worldwide)' });
  const search = { q: 'weaver', location: 'Berlin', remote: 'no' };
  expect((await alternativesTo(search)).conditions).toContainEqual({
    removed: [{ parameter: 'remote' }],
    changes: { remote: '' },
    jobs: 1,
  });
});

test('an alternative without the company filter names the company', async () => {
  const company = await post({ title: 'Dyer' });
  const { id: company_id } = await createCompany(board.db, { name: 'Other' });
  await createJob(board.db, { title: 'Weaver', company_id });
  expect((await alternativesTo({ q: 'weaver', company })).conditions).toEqual([
    { removed: [{ parameter: 'company', text: 'Loom' }], changes: { company: '' }, jobs: 1 },
    { removed: [{ parameter: 'q', text: 'weaver' }], changes: { q: '' }, jobs: 1 },
  ]);
});

test('alternatives leave out each interpreted part of the search text', async () => {
  await post(
    { title: 'Weaver', type: 'Full-Time', location: 'Berlin, Germany' },
    { title: 'Dyer', type: 'Remote', location: 'Remote' },
  );
  expect((await alternativesTo({ q: 'remote weaver in berlin' })).conditions).toContainEqual({
    ...{
      removed: [{ parameter: 'q', text: 'remote' }],
      changes: { q: 'weaver in berlin' },
      jobs: 1,
    },
  });
});

test('alternatives include the nearest places around the searched city that have matching jobs', async () => {
  await post(
    { title: 'Weaver', location: 'Magdeburg, Germany' },
    { title: 'Weaver', location: 'Berlin, Germany' },
    { title: 'Weaver', location: 'Berlin, Germany' },
    { title: 'Weaver', location: 'Munich, Germany' },
    { title: 'Dyer', location: 'Brandenburg an der Havel, Germany' },
  );
  const places = [
    { place: 'Berlin, Germany', changes: { location: 'Berlin, Germany' }, jobs: 2 },
    {
      place: 'Magdeburg, Germany',
      changes: { location: 'Magdeburg, Germany' },
      jobs: 1,
    },
  ];
  expect((await alternativesTo({ q: 'weaver', location: 'Potsdam' })).places).toEqual(places);
  const inWords = places.map((each) => ({ ...each, changes: { q: 'weaver', ...each.changes } }));
  for (const q of ['weaver in potsdam', 'weaver potsdam', 'weaver in Brandenburg an der Havel']) {
    expect([q, (await alternativesTo({ q })).places]).toEqual([q, inWords]);
  }
  expect((await alternativesTo({ q: 'weaver', location: 'Spain' })).places).toEqual([]);
});

test('the search text is corrected if that finds jobs with the same filters', async () => {
  await post(...Array.from({ length: 20 }, (): Values => ({ title: 'Kubernetes Engineer' })), {
    title: 'Kubernetes Engineer',
    type: 'Contract',
  });
  await refreshDictionary(board.db);
  const search = { q: 'kubernetse', type: 'Contract' };
  expect((await alternativesTo(search)).correction).toEqual({
    changes: { q: 'kubernetes' },
    jobs: 1,
  });
  expect((await alternativesTo({ ...search, type: 'Internship' })).correction).toBeUndefined();
});

test('a search with at most one condition has no alternatives', async () => {
  await post({ title: 'Weaver' });
  for (const search of [{}, { q: 'zyzzyva' }, { type: 'Nothing' }, { posted: '1' }]) {
    expect([search, await alternativesTo(search as Record<string, string>)]).toEqual([
      search,
      NONE,
    ]);
  }
});

test('alternatives do not count closed jobs', async () => {
  await post({ title: 'Weaver', closed_at: new Date(), closed_by: 'admin' });
  expect(await alternativesTo({ q: 'weaver', type: 'Contract', location: 'Potsdam' })).toEqual(
    NONE,
  );
});

test('even with many conditions, only a few alternatives are counted, each up to a limit', async () => {
  await post({ title: 'Weaver' });
  const words = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ');
  const search = {
    q: words.slice(0, 500),
    location: 'Potsdam',
    type: 'Contract',
    salary: 'Over $300K',
    workplace: 'remote',
    employment: 'part-time',
    eligible: 'Germany',
    company: 'none',
    minsalary: '$100k',
    posted: '7',
    radius: '100',
  };
  expect(await alternativesTo(search)).toEqual(NONE);
  await post(...Array.from({ length: MAX_ALTERNATIVE_JOBS + 5 }, () => ({ title: 'Dyer' })));
  expect((await alternativesTo({ q: 'dyer zyzzyva' })).conditions).toEqual([
    {
      removed: [{ parameter: 'q', text: 'zyzzyva' }],
      changes: { q: 'dyer' },
      jobs: MAX_ALTERNATIVE_JOBS + 1,
    },
  ]);
});

test.each(["'", '"', '-', '-"a b"', '(a | b) & !c', "weaver' or 1=1 --", '\\', '%', '😀', ':*'])(
  '%j is accepted as any part of a search',
  async (text) => {
    await post({ title: 'Weaver' });
    await alternativesTo({ q: `weaver ${text} zyzzyva`, location: text, type: text });
    await alternativesTo({ q: text, company: text, salary: text, eligible: text });
  },
);

test('invalid parameters are refused as in a search', async () => {
  for (const query of ['workplace=moon', 'minsalary=much', 'posted=2', 'radius=0', 'q=%00']) {
    const { status } = await board.get(`/api/jobs/alternatives?${query}`);
    expect([query, status]).toEqual([query, 400]);
  }
});
