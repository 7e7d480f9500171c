import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { company_claims } from '#server/db/claim-tables.ts';
import { companies } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { blocksRead } from '#tests/support/blocks-read.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { countAdministered, listAdministered } from './queries.ts';

const board = setUpTestBoard();
const { ask } = board;

let token = '';
beforeEach(async () => {
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  token = await tokenFor(board.db, id);
});

const list = (query = '') => ask('GET', `/api/admin/companies${query}`, { token });

async function names(query = ''): Promise<string[]> {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  expect(body.total).toBe(body.results.length);
  return body.results.map(({ name }: { name: string }) => name);
}

/** Adds a company with its own website, so that it does not count as a duplicate of another one. */
const add = (name: string, values: Parameters<typeof createCompany>[1] = {}) =>
  createCompany(board.db, { name, website: `https://${crypto.randomUUID()}.example`, ...values });

describe('GET /api/admin/companies', () => {
  test('lists companies alphabetically with their teams, jobs and claims', async () => {
    const loom = await add('Loom', {
      website: 'https://loom.example',
      source: 'ashby',
      source_id: 'l',
    });
    await add('Anvil');
    const owner = await createAccount(board.db, {
      role: 'companyadmin',
      company_id: loom.id,
      name: 'Eve',
      verified_email: 'eve@loom.example',
    });
    const editor = await createAccount(board.db);
    await board.db
      .insert(memberships)
      .values({ account_id: editor.id, company_id: loom.id, role: 'editor' });
    const claim = { company_id: loom.id, state: 'review', submitted_at: new Date() } as const;
    await board.db.insert(company_claims).values({
      id: crypto.randomUUID(),
      account_id: (await createAccount(board.db)).id,
      ...claim,
    });
    await createJob(board.db, { company_id: loom.id });
    await createJob(board.db, { company_id: loom.id, closed_at: new Date() });
    const { body } = await list();
    expect(body.results[0]).toMatchObject({ name: 'Anvil', owners: [], jobs: 0 });
    expect(body.results[1]).toMatchObject({
      id: loom.id,
      name: 'Loom',
      website: 'https://loom.example',
      source: 'ashby',
      owners: [{ id: owner.id, name: 'Eve', email: 'eve@loom.example' }],
      editors: 1,
      claims: 1,
      jobs: 1,
      duplicates: [],
    });
    expect(await names('?show=owned')).toEqual(['Loom']);
    expect(await names('?show=unowned')).toEqual(['Anvil']);
    expect(await names('?show=claimed')).toEqual(['Loom']);
  });

  test('finds companies by the start of a word of the name, or by id', async () => {
    const { id } = await add('Harbour Looms');
    await add('Anvil');
    expect(await names('?q=loo')).toEqual(['Harbour Looms']);
    expect(await names(`?q=${id.toUpperCase()}`)).toEqual(['Harbour Looms']);
    expect(await names('?q=oom')).toEqual([]);
  });

  test('lists as duplicates the companies with the same name or the same website', async () => {
    const loom = await add('Loom Labs', { website: 'https://loom.example/en' });
    const labs = await add('loom-labs');
    const other = await add('Weavers', { website: 'http://LOOM.example' });
    await add('No website', { website: '' });
    await add('Also without', { website: '' });
    await add('Anvil');
    const { body } = await list('?show=duplicates');
    const found = new Map(
      body.results.map(({ id, duplicates }: { id: string; duplicates: { id: string }[] }) => [
        id,
        duplicates.map((one) => one.id),
      ]),
    );
    expect(found).toEqual(
      new Map([
        [loom.id, [labs.id, other.id]],
        [labs.id, [loom.id]],
        [other.id, [loom.id]],
      ]),
    );
  });

  test('finds duplicates among 20,000 companies with little more work than among 100', async () => {
    const addMany = (first: number, last: number) =>
      board.db.execute(sql`insert into ${companies} (id, name, website)
        select gen_random_uuid(), 'Company ' || number, 'https://' || number || '.example'
        from generate_series(${first}::integer, ${last}::integer) as number`);
    const blocks = async () => {
      await board.db.execute(sql`analyze companies, company_keys`);
      const read = (run: () => Promise<unknown>) =>
        blocksRead(board.databaseUrl, '"companies"', run);
      const show = 'duplicates';
      return (
        (await read(() => listAdministered(board.db, { show }, { limit: 51, after: undefined }))) +
        (await read(() => countAdministered(board.db, { show })))
      );
    };
    await addMany(1, 100);
    await add('Company 7');
    const few = await blocks();
    await addMany(101, 20_000);
    expect(await names('?show=duplicates')).toEqual(['Company 7', 'Company 7']);
    expect(await blocks()).toBeLessThan(3 * few);
  });

  test('follows renamed and deleted companies', async () => {
    const loom = await add('Loom');
    const other = await add('Loom');
    await board.db.update(companies).set({ name: 'Anvil' }).where(eq(companies.id, other.id));
    expect(await names('?show=duplicates')).toEqual([]);
    await board.db
      .update(companies)
      .set({ website: loom.website })
      .where(eq(companies.id, other.id));
    expect(await names('?show=duplicates')).toEqual(['Anvil', 'Loom']);
    await board.db.delete(companies).where(eq(companies.id, loom.id));
    expect(await names('?show=duplicates')).toEqual([]);
  });

  test('returns every company exactly once across the pages', async () => {
    for (const name of ['Élan', 'anvil', 'Zinc', 'Anvil']) await add(name);
    const read: string[] = [];
    let next: string | undefined = '';
    while (next !== undefined) {
      const { body } = await list(`?limit=1&cursor=${next}`);
      read.push(...body.results.map(({ name }: { name: string }) => name));
      next = body.next;
    }
    expect(read).toHaveLength(4);
    expect(read).toEqual(await names());
    expect((await list('?cursor=x')).status).toBe(400);
  });
});

test('GET /api/admin/companies.csv returns all companies that match the filter', async () => {
  await add('Loom', { website: 'https://loom.example' });
  await add('=cmd()');
  const { headers, body } = await ask('GET', '/api/admin/companies.csv?show=unowned', { token });
  expect(headers['content-disposition']).toBe('attachment; filename="companies.csv"');
  const lines = String(body).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain("'=cmd()");
  expect(lines[2]).toMatch(/,Loom,https:\/\/loom\.example,.*,0,,0,0,$/);
});
