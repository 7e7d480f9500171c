import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { jobs } from '#server/db/schema.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

async function find(parameters: Record<string, string>) {
  const { status, body } = await board.get(`/api/jobs?${new URLSearchParams(parameters)}`);
  expect([parameters, status]).toEqual([parameters, 200]);
  return body;
}

test('a search for the name of a company returns the company with its number of open jobs', async () => {
  const { id, name } = await createCompany(board.db, { name: 'Harbour Looms' });
  for (const title of ['Weaver', 'Dyer', 'Spinner']) {
    await createJob(board.db, { title, company_id: id });
  }
  await createJob(board.db, { company_id: id, closed_at: new Date(), closed_by: 'admin' });
  const company = { id, name, logo: '', jobs: 3 };
  expect((await find({ q: 'harbour looms' })).company).toEqual(company);
  expect((await find({ q: 'HARBOUR  looms', type: 'Nothing' })).company).toEqual(company);
  await board.db.delete(jobs).where(eq(jobs.company_id, id));
  expect((await find({ q: 'harbour looms' })).company).toEqual({ ...company, jobs: 0 });
});

test('only the first page has the company, and only if the search text contains its whole name', async () => {
  const { id } = await createCompany(board.db, { name: 'Harbour Looms' });
  for (const title of ['Weaver', 'Dyer']) await createJob(board.db, { title, company_id: id });
  const search = { q: 'harbour looms', sort: 'newest', limit: '1' };
  const { company, next } = await find(search);
  expect(company).toMatchObject({ id });
  const second = await find({ ...search, cursor: next });
  expect([second.results.length, second.company]).toEqual([1, undefined]);
  expect((await find({ q: 'harbour looms weaver' })).company).toMatchObject({ id });
  for (const parameters of [{ q: 'harbour' }, { q: 'harbour weaver' }, { company: id }, {}]) {
    const found = await find(parameters as Record<string, string>);
    expect([parameters, found.results.length > 0, found.company]).toEqual([
      ...[parameters, true],
      undefined,
    ]);
  }
});

test('the legal form of a company may be missing beside other words', async () => {
  const { id } = await createCompany(board.db, { name: 'Harbour Looms GmbH' });
  await createJob(board.db, { title: 'Weaver', company_id: id });
  expect((await find({ q: 'harbour looms weaver' })).company).toMatchObject({ id });
  expect((await find({ q: 'harbour weaver' })).company).toBeUndefined();
});

test('a company that writes its name together is found by its words', async () => {
  const { id } = await createCompany(board.db, { name: 'LoomStaff' });
  await createJob(board.db, { title: 'Weaver', company_id: id });
  expect((await find({ q: 'loom staff' })).company).toMatchObject({ id });
});
