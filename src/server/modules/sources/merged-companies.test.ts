import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { audit_events } from '#server/db/schema.ts';
import { restoreDeleted } from '#server/modules/audit/restore.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpSources } from './testing/set-up-sources.ts';

const setup = setUpSources();
const { board, list, run, addSource, jobsOf, ledger, sourceOf, tokenOf } = setup;

async function merge(from: string, into: string) {
  const { status } = await board.ask('POST', `/api/companies/${from}/merge`, {
    token: await tokenOf(),
    body: { into },
  });
  expect(status).toBe(200);
}

async function undo() {
  const { rows } = await board.db.execute<{ id: string }>(
    sql`select max(id) as id from ${audit_events} where kind = 'merge' and action = 'create'`,
  );
  await restoreDeleted(board.db, Number(rows[0]?.id));
}

describe('a merge of companies', () => {
  test('moves the sources, whose runs continue; undoing the merge moves them back with their jobs', async () => {
    const { id: into } = await createCompany(board.db);
    const source = await addSource();
    const from = source.company_id;
    list('acme', [{ id: 1 }, { id: 2 }]);
    await run(source.id);
    const ids = (await jobsOf(from)).rows.map(({ id }) => id);
    await merge(from, into);
    expect((await sourceOf(source.id)).company_id).toBe(into);
    list('acme', [{ id: 1, title: 'Dyer' }, { id: 2 }, { id: 3 }]);
    expect((await run(source.id)).counts).toMatchObject({ added: 1, changed: 1, closed: 0 });
    expect((await jobsOf(into)).open).toEqual(['Dyer', 'Weaver 2', 'Weaver 3']);

    await undo();
    expect((await sourceOf(source.id)).company_id).toBe(from);
    const { open, rows } = await jobsOf(from);
    expect(open).toEqual(['Dyer', 'Weaver 2', 'Weaver 3']);
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect((await jobsOf(into)).rows).toEqual([]);
    expect((await run(source.id)).outcome).toBe('unchanged');
  });

  test('after a merge of companies, the ledger has the remaining one of two duplicate jobs; after an undo, the former job', async () => {
    const { id: into } = await createCompany(board.db);
    const source = await addSource();
    const from = source.company_id;
    list('acme', [{ id: 1 }]);
    await run(source.id);
    const [dropped] = (await jobsOf(from)).rows;
    const remaining = await createJob(board.db, {
      company_id: into,
      source: 'greenhouse',
      source_id: '1',
      title: 'Weaver 1',
    });
    await merge(from, into);
    expect((await ledger(source.id))[0]?.job_id).toBe(remaining.id);
    list('acme', [{ id: 1, title: 'Dyer' }]);
    expect((await run(source.id)).counts).toMatchObject({ added: 0, changed: 1 });
    expect((await jobsOf(into)).open).toEqual(['Dyer']);

    await undo();
    expect((await ledger(source.id))[0]?.job_id).toBe(dropped?.id);
    expect((await jobsOf(from)).rows.map(({ id }) => id)).toEqual([dropped?.id]);
    expect((await jobsOf(into)).rows.map(({ id }) => id)).toEqual([remaining.id]);
  });

  test('after a merge of companies, the ledger of the remaining company has the moved job if only that one is open', async () => {
    const { id: from } = await createCompany(board.db);
    const source = await addSource();
    const into = source.company_id;
    list('acme', [{ id: 1 }, { id: 2 }]);
    await run(source.id);
    const [dropped] = (await jobsOf(into)).rows;
    await setup.editAs(dropped?.id ?? '', { closed_at: new Date(), closed_by: 'admin' });
    const open = await createJob(board.db, {
      company_id: from,
      source: 'greenhouse',
      source_id: '1',
      title: 'Weaver 1',
    });
    await merge(from, into);
    expect((await ledger(source.id))[0]?.job_id).toBe(open.id);
    await undo();
    expect((await ledger(source.id))[0]?.job_id).toBe(dropped?.id);
    expect((await jobsOf(from)).rows.map(({ id }) => id)).toEqual([open.id]);
  });

  test('during a merge of companies, a run in progress writes to the remaining company', async () => {
    const { id: into } = await createCompany(board.db);
    const source = await addSource();
    setup.server.answer(setup.urlOf('acme'), async () => {
      await merge(source.company_id, into);
      return { json: { jobs: [setup.toPosting({ id: 1 })], meta: { total: 1 } } };
    });
    expect((await run(source.id)).outcome).toBe('applied');
    expect((await jobsOf(into)).open).toEqual(['Weaver 1']);
  });
});
