import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { audit_events } from '#server/db/schema.ts';
import { source_runs, sources } from '#server/db/source-tables.ts';
import { memberships } from '#server/db/team-tables.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany } from '#tests/support/factories.ts';
import { setUpSources } from './testing/set-up-sources.ts';

const setup = setUpSources();
const { board, list, run, addSource, sourceOf, tokenOf } = setup;
const { ask } = board;

/** The events of a source in the audit trail, the oldest first. */
const trail = async (id: string) => {
  const rows = await board.db
    .select()
    .from(audit_events)
    .where(and(eq(audit_events.kind, 'source'), eq(audit_events.thing_id, id)))
    .orderBy(audit_events.id);
  return rows;
};

/** What people did with a source, as the audit trail says it, the latest first. */
const actsOn = async (id: string, token: string) => {
  const { body } = await ask('GET', `/api/admin/audit?kind=source&q=${id}`, { token });
  return body.results.map(({ act }: { act: string }) => act);
};

const UNKNOWN = '0198a3c5-7d5e-7000-8000-00000000dead';

describe('GET /api/sources', () => {
  test('lists sources page by page with their latest runs, those that need a person first', async () => {
    const token = await tokenOf();
    const fine = await addSource('fine');
    list('fine', [{ id: 1 }, { id: 2 }]);
    await run(fine.id);
    await addSource('failing', { failures: 2 });
    await addSource('proposed', { state: 'proposed' });
    await addSource('asking', { state: 'asking' });
    const first = await ask('GET', '/api/sources?limit=3', { token });
    expect([first.status, first.body.total]).toEqual([200, 4]);
    const second = await ask('GET', `/api/sources?limit=3&cursor=${first.body.next}`, { token });
    const all = [...first.body.results, ...second.body.results];
    expect(all.map(({ tenant }) => tenant)).toEqual(['asking', 'proposed', 'failing', 'fine']);
    expect(second.body.next).toBeUndefined();
    expect(all[3]).toMatchObject({
      system: 'greenhouse',
      systemname: 'Greenhouse',
      url: 'https://job-boards.greenhouse.io/fine',
      company: { name: 'Ada & Sons' },
      state: 'active',
      jobs: 2,
      confirmed: setup.now.toISOString(),
      lastrun: { outcome: 'applied', counts: { added: 2 }, changes: true },
    });
    expect(all[1]).toMatchObject({ nextrun: null, lastrun: null });
  });

  test('filters sources by words, state and company', async () => {
    const token = await tokenOf();
    const one = await addSource('loom');
    await addSource('mill', { state: 'paused', paused_by: 'person', failures: 1 });
    const tenants = async (query: string) => {
      const { body } = await ask('GET', `/api/sources?${query}`, { token });
      return body.results.map(({ tenant }: { tenant: string }) => tenant);
    };
    expect(await tenants('q=LOO')).toEqual(['loom']);
    expect(await tenants('q=greenhouse')).toEqual(expect.arrayContaining(['loom', 'mill']));
    expect(await tenants('state=paused')).toEqual(['mill']);
    expect(await tenants('state=failing')).toEqual(['mill']);
    expect(await tenants(`company=${one.company_id}`)).toEqual(['loom']);
    expect(await tenants('company=nobody')).toEqual([]);
  });

  test('shows an owner only the sources of the company, and an editor none', async () => {
    const own = await addSource('own');
    await addSource('other');
    const owner = await tokenOf({ role: 'companyadmin', company_id: own.company_id });
    const { body } = await ask('GET', '/api/sources', { token: owner });
    expect(body.results.map(({ tenant }: { tenant: string }) => tenant)).toEqual(['own']);
    expect(body.total).toBe(1);
    const account = await createAccount(board.db, {
      role: 'companyadmin',
      company_id: own.company_id,
    });
    await board.db
      .update(memberships)
      .set({ role: 'editor' })
      .where(eq(memberships.account_id, account.id));
    const token = await tokenFor(board.db, account.id);
    expect((await ask('GET', '/api/sources', { token })).status).toBe(403);
    expect((await ask('GET', `/api/sources/${own.id}`, { token })).status).toBe(403);
    expect((await ask('POST', `/api/sources/${own.id}/run`, { token, body: {} })).status).toBe(403);
  });

  test.each(['limit=0', 'state=asleep', 'cursor=abc'])(
    'refuses to list sources with the query ?%s',
    async (query) => {
      expect((await ask('GET', `/api/sources?${query}`, { token: await tokenOf() })).status).toBe(
        400,
      );
    },
  );
});

describe('a source', () => {
  test('is changed only if the request has the current version; the next run reads the whole list again', async () => {
    const token = await tokenOf();
    const { id } = await addSource('acme', { validators: { etag: '"v1"' } });
    const read = await board.app.inject({
      url: `/api/sources/${id}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(read.headers.etag).toBe('"1"');
    const body = { interval: 90, settings: {} };
    const put = (etag: string) =>
      ask('PUT', `/api/sources/${id}`, { token, body, headers: { 'if-match': etag } });
    expect((await put('"7"')).status).toBe(412);
    const { status, body: changed } = await put('"1"');
    expect([status, changed.interval, changed.version]).toEqual([200, 90, 2]);
    expect((await sourceOf(id)).validators).toEqual({});
    expect((await put('"1"')).status).toBe(412);
    // A save that changes nothing is no event.
    expect((await put('"2"')).status).toBe(200);
    expect(await trail(id)).toMatchObject([
      {
        action: 'update',
        actor: expect.stringMatching(/^actor-/),
        before: { interval_minutes: 360 },
        after: { interval_minutes: 90, name: 'Ada & Sons (greenhouse)' },
      },
    ]);
  });

  test.each([{ interval: 59 }, { interval: 10_081 }, { interval: 90.5 }, { settings: { A: 'x' } }])(
    'a source cannot be changed to %j',
    async (values) => {
      const { id } = await addSource();
      const body = { interval: 60, settings: {}, ...values };
      const { status } = await ask('PUT', `/api/sources/${id}`, { token: await tokenOf(), body });
      expect(status).toBe(400);
    },
  );

  test('that is read can be paused but not resumed, and a paused source can be resumed', async () => {
    const token = await tokenOf();
    const { id } = await addSource('acme', { failures: 3 });
    const act = (name: string) => ask('POST', `/api/sources/${id}/${name}`, { token });
    expect((await act('resume')).status).toBe(409);
    expect((await act('pause')).body).toMatchObject({
      state: 'paused',
      pausedby: 'person',
      nextrun: null,
    });
    expect((await ask('POST', `/api/sources/${id}/run`, { token, body: {} })).status).toBe(409);
    const resumed = await act('resume');
    expect(resumed.body).toMatchObject({ state: 'active', pausedby: null, failures: 0 });
    expect(Date.parse(resumed.body.nextrun)).toBeLessThanOrEqual(Date.now());
    expect(await actsOn(id, token)).toEqual(['resume', 'pause']);
  });

  test('that an owner has proposed is not read until a site admin approves it', async () => {
    const { id, company_id } = await addSource('acme', { state: 'proposed' });
    const owner = await tokenOf({ role: 'companyadmin', company_id });
    const act = (name: string, token: string) =>
      ask('POST', `/api/sources/${id}/${name}`, { token, body: {} });
    expect((await act('resume', owner)).status).toBe(403);
    expect((await act('pause', owner)).status).toBe(409);
    expect((await act('run', owner)).status).toBe(409);
    const token = await tokenOf();
    expect((await act('resume', token)).body.state).toBe('active');
    expect(await actsOn(id, token)).toEqual(['approve']);
  });

  test('that its owner changes after a site admin has read it is not approved', async () => {
    const { id, company_id } = await addSource('acme', { state: 'proposed' });
    const owner = await tokenOf({ role: 'companyadmin', company_id });
    const body = { interval: 60, settings: {} };
    expect((await ask('PUT', `/api/sources/${id}`, { token: owner, body })).status).toBe(200);
    const token = await tokenOf();
    const approve = (etag: string) =>
      ask('POST', `/api/sources/${id}/resume`, { token, headers: { 'if-match': etag } });
    const late = await approve('"1"');
    expect([late.status, late.body.detail]).toEqual([
      409,
      'This source has changed since you read it. Load it again before you approve it.',
    ]);
    expect((await sourceOf(id)).state).toBe('proposed');
    expect((await approve('"2"')).body).toMatchObject({ state: 'active', version: 3 });
    await ask('POST', `/api/sources/${id}/pause`, { token });
    expect((await approve('"3"')).status).toBe(412);
  });

  test('a person can have a source read at once; the run closes many jobs only if the person allows it', async () => {
    const token = await tokenOf();
    const { id } = await addSource('acme', { state: 'asking', validators: { etag: '"v1"' } });
    const later = new Date(Date.now() + 3_600_000);
    await board.db.update(sources).set({ next_run_at: later });
    const { body } = await ask('POST', `/api/sources/${id}/run`, { token, body: {} });
    expect(Date.parse(body.nextrun)).toBeLessThan(later.getTime());
    expect(await sourceOf(id)).toMatchObject({ may_close: false, validators: { etag: '"v1"' } });
    await ask('POST', `/api/sources/${id}/run`, { token, body: { close: true } });
    expect(await sourceOf(id)).toMatchObject({ may_close: true, validators: {} });
    const bad = await ask('POST', `/api/sources/${id}/run`, { token, body: { close: 'all' } });
    expect(bad.status).toBe(400);
    expect(await actsOn(id, token)).toEqual(['close', 'run']);
  });

  test('nobody can allow a source to close jobs before it asks about its empty list, or across a pause', async () => {
    const token = await tokenOf();
    const act = (action: string, body: object) =>
      ask('POST', `/api/sources/${id}/${action}`, { token, body });
    const { id } = await addSource('acme', { state: 'active', empty_since: new Date() });
    await act('run', { close: true });
    expect(await sourceOf(id)).toMatchObject({ may_close: false });
    await board.db.update(sources).set({ state: 'asking' });
    await act('run', { close: true });
    expect(await sourceOf(id)).toMatchObject({ may_close: true });
    await act('pause', {});
    await act('resume', {});
    expect(await sourceOf(id)).toMatchObject({ may_close: false, empty_since: null });
  });

  test('can be removed, and its jobs stay', async () => {
    const token = await tokenOf();
    const { id, company_id } = await addSource();
    list('acme', [{ id: 1 }]);
    await run(id);
    const remove = (etag: string) =>
      ask('DELETE', `/api/sources/${id}`, { token, headers: { 'if-match': etag } });
    expect((await remove('"9"')).status).toBe(412);
    expect((await remove('"1"')).status).toBe(204);
    expect((await remove('"1"')).status).toBe(404);
    expect((await setup.jobsOf(company_id)).open).toEqual(['Weaver 1']);
    expect(await trail(id)).toMatchObject([{ action: 'delete', before: { tenant: 'acme' } }]);
  });

  test.each([
    ['GET', ''],
    ['PUT', '', { interval: 60, settings: {} }],
    ['DELETE', ''],
    ['POST', '/run', {}],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['GET', '/runs'],
    ['GET', '/locks'],
    ['GET', '/duplicates'],
  ])(
    '%s /api/sources/:id%s requires an existing source, and is only for site admins and owners of its company',
    async (method, path, body?: object) => {
      const { id } = await addSource('acme', { state: 'active' });
      const token = await tokenOf();
      for (const unknown of [UNKNOWN, 'nothing']) {
        const { status } = await ask(method, `/api/sources/${unknown}${path}`, { token, body });
        expect(status).toBe(404);
      }
      const url = `/api/sources/${id}${path}`;
      expect((await ask(method, url, { body })).status).toBe(401);
      const people = [{ role: 'user' } as const, { role: 'companyadmin' } as const];
      for (const person of people) {
        const { status } = await ask(method, url, { token: await tokenOf(person), body });
        expect(status).toBe(403);
      }
    },
  );
});

describe('the runs of a source', () => {
  test('are listed page by page, the newest first', async () => {
    const token = await tokenOf();
    const { id, company_id } = await addSource();
    const other = await addSource('other', { company_id });
    await board.db
      .insert(source_runs)
      .values([
        { source_id: id, outcome: 'applied' },
        { source_id: other.id },
        { source_id: id, outcome: 'failed', error: 'It is gone.' },
        { source_id: id },
      ]);
    const outcomes = [];
    let cursor = '';
    do {
      const { body } = await ask('GET', `/api/sources/${id}/runs?limit=2${cursor}`, { token });
      outcomes.push(body.results.map(({ outcome }: { outcome: string }) => outcome));
      cursor = body.next && `&cursor=${body.next}`;
    } while (cursor);
    expect(outcomes).toEqual([['running', 'failed'], ['applied']]);
    expect((await ask('GET', `/api/sources/${id}/runs?cursor=x`, { token })).status).toBe(400);
  });

  test('say what they have changed in each job', async () => {
    const token = await tokenOf();
    const { id } = await addSource();
    list('acme', [{ id: 1 }, { id: 2 }]);
    await run(id);
    list('acme', [{ id: 1, title: 'Dyer', location: 'Porto' }, { id: 3 }]);
    const second = await run(id);
    const url = `/api/source-runs/${second.id}/changes`;
    const first = await ask('GET', `${url}?limit=1`, { token });
    const rest = await ask('GET', `${url}?cursor=${first.body.next}`, { token });
    const changes = [...first.body.results, ...rest.body.results];
    expect(changes).toHaveLength(2);
    expect(changes.find(({ action }) => action === 'added').job.title).toBe('Weaver 3');
    expect(changes.find(({ action }) => action === 'changed').fields).toEqual([
      { field: 'title', before: 'Weaver 1', after: 'Dyer' },
      { field: 'location', before: 'Lisbon', after: 'Porto' },
    ]);
    const third = await run(id);
    const { body } = await ask('GET', `/api/source-runs/${third.id}/changes`, { token });
    expect(body.results).toMatchObject([{ action: 'closed', job: { title: 'Weaver 2' } }]);
  });

  test('list a job that was posted again once, with all that has changed', async () => {
    const token = await tokenOf();
    const { id } = await addSource();
    const content = 'You weave cloth of wool and silk on a large loom in our old mill by the sea.';
    list('acme', [{ id: 1, title: 'Weaver', content }, { id: 2 }]);
    await run(id);
    list('acme', [{ id: 7, title: 'Weaver', content: `${content} Come.` }, { id: 2 }]);
    const second = await run(id);
    const { body } = await ask('GET', `/api/source-runs/${second.id}/changes`, { token });
    expect(body.results).toMatchObject([
      {
        action: 'reposted',
        job: { title: 'Weaver' },
        fields: [{ field: 'description' }, { field: 'applyurl' }],
      },
    ]);
  });

  test('unknown runs of a source answer 404', async () => {
    const token = await tokenOf();
    for (const unknown of ['0', '999999', 'x', '9007199254740993']) {
      for (const [method, path] of [
        ['GET', 'changes'],
        ['POST', 'undo'],
      ] as const) {
        expect((await ask(method, `/api/source-runs/${unknown}/${path}`, { token })).status).toBe(
          404,
        );
      }
    }
  });

  test('admins of another company can neither read nor undo the runs of a source', async () => {
    const source = await addSource();
    list('acme', [{ id: 1 }]);
    const { id } = await run(source.id);
    const { id: company_id } = await createCompany(board.db);
    const token = await tokenOf({ role: 'companyadmin', company_id });
    expect((await ask('GET', `/api/source-runs/${id}/changes`, { token })).status).toBe(403);
    expect((await ask('POST', `/api/source-runs/${id}/undo`, { token })).status).toBe(403);
    expect((await setup.jobsOf(source.company_id)).open).toHaveLength(1);
  });
});
