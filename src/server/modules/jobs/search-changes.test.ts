import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '#server/db/schema.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

let token: string;
let loom: { id: string; name: string };

beforeEach(async () => {
  const { db } = board;
  token = await tokenFor(db, (await createAccount(db, { role: 'siteadmin' })).id);
  loom = await createCompany(db, { name: 'Loom' });
});

const find = async (query: Record<string, string>) => {
  const { status, body } = await board.get(`/api/jobs?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  expect(body.total).toBe(body.results.length);
  return body.results.map(({ title }: { title: string }) => title).sort();
};

const places = async () => {
  const { body } = await board.get('/api/jobs/places');
  return body.results.map(({ place }: { place: string }) => place);
};

const bodyFor = (values: Record<string, unknown> = {}) => ({
  title: 'Thing Maker',
  type: 'Contract',
  location: 'Porto',
  salary: '$200K-$300K',
  description: 'You will make things.',
  applyurl: 'https://example.com/apply',
  company: { id: loom.id },
  ...values,
});

const write = async (method: string, url: string, body?: object) => {
  const reply = await board.ask(method, url, { token, ...(body && { body }) });
  expect(reply.status).toBeLessThan(300);
  return reply.body;
};

describe('after a write, the next search', () => {
  test('the next search finds a job that was posted or edited, and not a job that was deleted', async () => {
    const { id } = await write('POST', '/api/jobs', bodyFor());
    expect(await find({ q: 'maker porto loom' })).toEqual(['Thing Maker']);
    expect(await find({ minsalary: '299999', posted: '1' })).toEqual(['Thing Maker']);
    expect(await places()).toEqual(['Porto, Portugal']);

    const edited = { title: 'Poet', location: 'Rome', type: 'Remote', salary: 'Under $50K' };
    await write('PUT', `/api/jobs/${id}`, bodyFor({ id, ...edited, description: 'Verses.' }));
    for (const gone of ['maker', 'porto', 'thing']) expect(await find({ q: gone })).toEqual([]);
    expect(await find({ minsalary: '299999' })).toEqual([]);
    expect(await find({ q: 'poet rome verse loom', type: 'Remote' })).toEqual(['Poet']);
    expect(await find({ minsalary: '49999' })).toEqual(['Poet']);
    expect(await places()).toEqual(['Rome, Italy']);

    await write('DELETE', `/api/jobs/${id}`);
    expect(await find({ q: 'poet' })).toEqual([]);
    expect(await find({})).toEqual([]);
    expect(await places()).toEqual([]);
  });

  test('the next search finds a job that was reopened, and not a job that was closed', async () => {
    const { id } = await createJob(board.db, { title: 'Poet', company_id: loom.id });
    const setClosed = (closed_at: Date | null) =>
      board.db.update(jobs).set({ closed_at }).where(eq(jobs.id, id));
    await setClosed(new Date());
    expect(await find({ q: 'poet' })).toEqual([]);
    expect(await places()).toEqual([]);
    await setClosed(null);
    expect(await find({ q: 'poet' })).toEqual(['Poet']);
    expect(await places()).toEqual(['Lisbon, Portugal']);
  });

  test('the next search finds a job under the company to which it was moved', async () => {
    const other = await createCompany(board.db, { name: 'Spindle' });
    const { id } = await write('POST', '/api/jobs', bodyFor());
    await write('PUT', `/api/jobs/${id}`, bodyFor({ id, company: { id: other.id } }));
    expect(await find({ q: 'loom' })).toEqual([]);
    expect(await find({ q: 'spindle' })).toEqual(['Thing Maker']);
    expect(await find({ company: other.id })).toEqual(['Thing Maker']);
    expect(await find({ company: loom.id })).toEqual([]);
  });

  test('the next search finds jobs under the new name of their company, and no longer under the old name', async () => {
    await write('POST', '/api/jobs', bodyFor({ title: 'Poet', description: 'Verses' }));
    const { body: whole } = await board.get(`/api/companies/${loom.id}`);
    await write('PUT', `/api/companies/${loom.id}`, { ...whole, name: 'Spindle Söhne' });
    expect(await find({ q: 'spindle' })).toEqual(['Poet']);
    expect(await find({ q: 'sohne poet' })).toEqual(['Poet']);
    expect(await find({ q: 'spin', mentions: 'true' })).toEqual(['Poet']);
    expect(await find({ q: 'loom' })).toEqual([]);
    expect(await find({ q: '-spindle' })).toEqual([]);
    expect(await find({ q: '-loom' })).toEqual(['Poet']);
    const named = await board.get('/api/jobs/companies?name=spindle');
    expect(named.body.results).toEqual([{ id: loom.id, name: 'Spindle Söhne', jobs: 1 }]);
    expect((await board.get('/api/jobs/companies?name=loom')).body.results).toEqual([]);
  });

  test('the next search finds no job of a deleted company', async () => {
    await write('POST', '/api/jobs', bodyFor());
    await write('DELETE', `/api/companies/${loom.id}`);
    expect(await find({ q: 'loom' })).toEqual([]);
    expect(await find({ q: 'maker' })).toEqual([]);
    expect(await find({ company: loom.id })).toEqual([]);
    expect(await places()).toEqual([]);
  });
});
