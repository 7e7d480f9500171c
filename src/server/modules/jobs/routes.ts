import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import { goneAgain, notFound, requireSameId } from '#server/http/problem.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { entityTag } from '#server/http/version.ts';
import { anyone, withRole } from '#server/identity/access.ts';
import { JOB_ADMINS } from '#shared/constants/roles.ts';
import { createJob, deleteJob, updateJob } from './commands.ts';
import { presentJob, presentJobInList } from './presenter.ts';
import { countOpenJobs, findOpenJob, listOpenJobs } from './queries.ts';

/** A moment as we write it: `Date` would take a 30th of February too, PostgreSQL takes no year 0. */
function isMoment(key: string): boolean {
  const moment = new Date(key);
  return moment.getUTCFullYear() > 0 && key.length === 24 && moment.toISOString() === key;
}

export function jobRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(app, 'GET /api/jobs', anyone, async ({ query }) => {
    const { limit, cursor, description, ...filters } = query;
    const after = cursor ? decodeCursor(cursor, isMoment) : undefined;
    const [rows, total] = await Promise.all([
      listOpenJobs(db, filters, { limit, after, whole: description === 'markdown' }),
      countOpenJobs(db, filters),
    ]);
    const { page, ...next } = pageOf(rows, limit, ({ date, id }) => ({
      key: date.toISOString(),
      id,
    }));
    return { results: page.map(presentJobInList), total, ...next };
  });

  registerEndpoint(app, 'GET /api/jobs/:id', anyone, ({ params: { id }, query, tag }) =>
    present(db, id, query.description, tag),
  );

  const jobAdmins = withRole(...JOB_ADMINS);

  registerEndpoint(
    app,
    'POST /api/jobs',
    jobAdmins,
    async ({ body, caller, idempotencyKey, tag }) => {
      const id = await createJob(db, caller, body, idempotencyKey);
      return present(db, id, 'markdown', tag, goneAgain());
    },
  );

  registerEndpoint(
    app,
    'PUT /api/jobs/:id',
    jobAdmins,
    async ({ params: { id }, body, caller, ifMatch, tag }) => {
      requireSameId(body, id);
      await updateJob(db, caller, id, body, ifMatch);
      return present(db, id, 'markdown', tag);
    },
  );

  registerEndpoint(
    app,
    'DELETE /api/jobs/:id',
    jobAdmins,
    async ({ params: { id }, caller, ifMatch }) => {
      await deleteJob(db, caller, id, ifMatch);
      return undefined;
    },
  );
}

async function present(
  db: Database,
  id: string,
  form: 'markdown' | 'html' | 'text',
  tag: (entityTag: string) => void,
  missing = notFound('job'),
) {
  const row = await findOpenJob(db, id);
  if (!row) throw missing;
  tag(entityTag(row.job.version, row.company.version, form));
  return presentJob(row, form);
}
