import { describe, expect, test } from 'vitest';
import { setUpSources } from './testing/set-up-sources.ts';

const setup = setUpSources();
const { board, list, run, addSource, jobsOf, ledger, sourceOf, tokenOf, editAs } = setup;
const { ask } = board;

const undo = async (run: { id: number }) =>
  ask('POST', `/api/source-runs/${run.id}/undo`, { token: await tokenOf() });

const resume = async (id: string) =>
  ask('POST', `/api/sources/${id}/resume`, { token: await tokenOf() });

const content = '&lt;p&gt;You weave wool and silk on a large loom in our old mill.&lt;/p&gt;';

/** The rows of a company’s jobs, without the columns that every write changes. */
const contentOf = async (company_id: string) =>
  (await jobsOf(company_id)).rows.map(({ version: _, updated_at: __, ...row }) => row);

describe('undoing a run', () => {
  test('removes the jobs that the run added, and restores the jobs that the run changed or closed', async () => {
    const source = await addSource();
    list('acme', [{ id: 1 }, { id: 2 }, { id: 3 }]);
    await run(source.id);
    list('acme', [{ id: 1 }, { id: 2 }]);
    await run(source.id);
    const before = await contentOf(source.company_id);
    list('acme', [{ id: 1, title: 'Dyer', location: 'Porto' }, { id: 2 }, { id: 4 }]);
    const undone = await run(source.id);
    expect(undone.counts).toMatchObject({ added: 1, changed: 1, closed: 1 });

    const { status, body } = await undo(undone);
    expect([status, body]).toEqual([200, { undone: 3, retained: 0 }]);
    expect(await contentOf(source.company_id)).toEqual(before);
    expect(await sourceOf(source.id)).toMatchObject({ state: 'paused', paused_by: 'undone' });
    expect((await board.get('/api/jobs?q=dyer')).body.total).toBe(0);
    expect((await undo(undone)).status).toBe(409);
  });

  test('the audit trail records who has undone a run', async () => {
    const source = await addSource();
    list('acme', [{ id: 1 }]);
    await undo(await run(source.id));
    const token = await tokenOf();
    const { body } = await ask('GET', `/api/admin/audit?kind=source&q=${source.id}`, { token });
    expect(body.results).toMatchObject([{ action: 'update', actor: { kind: 'person' } }]);
  });

  test('gives a reposted job its former id again', async () => {
    const source = await addSource();
    list('acme', [{ id: 1, title: 'Weaver', content }, { id: 2 }]);
    await run(source.id);
    const before = await contentOf(source.company_id);
    list('acme', [{ id: 7, title: 'Weaver', content }, { id: 2 }]);
    const undone = await run(source.id);
    expect(undone.counts.reposted).toBe(1);
    expect((await undo(undone)).body).toEqual({ undone: 1, retained: 0 });
    expect(await contentOf(source.company_id)).toEqual(before);
    expect(await ledger(source.id)).toMatchObject([
      { external_id: '1', reposts: 0 },
      { external_id: '2' },
    ]);
    await resume(source.id);
    expect((await run(source.id)).counts).toMatchObject({ reposted: 1, added: 0 });
  });

  test('does not touch what people have changed since', async () => {
    const source = await addSource();
    list('acme', [{ id: 1 }]);
    await run(source.id);
    list('acme', [{ id: 1, title: 'Dyer', location: 'Porto' }, { id: 2 }, { id: 3 }]);
    const undone = await run(source.id);
    const { rows } = await jobsOf(source.company_id);
    const idOf = (title: string) => rows.find((row) => row.title === title)?.id ?? '';
    await editAs(idOf('Dyer'), { title: 'Master Dyer' });
    await editAs(idOf('Weaver 2'), { location: 'Oslo' });
    expect((await undo(undone)).body).toEqual({ undone: 1, retained: 2 });
    const after = (await jobsOf(source.company_id)).rows;
    expect(after.map(({ title, location }) => [title, location])).toEqual([
      ['Master Dyer', 'Lisbon'],
      ['Weaver 2', 'Oslo'],
    ]);
  });

  test('only the latest run can be undone, and then the run before it', async () => {
    const source = await addSource();
    list('acme', [{ id: 1 }]);
    const first = await run(source.id);
    await run(source.id);
    list('acme', [{ id: 1 }, { id: 2 }]);
    const second = await run(source.id);
    expect((await undo(first)).status).toBe(409);
    expect((await undo(second)).status).toBe(200);
    expect((await undo(first)).status).toBe(200);
    expect((await jobsOf(source.company_id)).rows).toEqual([]);
  });

  test('that has changed nothing is refused', async () => {
    const source = await addSource();
    list('acme', [{ id: 1 }]);
    await run(source.id);
    expect((await undo(await run(source.id))).status).toBe(409);
    expect((await sourceOf(source.id)).state).toBe('active');
  });

  test('after an undo, the source is not read until it is resumed, and later runs make the same changes again', async () => {
    const source = await addSource();
    list('acme', [{ id: 1 }, { id: 2 }]);
    await run(source.id);
    list('acme', [{ id: 1, title: 'Dyer' }, { id: 3 }]);
    await run(source.id);
    const closing = await run(source.id);
    expect((await undo(closing)).status).toBe(200);
    await resume(source.id);
    // A job is closed only after two lists without it, as it was the first time.
    expect((await run(source.id)).counts).toMatchObject({ missing: 1, closed: 0, added: 0 });
    expect((await run(source.id)).counts).toMatchObject({ closed: 1 });
    expect(await jobsOf(source.company_id)).toMatchObject({
      open: ['Dyer', 'Weaver 3'],
      closed: ['Weaver 2'],
    });
  });

  test('does not prevent later runs from adding the jobs again, because no person has deleted them', async () => {
    const source = await addSource();
    list('acme', [{ id: 1 }]);
    await undo(await run(source.id));
    expect(await ledger(source.id)).toEqual([]);
    await resume(source.id);
    expect((await run(source.id)).counts).toMatchObject({ added: 1, skipped: 0 });
  });
});
