import type { FastifyInstance } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { decodeCursor, pageOf } from '#server/http/api/cursor.ts';
import { notFound } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import {
  createSource,
  deleteSource,
  distinguishJobs,
  mergeTwoJobs,
  pauseSource,
  requestPreview,
  requestRun,
  resumeSource,
  undoSourceRun,
  unlockJobField,
  updateSource,
} from './commands.ts';
import { findDuplicates } from './duplicates/find-duplicates.ts';
import { listLockedFields } from './locks/locked-fields.ts';
import { authorizeCompany, visibleTo } from './policy.ts';
import { presentDuplicate, presentPreview, presentRun, presentSource } from './presenter.ts';
import {
  countSources,
  findPreview,
  findRun,
  findSource,
  isRunId,
  listRuns,
  listSources,
} from './queries.ts';
import { listChangedJobs, presentChange } from './runs/run-changes.ts';

const isText = (key: string) => !key.includes('\0');

export function sourceRoutes(app: FastifyInstance, { db }: { db: BoardDatabase }): void {
  /** Reads a source that the caller may manage. @throws ProblemError 403, 404 */
  async function readFeed(caller: Caller, id: string) {
    const row = await findSource(db, id);
    if (!row) throw notFound('source');
    await authorizeCompany(db, caller, row.source.company_id);
    return row;
  }

  async function readRun(caller: Caller, id: string) {
    const run = await findRun(db, id);
    if (!run) throw notFound('run');
    await readFeed(caller, run.source_id);
    return run;
  }

  registerEndpoint(app, 'GET /api/sources', async ({ query, caller }) => {
    const { limit, cursor, ...filters } = query;
    if (caller.role !== 'siteadmin') await authorizeCompany(db, caller, caller.company ?? null);
    const visible = visibleTo(caller);
    const after = cursor ? decodeCursor(cursor, isText) : undefined;
    const [rows, total] = await Promise.all([
      listSources(db, filters, { visible, limit: limit + 1, after }),
      countSources(db, filters, visible),
    ]);
    const { page, ...rest } = pageOf(
      rows,
      limit,
      ({ order, source }) => ({ key: order, id: source.id }),
      after,
    );
    return { results: page.map(presentSource), ...rest, total };
  });

  registerEndpoint(app, 'POST /api/source-previews', async ({ body, caller }) => {
    const id = await requestPreview(db, { caller: caller.id }, body);
    const preview = await findPreview(db, id);
    if (!preview) throw notFound('preview');
    return presentPreview(preview);
  });

  registerEndpoint(app, 'GET /api/source-previews/:id', async ({ params: { id }, caller }) => {
    const preview = await findPreview(db, id);
    if (!preview) throw notFound('preview');
    await authorizeCompany(db, caller, preview.company_id);
    return presentPreview(preview);
  });

  registerEndpoint(app, 'POST /api/sources', async ({ body, caller, idempotencyKey, tag }) => {
    const id = await createSource(db, { caller: caller.id }, body, idempotencyKey);
    const row = await readFeed(caller, id);
    tag(tagOf(row.source.version));
    return presentSource(row);
  });

  registerEndpoint(app, 'GET /api/sources/:id', async ({ params: { id }, caller, tag }) => {
    const row = await readFeed(caller, id);
    tag(tagOf(row.source.version));
    return presentSource(row);
  });

  registerEndpoint(
    app,
    'PUT /api/sources/:id',
    async ({ params: { id }, body, caller, ifMatch, tag }) => {
      await updateSource(db, { caller: caller.id }, id, body, ifMatch);
      const row = await readFeed(caller, id);
      tag(tagOf(row.source.version));
      return presentSource(row);
    },
  );

  registerEndpoint(app, 'DELETE /api/sources/:id', async ({ params: { id }, caller, ifMatch }) => {
    await deleteSource(db, { caller: caller.id }, id, ifMatch);
    return undefined;
  });

  registerEndpoint(app, 'POST /api/sources/:id/run', async ({ params: { id }, body, caller }) => {
    await requestRun(db, { caller: caller.id }, id, body);
    return presentSource(await readFeed(caller, id));
  });

  registerEndpoint(app, 'POST /api/sources/:id/pause', async ({ params: { id }, caller }) => {
    await pauseSource(db, { caller: caller.id }, id);
    return presentSource(await readFeed(caller, id));
  });

  registerEndpoint(
    app,
    'POST /api/sources/:id/resume',
    async ({ params: { id }, caller, ifMatch, tag }) => {
      await resumeSource(db, { caller: caller.id }, id, ifMatch);
      const row = await readFeed(caller, id);
      tag(tagOf(row.source.version));
      return presentSource(row);
    },
  );

  registerEndpoint(app, 'GET /api/sources/:id/runs', async ({ params: { id }, query, caller }) => {
    const after = query.cursor ? decodeCursor(query.cursor, isText, isRunId) : undefined;
    const { source } = await readFeed(caller, id);
    const before = after && Number(after.id);
    const rows = await listRuns(db, source.id, { limit: query.limit + 1, before });
    const { page, ...rest } = pageOf(
      rows,
      query.limit,
      (run) => ({ key: '', id: String(run.id) }),
      after,
    );
    return { results: page.map(presentRun), ...rest };
  });

  registerEndpoint(
    app,
    'GET /api/source-runs/:id/changes',
    async ({ params: { id }, query, caller }) => {
      const after = query.cursor ? decodeCursor(query.cursor, isText, isRunId) : undefined;
      const run = await readRun(caller, id);
      const before = after && Number(after.id);
      const rows = await listChangedJobs(db, run, { limit: query.limit + 1, before });
      const { page, ...rest } = pageOf(
        rows,
        query.limit,
        (event) => ({ key: '', id: String(event.id) }),
        after,
      );
      return { results: page.map(presentChange), ...rest };
    },
  );

  registerEndpoint(app, 'POST /api/source-runs/:id/undo', ({ params: { id }, caller }) =>
    undoSourceRun(db, { caller: caller.id }, id),
  );

  registerEndpoint(app, 'GET /api/sources/:id/locks', async ({ params: { id }, caller }) => {
    const { source } = await readFeed(caller, id);
    return { results: await listLockedFields(db, source.id) };
  });

  registerEndpoint(
    app,
    'POST /api/jobs/:id/unlock',
    async ({ params: { id }, body: { field }, caller }) => {
      await unlockJobField(db, { caller: caller.id }, id, field);
      return undefined;
    },
  );

  registerEndpoint(app, 'GET /api/sources/:id/duplicates', async ({ params: { id }, caller }) => {
    const { source } = await readFeed(caller, id);
    return { results: (await findDuplicates(db, source.id)).map(presentDuplicate) };
  });

  registerEndpoint(
    app,
    'POST /api/jobs/:id/merge',
    async ({ params: { id }, body: { into }, caller }) => {
      await mergeTwoJobs(db, { caller: caller.id }, { id, into });
      return undefined;
    },
  );

  registerEndpoint(
    app,
    'POST /api/jobs/:id/distinguish',
    async ({ params: { id }, body: { other }, caller }) => {
      await distinguishJobs(db, { caller: caller.id }, id, other);
      return undefined;
    },
  );
}

const tagOf = (version: number) => `"${version}"`;
