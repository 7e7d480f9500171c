import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { jobs } from '#server/db/schema.ts';
import type { Dashboard, DashboardJob } from '#shared/contract/dashboard.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createDraft, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const { ask } = board;

const TODAY = new Date('2026-11-20T12:00:00.000Z');

let company: string;
let another: string;
let tokens: Record<'admin' | 'user' | 'site', string>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: TODAY });
  const { db } = board;
  const sign = async ({ id }: { id: string }) => tokenFor(db, id);
  company = (await createCompany(db, { name: 'Loom Labs', website: '' })).id;
  another = (await createCompany(db, { name: 'Brewery' })).id;
  tokens = {
    admin: await sign(await createAccount(db, { role: 'companyadmin', company_id: company })),
    user: await sign(await createAccount(db)),
    site: await sign(await createAccount(db, { role: 'siteadmin' })),
  };
});
afterEach(() => {
  vi.useRealTimers();
});

const ownJob = (values: Partial<typeof jobs.$inferInsert> = {}) =>
  createJob(board.db, { company_id: company, ...values });

const see = async (query = '', token = tokens.admin): Promise<Dashboard> => {
  const { status, body } = await ask('GET', `/api/dashboard${query}`, { token });
  expect([query, status]).toEqual([query, 200]);
  return body;
};
const titles = ({ results }: Dashboard) => results.map(({ title }) => title);

/** Adds jobs in each state, and some jobs of another company. */
async function fillBoard() {
  await ownJob({ title: 'Later', validthrough: '2026-11-28', date: new Date('2026-10-03') });
  await ownJob({ title: 'Second', validthrough: '2026-11-27', date: new Date('2026-10-02') });
  await ownJob({ title: 'First', validthrough: '2026-11-20', date: new Date('2026-10-01') });
  await ownJob({ title: 'Former', closed_at: new Date('2026-11-01'), closed_by: 'admin' });
  for (const state of ['draft', 'review', 'rejected'] as const) {
    await createDraft(board.db, { company_id: company, state, job: { title: `A ${state}` } });
  }
  await createJob(board.db, { company_id: another, title: 'Brewer' });
  await createDraft(board.db, { company_id: another, job: { title: 'A brew' } });
}

describe('the dashboard', () => {
  test('the dashboard lists an employer’s jobs in each state, and counts them', async () => {
    await fillBoard();
    const lists = {
      open: ['Later', 'Second', 'First'],
      closing: ['First', 'Second'],
      draft: ['A draft'],
      review: ['A review'],
      rejected: ['A rejected'],
      closed: ['Former'],
    };
    const counts = { open: 3, closing: 2, draft: 1, review: 1, rejected: 1, closed: 1 };
    for (const [state, expected] of Object.entries(lists)) {
      const list = await see(`?state=${state}`);
      expect([state, titles(list)]).toEqual([state, expected]);
      expect(list).toMatchObject({ counts, total: expected.length });
    }
    expect(titles(await see())).toEqual(lists.open);
  });

  test('shows a site admin the jobs of all companies, or of the chosen ones', async () => {
    await fillBoard();
    expect((await see('', tokens.site)).counts).toMatchObject({ open: 4, draft: 2, closed: 1 });
    const drafts = await see(`?state=draft&company=${another}`, tokens.site);
    expect(titles(drafts)).toEqual(['A brew']);
    expect(titles(await see(`?company=${another}`, tokens.site))).toEqual(['Brewer']);
    expect(titles(await see('?state=closed&company=nonsense', tokens.site))).toEqual([]);
    // An employer cannot choose another company.
    expect(titles(await see(`?company=${another}`))).not.toContain('Brewer');
    expect(titles(await see(`?state=draft&company=${another}`))).toEqual([]);
  });

  test('shows what an open job lacks for Google, and when each job closes or closed', async () => {
    await ownJob({ title: 'Bare', location: 'Kiosk 7', salary: '', description: '' });
    await ownJob({
      title: 'Expired',
      closed_at: new Date('2026-11-01'),
      validthrough: '2026-10-31',
    });
    const [bare] = (await see()).results as [DashboardJob];
    expect(bare).toMatchObject({ validthrough: '', closedat: null, closedby: null });
    const issues = bare.issues.map(({ property, required }) => [property, required]);
    expect(issues).toEqual([
      ['description', true],
      ['addressCountry', true],
      ['baseSalary', false],
      ['validThrough', false],
      ['logo', false],
      ['sameAs', false],
    ]);
    expect((await see('?state=closed')).results).toMatchObject([
      { closedat: '2026-11-01T00:00:00.000Z', closedby: 'source', issues: [] },
    ]);
    await createDraft(board.db, { company_id: company, state: 'rejected' });
    expect((await see('?state=rejected')).results).toMatchObject([
      { reason: 'It does not say what the work is.', posted: null },
    ]);
  });

  test('the dashboard finds open jobs by the public search, and other jobs by a part of their title', async () => {
    await ownJob({ title: 'Weaver', location: 'Porto' });
    await ownJob({ title: 'Spinner', location: 'Lisbon' });
    expect(titles(await see('?q=weavers&location=porto'))).toEqual(['Weaver']);
    for (const state of ['closed', 'closing'] as const) {
      const values = state === 'closed' ? { closed_at: TODAY } : { validthrough: '2026-11-21' };
      await ownJob({ title: '100% Dyer_', ...values });
      await ownJob({ title: '100 Dyers', ...values });
      expect(titles(await see(`?state=${state}&q=${encodeURIComponent('0% dyer_ ')}`))).toEqual([
        '100% Dyer_',
      ]);
    }
    await createDraft(board.db, { company_id: company, job: { title: 'Fuller' } });
    await createDraft(board.db, { company_id: company, job: { title: '' } });
    expect(await see('?state=draft&q=FULL')).toMatchObject({ total: 1, counts: { draft: 2 } });
  });

  test.each(['open', 'closing', 'draft', 'review', 'rejected', 'closed'] as const)(
    'the dashboard returns the list of the state %s in pages that contain each job once',
    async (state) => {
      for (let number = 0; number < 5; number += 1) {
        if (state === 'open') await ownJob({ title: `${number}` });
        else if (state === 'closing')
          await ownJob({ title: `${number}`, validthrough: '2026-11-21' });
        else if (state === 'closed') await ownJob({ title: `${number}`, closed_at: TODAY });
        else
          await createDraft(board.db, { company_id: company, state, job: { title: `${number}` } });
      }
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await see(`?state=${state}&limit=2${cursor && `&cursor=${cursor}`}`);
        expect(page.offset ?? 0).toBe(seen.length);
        expect(page.total).toBe(5);
        seen.push(...titles(page));
        cursor = page.next ?? '';
      } while (cursor);
      expect(seen.toSorted()).toEqual(['0', '1', '2', '3', '4']);
    },
  );

  test.each([
    ...['?limit=0', '?limit=1e9', '?cursor=nonsense', '?state=closed&cursor=nonsense'],
    ...['?state=draft&cursor=nonsense', '?state=published', '?state=draft&state=open'],
  ])('the dashboard refuses the invalid query %s', async (query) => {
    expect((await ask('GET', `/api/dashboard${query}`, { token: tokens.admin })).status).toBe(400);
  });

  test('is refused to visitors and users without a role, and no cache stores it', async () => {
    expect((await ask('GET', '/api/dashboard')).status).toBe(401);
    expect((await ask('GET', '/api/dashboard', { token: tokens.user })).status).toBe(403);
    const { headers } = await ask('GET', '/api/dashboard', { token: tokens.admin });
    expect(headers['cache-control']).toBe('no-store');
  });
});
