import { describe, expect, test } from 'vitest';
import { createJob } from '#tests/support/factories.ts';
import { setUpSources } from './testing/set-up-sources.ts';

const setup = setUpSources();
const { board, list, run, addSource, jobsOf, tokenOf, editAs } = setup;
const { ask } = board;

async function editedJob() {
  const source = await addSource();
  list('acme', [{ id: 1 }]);
  await run(source.id);
  const [job] = (await jobsOf(source.company_id)).rows;
  if (!job) throw new Error('no job');
  await editAs(job.id, { title: 'Master Weaver' });
  return { source, job, token: await tokenOf() };
}

const locksOf = async (id: string) =>
  (await ask('GET', `/api/sources/${id}/locks`, { token: await tokenOf() })).body.results;

const titleOf = async (company_id: string) => (await jobsOf(company_id)).rows[0]?.title;

describe('a field that a person has edited', () => {
  test('is listed with both values, even before a run has read the entry again', async () => {
    const { source, job } = await editedJob();
    const lock = { job: { id: job.id, title: 'Master Weaver' }, field: 'title' };
    expect(await locksOf(source.id)).toEqual([
      { ...lock, value: 'Master Weaver', stated: 'Weaver 1' },
    ]);
    list('acme', [{ id: 1, title: 'Weaver I' }]);
    await run(source.id);
    expect(await locksOf(source.id)).toEqual([
      { ...lock, value: 'Master Weaver', stated: 'Weaver I' },
    ]);
  });

  test('a field that is unlocked gets the value at the source, and later runs change it again', async () => {
    const { source, job, token } = await editedJob();
    list('acme', [{ id: 1, title: 'Weaver I' }]);
    await run(source.id);
    const unlocked = await ask('POST', `/api/jobs/${job.id}/unlock`, {
      token,
      body: { field: 'title' },
    });
    expect(unlocked.status).toBe(204);
    expect(await titleOf(source.company_id)).toBe('Weaver I');
    expect((await board.get(`/api/jobs/${job.id}`)).body.title).toBe('Weaver I');
    expect(await locksOf(source.id)).toEqual([]);
    const trail = await ask('GET', `/api/admin/audit?action=unlock&q=${job.id}`, { token });
    expect(trail.body.results).toMatchObject([{ kind: 'job', actor: { kind: 'person' } }]);

    list('acme', [{ id: 1, title: 'Weaver II' }]);
    await run(source.id);
    expect(await titleOf(source.company_id)).toBe('Weaver II');
  });

  test('a field that is unlocked gets the value from before the edit if no run has read the entry since', async () => {
    const { source, job, token } = await editedJob();
    await ask('POST', `/api/jobs/${job.id}/unlock`, { token, body: { field: 'title' } });
    expect(await titleOf(source.company_id)).toBe('Weaver 1');
    await run(source.id);
    expect(await titleOf(source.company_id)).toBe('Weaver 1');
  });

  test('the next edit locks an unlocked field again', async () => {
    const { source, job, token } = await editedJob();
    await ask('POST', `/api/jobs/${job.id}/unlock`, { token, body: { field: 'title' } });
    await editAs(job.id, { title: 'Grand Weaver' });
    await run(source.id);
    expect(await titleOf(source.company_id)).toBe('Grand Weaver');
  });
});

describe('POST /api/jobs/:id/unlock', () => {
  test('only fields that sources have can be unlocked', async () => {
    const { job, token } = await editedJob();
    for (const field of ['company', 'toString', '', 7]) {
      const { status } = await ask('POST', `/api/jobs/${job.id}/unlock`, {
        token,
        body: { field },
      });
      expect(status).toBe(400);
    }
  });

  test('unlocking is possible only for jobs from a source, and for admins of their company', async () => {
    const { source, job, token } = await editedJob();
    const body = { field: 'title' };
    const { id } = await createJob(board.db, { company_id: source.company_id });
    expect((await ask('POST', `/api/jobs/${id}/unlock`, { token, body })).status).toBe(404);
    const unlock = (token?: string) => ask('POST', `/api/jobs/${job.id}/unlock`, { token, body });
    expect((await unlock()).status).toBe(401);
    expect((await unlock(await tokenOf({ role: 'user' }))).status).toBe(403);
    expect((await unlock(await tokenOf({ role: 'companyadmin' }))).status).toBe(403);
    const own = { role: 'companyadmin', company_id: source.company_id } as const;
    expect((await unlock(await tokenOf(own))).status).toBe(204);
  });
});
