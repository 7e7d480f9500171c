import { describe, expect, test } from 'vitest';
import { sources } from '#server/db/source-tables.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const { ask } = board;

async function siteAdmin(): Promise<string> {
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  return tokenFor(board.db, id);
}

const addSource = (values: Partial<typeof sources.$inferInsert> & { company_id: string }) =>
  board.db.insert(sources).values({
    id: crypto.randomUUID(),
    system: 'greenhouse',
    tenant: 'loom',
    state: 'active' as const,
    ...values,
  });

const states = () =>
  board.db
    .select({ tenant: sources.tenant, state: sources.state, by: sources.paused_by })
    .from(sources)
    .orderBy(sources.tenant);

describe('a deleted company', () => {
  test('a restored company gets its sources back, either paused or still proposed', async () => {
    const { id: company_id } = await createCompany(board.db, { name: 'Loom' });
    const settings = { entry: 'job' };
    await addSource({ company_id, tenant: 'a', interval_minutes: 90, settings });
    await addSource({ company_id, tenant: 'b', state: 'asking' });
    await addSource({ company_id, tenant: 'c', state: 'proposed' });
    const [before] = await board.db.select().from(sources).orderBy(sources.tenant);
    const token = await siteAdmin();
    await ask('DELETE', `/api/companies/${company_id}`, { token });
    expect(await states()).toEqual([]);
    const { body: trail } = await ask('GET', '/api/admin/audit?kind=source', { token });
    expect(trail.results).toMatchObject([
      { action: 'delete', name: 'Loom (greenhouse)', actor: { kind: 'person' } },
      { action: 'delete' },
      { action: 'delete' },
    ]);

    const list = await ask('GET', '/api/admin/audit?kind=company&action=delete', { token });
    const [deletion] = list.body.results;
    const restored = await ask('POST', `/api/admin/audit/${deletion.id}/restore`, { token });
    expect([restored.status, restored.body.sources]).toEqual([200, 3]);
    expect(await states()).toEqual([
      { tenant: 'a', state: 'paused', by: 'restored' },
      { tenant: 'b', state: 'paused', by: 'restored' },
      { tenant: 'c', state: 'proposed', by: null },
    ]);
    const [after] = await board.db.select().from(sources).orderBy(sources.tenant);
    expect(after).toMatchObject({ id: before?.id, company_id, interval_minutes: 90, settings });
  });

  test('a restored company does not get back a source that another company has added in the meantime', async () => {
    const { id: company_id } = await createCompany(board.db);
    await addSource({ company_id });
    const token = await siteAdmin();
    await ask('DELETE', `/api/companies/${company_id}`, { token });
    const { id: other } = await createCompany(board.db);
    await addSource({ company_id: other });
    const { status } = await ask('POST', `/api/companies/${company_id}/restore`, { token });
    expect(status).toBe(200);
    expect(await states()).toEqual([{ tenant: 'loom', state: 'active', by: null }]);
  });
});
