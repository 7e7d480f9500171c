import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { jobs } from '#server/db/schema.ts';
import type { JobListItem } from '#shared/contract/job-responses.ts';
import { MAX_OTHER_PLACES } from '#shared/limits.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { readMissingFacts, storeFacts } from '../facts/commands.ts';
import { listBothWays, listJobs } from '../search/testing/list-jobs.ts';

const board = setUpTestBoard();

const START = Date.parse('2026-01-01T00:00:00Z');
const DESCRIPTION = '**Weave** by the harbour.\n\n- Looms\n- Yarn';

let company: string;

beforeEach(async () => {
  company = (await createCompany(board.db, { name: 'Loom' })).id;
});

type Values = Parameters<typeof createJob>[1];

const post = async (location: string, minute: number, values: Values = {}) =>
  (
    await createJob(board.db, {
      company_id: company,
      title: 'Weaver',
      description: DESCRIPTION,
      location,
      date: new Date(START + minute * 60_000),
      ...values,
    })
  ).id;

const grouped = (parameters: Record<string, string> = {}) =>
  listJobs(board, { ...parameters, group: 'true' });

/**
 * The locations of each search result (card): first of the posting that it shows, and then of the other postings of the
 * job.
 */
const locationsOf = ({ results }: { results: JobListItem[] }) =>
  results.map(({ location, also }) => [location, ...(also?.results ?? []).map((o) => o.location)]);

test('one job at several places is listed once, at its newest posting, and counts as several jobs', async () => {
  const lisbon = await post('Lisbon', 1);
  await post('Berlin', 4, { title: 'Dyer' });
  const porto = await post('Porto', 2);
  await post('Faro', 3);
  const list = await grouped({ description: 'summary', counts: 'true' });
  expect(list.results.map(({ title }) => title)).toEqual(['Dyer', 'Weaver']);
  expect(list.results[0]).not.toHaveProperty('also');
  expect(list.results[1]?.also).toEqual({
    total: 2,
    places: 2,
    results: [
      { id: lisbon, location: 'Lisbon' },
      { id: porto, location: 'Porto' },
    ],
  });
  expect([list.total, list.counts?.total]).toEqual([4, 4]);
  const all = await listJobs(board, {});
  expect(all.results).toHaveLength(4);
  expect(all.results.some((job) => 'also' in job)).toBe(false);
});

test('postings belong to one job if they differ only in case, white space, punctuation and formatting', async () => {
  await post('Lisbon', 1);
  await post('Porto', 2, {
    title: ' WEAVER',
    description: 'Weave by the harbour: looms, ｙａｒｎ!',
  });
  await post('Faro', 3, { title: 'Weaver II' });
  await post('Berlin', 4, { description: `${DESCRIPTION} in Berlin` });
  await post('Paris', 5, { company_id: (await createCompany(board.db)).id });
  expect(locationsOf(await grouped())).toEqual([
    ['Paris'],
    ['Berlin'],
    ['Faro'],
    ['Porto', 'Lisbon'],
  ]);
});

test('postings with another type, salary range or pay are different jobs', async () => {
  const pay = {
    pay_minimum: 90_000,
    pay_maximum: 90_000,
    ...({ pay_currency: 'USD', pay_unit: 'year' } as const),
  };
  await post('Lisbon', 1);
  await post('Porto', 2, { type: 'Contract' });
  await post('Faro', 3, { salary: 'Over $300K' });
  await post('Berlin', 4, pay);
  await post('Paris', 5, pay);
  await post('Rome', 6, { ...pay, pay_currency: 'EUR' });
  await post('Madrid', 7);
  expect(locationsOf(await grouped())).toEqual([
    ['Madrid', 'Lisbon'],
    ['Rome'],
    ['Paris', 'Berlin'],
    ['Faro'],
    ['Porto'],
  ]);
});

test('several postings at one place are one other place, and none if the card shows this place', async () => {
  await post('Lisbon', 1);
  const lisbon = await post('Lisbon, Portugal', 2);
  const porto = await post('Porto', 3);
  await post('Faro', 4);
  await post('Faro', 5);
  const [card] = (await grouped()).results;
  expect(card?.also).toEqual({
    total: 4,
    places: 2,
    results: [
      { id: lisbon, location: 'Lisbon, Portugal' },
      { id: porto, location: 'Porto' },
    ],
  });
  const [other] = (await grouped({ location: 'Lisbon' })).results;
  expect(other?.also).toEqual({ total: 1, places: 0, results: [] });
});

test('postings without a description are different jobs', async () => {
  await post('Lisbon', 1, { description: '' });
  await post('Porto', 2, { description: '---' });
  await post('Faro', 3, { description: '' });
  expect((await grouped()).results).toHaveLength(3);
});

test('a group contains the postings that the search finds, and its card shows the first in the order of the search', async () => {
  for (const [index, location] of [
    'Lisbon, Portugal',
    'Berlin, Germany',
    'Porto, Portugal',
  ].entries()) {
    await post(location, index, { salary: '$90K - $100K' });
  }
  const every = ['Berlin, Germany', 'Lisbon, Portugal', 'Porto, Portugal'];
  const from = (first: string) => [first, ...every.filter((other) => other !== first)];
  expect(locationsOf(await grouped())).toEqual([from('Porto, Portugal')]);
  for (const parameters of [
    { sort: 'salary' },
    { q: 'weaver', sort: 'salary' },
    { q: 'weaver' },
    { minsalary: '80000' },
    { salary: '$90K - $100K' },
  ]) {
    expect(locationsOf(await grouped(parameters))).toEqual([from('Porto, Portugal')]);
  }
  expect(locationsOf(await grouped({ location: 'Germany' }))).toEqual([['Berlin, Germany']]);
  expect(locationsOf(await grouped({ location: 'Portugal', sort: 'salary' }))).toEqual([
    ['Porto, Portugal', 'Lisbon, Portugal'],
  ]);
});

test('a posting that is edited leaves its group, and a closed one is no longer shown', async () => {
  const lisbon = await post('Lisbon', 1);
  const porto = await post('Porto', 2);
  const faro = await post('Faro', 3);
  const update = (id: string, values: Partial<typeof jobs.$inferInsert>) =>
    board.db.transaction(async (tx) => {
      await tx.update(jobs).set(values).where(eq(jobs.id, id));
      await storeFacts(tx, [id]);
    });
  await update(lisbon, { title: 'Head weaver' });
  expect(locationsOf(await grouped())).toEqual([['Faro', 'Porto'], ['Lisbon']]);
  await update(faro, { closed_at: new Date() });
  expect(locationsOf(await grouped())).toEqual([['Porto'], ['Lisbon']]);
  await update(lisbon, { title: 'Weaver' });
  expect(locationsOf(await grouped())).toEqual([['Porto', 'Lisbon']]);
  await update(porto, { company_id: (await createCompany(board.db)).id });
  expect(locationsOf(await grouped())).toEqual([['Porto'], ['Lisbon']]);
});

test('a posting that another program changes leaves its group at once, and returns once its facts are read again', async () => {
  const lisbon = await post('Lisbon', 1);
  await post('Porto', 2);
  await board.db.update(jobs).set({ location: 'Faro' }).where(eq(jobs.id, lisbon));
  expect(locationsOf(await grouped())).toEqual([['Porto'], ['Faro']]);
  await readMissingFacts(board.db);
  expect(locationsOf(await grouped())).toEqual([['Porto', 'Faro']]);
});

test('the card of a large group names only some of its other postings, but counts them all', async () => {
  for (let n = 0; n < MAX_OTHER_PLACES + 5; n += 1) await post(`Village ${n}`, n);
  const [card] = (await grouped()).results;
  expect(card?.also?.total).toBe(MAX_OTHER_PLACES + 4);
  expect(card?.also?.results).toHaveLength(MAX_OTHER_PLACES);
});

/** The jobs to create, on a board with groups. Half of them match "harbour" in their descriptions. */
const KINDS = Array.from({ length: 40 }, (_, kind) => ({
  title: ['Weaver', 'Dyer', 'Harbour pilot', 'Head weaver'][kind % 4] ?? '',
  description: kind % 2 === 0 ? `Weave by the harbour ${kind}.` : `Dye ${kind}.`,
}));

const SEARCHES: Record<string, string>[] = [
  {},
  { sort: 'salary' },
  { q: 'weaver' },
  { q: 'weaver', sort: 'newest' },
  { q: 'weaver', sort: 'salary' },
  { q: 'harbour' },
  { q: 'harbour weav', mentions: 'true' },
  { q: 'weaver', mentions: 'true', sort: 'newest' },
  { q: '-pilot' },
  { location: 'Portugal' },
  { type: 'Contract' },
  { q: 'weaver', type: 'Contract' },
  { q: 'weaver', minsalary: '65000' },
];

/** Expects that the pages of a grouped list have the jobs of the list that is not grouped. */
async function expectGroupedPages(parameters: Record<string, string>): Promise<void> {
  const label = JSON.stringify(parameters);
  const ungrouped: string[] = [];
  for (let cursor: string | undefined, isFirst = true; cursor || isFirst; isFirst = false) {
    const list = await listJobs(board, {
      ...parameters,
      limit: '100',
      ...(cursor && { cursor }),
    });
    ungrouped.push(...list.results.map(({ id }) => id));
    cursor = list.next;
  }
  expect(ungrouped.length, label).toBeGreaterThan(20);
  const keys = new Map(
    (await board.db.select().from(jobs)).map(({ id, ...job }) => [
      id,
      [job.title, job.description, job.type, job.salary].join('\n'),
    ]),
  );
  const members = new Map<string | undefined, string[]>();
  for (const id of ungrouped) {
    members.set(keys.get(id), [...(members.get(keys.get(id)) ?? []), id]);
  }
  for (const limit of ['7', '24']) {
    const both = await listBothWays(board, { ...parameters, limit, group: 'true' });
    const [ahead, back] = [both.forwards, both.backwards].map((pages) =>
      pages.map(({ results, offset }) => ({ ids: results.map(({ id }) => id), offset })),
    );
    expect(back, label).toEqual(ahead);
    const cards: string[] = [];
    let before = 0;
    for (let cursor: string | undefined, isFirst = true; cursor || isFirst; isFirst = false) {
      const list = await grouped({ ...parameters, limit, ...(cursor && { cursor }) });
      expect(list.total ?? ungrouped.length).toBe(ungrouped.length);
      expect(list.offset ?? 0).toBe(before);
      if (list.next) expect(list.results).toHaveLength(Number(limit));
      for (const { id, also } of list.results) {
        const group = members.get(keys.get(id)) ?? [];
        expect(also?.total ?? 0, label).toBe(group.length - 1);
        for (const other of also?.results ?? []) expect(group).toContain(other.id);
        expect(also?.results.some((other) => other.id === id) ?? false).toBe(false);
        cards.push(id);
        before += group.length;
      }
      cursor = list.next;
    }
    expect(before, label).toBe(ungrouped.length);
    const first = [...members.values()].map(([id]) => id);
    // The order of relevance spreads out the jobs of a company after the groups are formed, so the order of the cards
    // differs from that of the jobs.
    const isByMatch = 'q' in parameters && !('sort' in parameters) && parameters.q !== '-pilot';
    if (isByMatch)
      expect([...new Set(cards.map((id) => keys.get(id)))], label).toHaveLength(members.size);
    else expect(cards, label).toEqual(first);
  }
}

test('pages of a list contain each group once, and each job in its group, whatever is searched', async () => {
  const places = ['Lisbon, Portugal', 'Porto, Portugal', 'Berlin', 'Paris', 'Remote'];
  for (let n = 0; n < 260; n += 1) {
    const kind = KINDS[(n * 7) % (n % 3 === 0 ? 8 : KINDS.length)] ?? {};
    await post(places[n % places.length] ?? '', n % 50, {
      ...kind,
      type: n % 5 === 0 ? 'Contract' : 'Full-Time',
      salary: n % 4 === 0 ? 'Over $300K' : '$60K - $70K',
    });
  }
  for (const parameters of SEARCHES) await expectGroupedPages(parameters);
});
