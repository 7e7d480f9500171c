import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { companies, jobs } from '#server/db/schema.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { compactCounts } from '../search/facet-counts.ts';

const NIL_ID = '00000000-0000-0000-0000-000000000000';

const board = setUpTestBoard();
const { get } = board;

type Item = { id: string; name: string; jobs?: number };

/** Adds a company with this number of open jobs and one closed job. */
async function addCompany(name: string, openJobs: number): Promise<string> {
  const { id } = await createCompany(board.db, { name });
  await createJob(board.db, { company_id: id, closed_at: new Date(), closed_by: 'admin' });
  for (let job = 0; job < openJobs; job += 1) await createJob(board.db, { company_id: id });
  return id;
}

/** Reads all pages of a list. */
async function readAll(query: string, limit = 2): Promise<Item[]> {
  const items: Item[] = [];
  let next: string | undefined;
  do {
    const cursor = next ? `&cursor=${next}` : '';
    const { status, body } = await get(`/api/companies?${query}&limit=${limit}${cursor}`);
    expect(status).toBe(200);
    items.push(...body.results);
    next = body.next;
  } while (next);
  return items;
}

const counted = (items: Item[]) => items.map(({ name, jobs: number }) => `${name} ${number}`);

describe('the list of companies', () => {
  test('is searched by the start of a word of the name', async () => {
    for (const name of ['Harbour Looms', 'Loom & Sons', 'Bloom', 'Ålesund Fisk']) {
      await createCompany(board.db, { name });
    }
    const names = async (q: string) =>
      (await readAll(`q=${encodeURIComponent(q)}`)).map(({ name }) => name);
    expect(await names('loo')).toEqual(['Harbour Looms', 'Loom & Sons']);
    expect(await names('loom so')).toEqual(['Loom & Sons']);
    expect(await names('alesund')).toEqual(['Ålesund Fisk']);
    expect(await names('nowhere')).toEqual([]);
    expect(await names("'&|!:*")).toEqual([]);
    expect(await names('')).toHaveLength(4);
  });

  test('has the numbers of open jobs and of companies if requested', async () => {
    await addCompany('Ada', 2);
    await addCompany('Bea', 0);
    const plain = (await get('/api/companies')).body;
    expect(plain).not.toHaveProperty('total');
    expect(plain.results[0]).not.toHaveProperty('jobs');
    const { total, results } = (await get('/api/companies?counts=true&limit=1')).body;
    expect({ total, counted: counted(results) }).toEqual({ total: 2, counted: ['Ada 2'] });
    expect((await get('/api/companies?counts=true&q=be')).body).toMatchObject({
      total: 1,
      results: [{ name: 'Bea', jobs: 0 }],
    });
  });

  test('the list of companies is sorted by the number of open jobs and then by name, even while some changes of counts are not compacted', async () => {
    const few = await addCompany('Few', 1);
    await addCompany('None', 0);
    await addCompany('Émile', 2);
    await addCompany('Fay', 2);
    await addCompany('also none', 0);
    const many = await addCompany('Many', 4);
    const expected = ['Many 4', 'Émile 2', 'Fay 2', 'Few 1', 'also none 0', 'None 0'];
    const list = async () => counted(await readAll('sort=jobs&counts=true'));
    expect(await list()).toEqual(expected);
    await compactCounts(board.db);
    expect(await list()).toEqual(expected);
    expect(counted(await readAll('sort=jobs&counts=true&q=f'))).toEqual(['Fay 2', 'Few 1']);

    // Compact some counts, and then change others, so that the list must combine both.
    for (let job = 0; job < 3; job += 1) await createJob(board.db, { company_id: few });
    await board.db.delete(jobs).where(eq(jobs.company_id, many));
    await board.db.update(companies).set({ name: 'Zoe' }).where(eq(companies.name, 'Émile'));
    const changed = ['Few 4', 'Fay 2', 'Zoe 2', 'also none 0', 'Many 0', 'None 0'];
    expect(await list()).toEqual(changed);
    await compactCounts(board.db);
    expect(await list()).toEqual(changed);

    await board.db.delete(jobs);
    await board.db.delete(companies).where(eq(companies.id, many));
    expect((await list()).sort()).toEqual(['Fay 0', 'Few 0', 'None 0', 'Zoe 0', 'also none 0']);
    await compactCounts(board.db);
    expect(await list()).toEqual(['also none 0', 'Fay 0', 'Few 0', 'None 0', 'Zoe 0']);
    const { rows } = await board.db.execute(sql`table company_counts`);
    expect(rows).toEqual([]);
  });

  test('shows a change at once, although responses are cached', async () => {
    const id = await addCompany('Ada', 1);
    const list = async () =>
      counted((await get('/api/companies?counts=true&description=none')).body.results);
    expect(await list()).toEqual(['Ada 1']);
    await createJob(board.db, { company_id: id });
    await board.app.settleChanges();
    expect(await list()).toEqual(['Ada 2']);
  });

  test('refuses an unknown order, and a cursor of a list in a different order', async () => {
    for (const name of ['Ada', 'Bea']) await createCompany(board.db, { name });
    const { next } = (await get('/api/companies?limit=1')).body;
    expect((await get(`/api/companies?limit=1&cursor=${next}`)).status).toBe(200);
    expect((await get(`/api/companies?sort=jobs&limit=1&cursor=${next}`)).status).toBe(400);
    expect((await get('/api/companies?sort=age')).status).toBe(400);
    expect((await get('/api/companies?counts=1')).status).toBe(400);
    expect((await get('/api/companies?q=a&q=b')).status).toBe(400);
  });
});

describe('GET /api/companies/:id/figures', () => {
  test('counts a company’s open jobs: in each place, with stated pay, and with a visa', async () => {
    const { id } = await createCompany(board.db);
    for (const location of ['Lisbon', 'Berlin, Germany', 'Lisbon, Portugal', 'Nowhere at all']) {
      await createJob(board.db, { company_id: id, location, salary: '' });
    }
    await createJob(board.db, {
      company_id: id,
      location: 'Lisbon',
      salary: '$60K - $70K',
      description: 'We sponsor visas.',
    });
    await createJob(board.db, { location: 'Paris' });
    await createJob(board.db, { company_id: id, location: 'Rome', closed_at: new Date() });
    expect((await get(`/api/companies/${id}/figures`)).body).toEqual({
      jobs: 5,
      pay: 1,
      visa: 1,
      places: [
        { place: 'Lisbon, Portugal', jobs: 3 },
        { place: 'Berlin, Germany', jobs: 1 },
      ],
    });
    const found = await get(`/api/jobs?company=${id}&location=Lisbon,+Portugal`);
    expect(found.body.total).toBe(3);
  });

  test('answers 404 for the figures of an unknown company', async () => {
    for (const id of [NIL_ID, 'nope']) {
      expect((await get(`/api/companies/${id}/figures`)).status).toBe(404);
    }
  });
});
