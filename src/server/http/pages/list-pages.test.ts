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
  /** The ids of the companies with a checkbox. */
  const offered = async (url: string) => {
    const [fieldset = ''] = />Companies<\/legend>.*?<\/fieldset>/s.exec(await htmlOf(url)) ?? [];
    return [...fieldset.matchAll(/value="([^"]+)"/g)].map(([, id]) => id);
  };

  test('only the companies with the most jobs have a checkbox', async () => {
    const ids = await offered('/jobs');
    expect(ids).toHaveLength(10);
    expect(ids[0]).toBe(companies.at(-1));
  });

  test('a chosen company has a checkbox, too', async () => {
    const chosen = companies.at(-2) ?? '';
    expect(await offered('/jobs')).not.toContain(chosen);
    expect(await offered(`/jobs?company=${chosen}`)).toContain(chosen);
  });
});
