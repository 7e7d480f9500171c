import { beforeEach, describe, expect, test } from 'vitest';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { listBothWays, listJobs } from '../search/testing/list-jobs.ts';

const board = setUpTestBoard();

type Values = Parameters<typeof createJob>[1];

const START = Date.parse('2026-01-01T00:00:00Z');

let loom: string;
let rust: string;

beforeEach(async () => {
  loom = (await createCompany(board.db, { name: 'Loom' })).id;
  rust = (await createCompany(board.db, { name: 'Rust' })).id;
});

const post = (title: string, minute: number, values: Values = {}) =>
  createJob(board.db, {
    company_id: loom,
    title,
    location: '',
    date: new Date(START + minute * 60_000),
    ...values,
  });

const page = (parameters: Record<string, string>) =>
  listJobs(board, { mentions: 'true', ...parameters });

const titles = async (parameters: Record<string, string>) =>
  (await page(parameters)).results.map(({ title }) => title);

describe('the order', () => {
  beforeEach(async () => {
    await post('Rust', 1, { salary: '' });
    await post('Poet', 2, { description: 'Rust', salary: 'Over $300K' });
    await post('Maker', 3, { location: 'Rust am See', salary: '$60K - $70K' });
    await post('Weaver', 4, { company_id: rust, salary: 'Over $300K' });
    await post('Rustic', 5, { salary: '$50K - $60K' });
    await post('Other', 6);
  });

  test('`newest` sorts by date, with and without a search text', async () => {
    const all = ['Other', 'Rustic', 'Weaver', 'Maker', 'Poet', 'Rust'];
    expect(await titles({})).toEqual(all);
    expect(await titles({ sort: 'newest' })).toEqual(all);
    // Without a search text, all jobs are equally relevant.
    expect(await titles({ sort: 'match' })).toEqual(all);
    // Jobs that only mention the word come last, whatever the order.
    expect(await titles({ q: 'rust', sort: 'newest' })).toEqual([
      ...['Weaver', 'Maker', 'Rust'],
      ...['Rustic', 'Poet'],
    ]);
  });

  test('`match` sorts by relevance, puts matches of prefixes last, and is the default for a search text', async () => {
    const ranked = await titles({ q: 'rust' });
    expect(ranked.slice(0, 2).sort()).toEqual(['Rust', 'Weaver']);
    expect(ranked.slice(2)).toEqual(['Maker', 'Poet', 'Rustic']);
    expect(await titles({ q: 'rust', sort: 'match' })).toEqual(ranked);
    expect(await titles({ q: 'rust', sort: '' })).toEqual(ranked);
  });

  test('`salary` sorts by pay and then by date, with jobs without a salary last', async () => {
    const all = ['Weaver', 'Poet', 'Other', 'Maker', 'Rustic', 'Rust'];
    expect(await titles({ sort: 'salary' })).toEqual(all);
    expect(await titles({ sort: 'salary', q: 'rust' })).toEqual([
      ...['Weaver', 'Maker', 'Rust'],
      ...['Poet', 'Rustic'],
    ]);
    expect(await titles({ sort: 'salary', q: 'rust', posted: '', minsalary: '60k' })).toEqual([
      'Weaver',
      'Maker',
      'Poet',
    ]);
  });
});

describe('pages', () => {
  const kinds: Values[] = [
    { title: 'Rust' },
    { title: 'Rust', salary: '' },
    { title: 'Poet', description: 'Rust' },
    { title: 'Maker', location: 'Rust am See', salary: 'Over $300K' },
    {
      title: 'Weaver',
      get company_id() {
        return rust;
      },
    },
    { title: 'Rustic' },
    { title: 'Poet', description: 'Rustic', salary: '' },
  ];

  const SEARCHES: Record<string, string>[] = [
    { sort: 'newest' },
    { sort: 'salary' },
    { q: 'rust' },
    { q: 'rust', sort: 'newest' },
    { q: 'rust', sort: 'salary' },
    { q: 'rust -loom', sort: 'match' },
    { q: '-poet' },
    { location: 'rust', sort: 'salary' },
  ];

  test.each(SEARCHES)(
    'read backwards by `previous`, the pages of %j are the same pages',
    async (parameters) => {
      // More jobs than are ranked by their features.
      for (let n = 0; n < 130; n += 1) await post('Rust', n % 9, kinds[n % kinds.length]);
      for (const limit of ['7', '24']) {
        const both = await listBothWays(board, { mentions: 'true', ...parameters, limit });
        const [ahead, back] = [both.forwards, both.backwards].map((pages) =>
          pages.map(({ results, offset }) => ({ ids: results.map(({ id }) => id), offset })),
        );
        if (limit === '7') expect(ahead?.length).toBeGreaterThan(1);
        expect(back).toEqual(ahead);
        for (const { previous = '' } of both.backwards) {
          expect(previous.length).toBeLessThanOrEqual(60);
        }
      }
    },
  );

  test('the page before begins at the start of the list, even if jobs were added or deleted meanwhile', async () => {
    for (let n = 0; n < 6; n += 1) await post(`Rust ${n}`, n);
    const first = await page({ limit: '2' });
    const second = await page({ limit: '2', cursor: first.next ?? '' });
    await board.db.execute(`delete from jobs where id = '${first.results[1]?.id}'`);
    await post('Rust 6', 6);
    await post('Rust 7', 7);
    const before = await page({ limit: '2', cursor: second.previous ?? '' });
    expect(before.results.map(({ title }) => title)).toEqual(['Rust 6', 'Rust 5']);
    const start = await page({ limit: '2', cursor: before.previous ?? '' });
    expect(start.results.map(({ title }) => title)).toEqual(['Rust 7']);
    expect(start).not.toHaveProperty('previous');
    expect(start).not.toHaveProperty('offset');
    const again = await page({ limit: '2', cursor: start.next ?? '' });
    expect(again).toMatchObject({ results: before.results, offset: 1 });
  });

  test.each(SEARCHES)(
    'the pages of %j contain every job exactly once, even if jobs are added meanwhile',
    async (parameters) => {
      for (let n = 0; n < 21; n += 1) {
        // Several jobs have the same date, so their ids decide the order.
        await post('Rust', n % 2, kinds[n % kinds.length]);
      }
      const all = (await page({ ...parameters, limit: '100' })).results.map(({ id }) => id);
      expect(all.length).toBeGreaterThan(2);
      for (const limit of ['1', '2', '5']) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const { results, next } = await page({ ...parameters, limit, ...(cursor && { cursor }) });
          expect(results.length).toBeLessThanOrEqual(Number(limit));
          seen.push(...results.map(({ id }) => id));
          cursor = next;
          await post('Rust', 100, { ...kinds[seen.length % kinds.length], salary: 'Over $300K' });
        } while (cursor);
        // New jobs may also appear on the later pages, but all existing jobs appear in order.
        expect(seen.filter((id) => all.includes(id))).toEqual(all);
        expect(new Set(seen).size).toBe(seen.length);
        await board.db.execute(`delete from jobs where date >= '2026-01-01T01:00:00Z'`);
      }
    },
  );

  test('the next page continues in the right place after its last job was deleted', async () => {
    for (let n = 0; n < 4; n += 1) await post('Rust', n);
    const first = await page({ q: 'rust', limit: '2' });
    await board.db.execute(`delete from jobs where id = '${first.results[1]?.id}'`);
    const second = await page({ q: 'rust', limit: '2', cursor: first.next ?? '' });
    expect(second.results).toHaveLength(2);
    expect(second).not.toHaveProperty('next');
  });

  test('a page after the end of the list is empty', async () => {
    for (let n = 0; n < 3; n += 1) await post('Rust', n);
    const { next } = await page({ q: 'rust', limit: '2' });
    await board.db.execute(`delete from jobs where date = '2026-01-01T00:00:00Z'`);
    const { results } = await page({ q: 'rust', limit: '2', cursor: next ?? '' });
    expect(results).toEqual([]);
  });
});

describe('a cursor', () => {
  const refused = async (parameters: Record<string, string>) => {
    const { status, body } = await board.get(`/api/jobs?${new URLSearchParams(parameters)}`);
    expect(status, JSON.stringify(parameters)).toBe(400);
    expect(body.errors).toMatchObject([{ path: 'cursor' }]);
  };

  test('from a list in another order is refused with a 400 that names the parameter', async () => {
    for (let n = 0; n < 3; n += 1) await post('Rust', n);
    const orders = [{ sort: 'newest' }, { q: 'rust' }, { sort: 'salary' }];
    for (const one of orders) {
      const { next = '' } = await page({ ...one, limit: '1' });
      for (const other of orders) {
        const both: Record<string, string> = { limit: '1', ...other, cursor: next };
        if (one === other) expect((await page(both)).results).toHaveLength(1);
        else await refused(both);
      }
    }
  });

  test('from ranked jobs is refused by a search without words', async () => {
    for (let n = 0; n < 3; n += 1) await post('Rust', n);
    const { next = '' } = await page({ q: 'rust', limit: '1' });
    await refused({ q: '-poet', sort: 'match', cursor: next });
  });

  const NIL = 'A'.repeat(22);

  test.each([
    [{ q: 'rust' }, 'pe.k'],
    [{ q: 'rust' }, 'pk'],
    [{ q: 'rust' }, 'p~k'],
    [{ q: 'rust' }, 'p~-1.k'],
    [{ q: 'rust' }, 'p~2s.k'],
    [{ q: 'rust' }, 'x0.k'],
    [{ q: 'rust' }, 'p-1.k'],
    [{ q: 'rust' }, 'p0.'],
    [{ q: 'rust' }, 'p0. k'],
    [{ q: 'rust' }, 'p0.k\n'],
    [{ q: 'rust' }, 'p0.zzzzzzzzzz'],
    [{ sort: 'newest' }, 'p~0.k'],
    [{ sort: 'newest' }, 'p0.k'],
    [{ sort: 'newest' }, ''],
    [{ sort: 'newest' }, '<'],
    [{ sort: 'newest' }, '<<pk'],
    [{ q: 'rust' }, '<p~2s.k'],
    [{ sort: 'salary' }, 'p-2.k'],
    [{ sort: 'salary' }, 'p1e.3.k'],
    [{ sort: 'salary' }, 'pzzzzzz.k'],
    [{ sort: 'salary' }, 'pzzzzzzz.k'],
    [{ sort: 'salary' }, 'p~0.k'],
  ])(
    'a cursor with a key that the API never issued is refused with a 400: %j %s',
    async (parameters, key) => {
      await post('Rust', 1);
      await refused({ ...parameters, cursor: `${Buffer.from(key).toString('base64url')}.${NIL}` });
    },
  );

  test.each([
    '.',
    'cGs',
    'cGs.',
    'cGs.A',
    `cGs.${NIL}.`,
    `cGs.${NIL}.0`,
    `cGs.${NIL}.zzzzzzzzzzz`,
    `cGs.${NIL}.1.1`,
    'cGs.1',
  ])('a text that is no cursor is refused with a 400: %j', async (cursor) => {
    await refused({ sort: 'newest', cursor });
  });

  test('of any order has at most 60 characters', async () => {
    for (let n = 0; n < 3; n += 1) await post('Rust', n, { salary: 'Over $300K' });
    for (const parameters of [{ sort: 'newest' }, { q: 'rust' }, { sort: 'salary' }]) {
      const { next = '' } = await page({ ...parameters, limit: '2' });
      expect(next.length).toBeGreaterThan(30);
      // A list of a million jobs adds three characters.
      expect(next.length).toBeLessThanOrEqual(57);
    }
  });
});
