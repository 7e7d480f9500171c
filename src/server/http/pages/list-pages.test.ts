import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_SUGGESTIONS } from '#shared/limits.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

let companies: string[];
beforeEach(async () => {
  companies = [];
  for (let number = 0; number < MAX_SUGGESTIONS + 5; number += 1) {
    const { id } = await createCompany(board.db, {
      name: `Works ${String(number).padStart(2, '0')}`,
    });
    // The last company has two jobs, and each of the others has one.
    await createJob(board.db, { company_id: id, title: 'Weaver' });
    companies.push(id);
  }
  await createJob(board.db, { company_id: companies.at(-1) ?? '', title: 'Dyer' });
});

const htmlOf = async (url: string) => (await board.app.inject({ url })).body;

describe('a page with lists', () => {
  test.each([
    ['/', 1],
    ['/jobs', 2],
    ['/jobs?q=weaver', 2],
    ['/companies', 1],
    ['/companies/:id', 1],
  ])('%s contains them as data in columns, which compress better', async (path, minimum) => {
    const html = await htmlOf(path.replace(':id', companies.at(-1) ?? ''));
    const tables = [...html.matchAll(/\\"\$rows\\":\d/g)];
    expect(tables.length).toBeGreaterThanOrEqual(minimum);
  });
});

describe('before hydration', () => {
  test('the form sends all chosen companies, although its select box can show only one', async () => {
    const [one = '', other = ''] = companies;
    const sent = async (url: string) =>
      [...(await htmlOf(url)).matchAll(/<input type="hidden" name="company" value="([^"]+)"/g)].map(
        ([, id]) => id,
      );
    expect(await sent(`/jobs?company=${one}&company=${other}`)).toEqual([one, other]);
    expect(await sent(`/jobs?company=${one}`)).toEqual([]);
  });
});
