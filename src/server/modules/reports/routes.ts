import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { decodeCursor, isTimestamp, pageOf } from '#server/http/api/cursor.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { reportJob, resolveReports } from './commands.ts';
import type { SendAnswer } from './mail/answer-mail.ts';
import type { NotifyFraud } from './mail/fraud-mail.ts';
import { presentReportedJob } from './presenter.ts';
import { countReportedJobs, listReportedJobs } from './queries.ts';

type Options = { db: Database; send: SendAnswer; notifyFraud: NotifyFraud };

export function reportRoutes(app: FastifyInstance, { db, send, notifyFraud }: Options): void {
  registerEndpoint(app, 'POST /api/jobs/:id/reports', async ({ params: { id }, body }) => {
    await reportJob(db, id, body, notifyFraud);
    return undefined;
  });

  registerEndpoint(app, 'GET /api/reported-jobs', async ({ query }) => {
    const { limit, cursor } = query;
    const job = query.job || undefined;
    const after = cursor ? decodeCursor(cursor, isTimestamp) : undefined;
    const [rows, total] = await Promise.all([
      listReportedJobs(db, { job, limit, after }),
      countReportedJobs(db, job),
    ]);
    const { page, next } = pageOf(rows, limit, ({ first, id }) => ({
      key: first.toISOString(),
      id,
    }));
    return { total, results: page.map(presentReportedJob), ...(next && { next }) };
  });

  registerEndpoint(
    app,
    'POST /api/reported-jobs/:id/resolve',
    async ({ params: { id }, body, caller }) => {
      await resolveReports(db, { callerId: caller.id, id, ...body }, send);
      return undefined;
    },
  );
}
