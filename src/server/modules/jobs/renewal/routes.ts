import type { FastifyInstance } from 'fastify';
import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { entityTag } from '#server/http/api/etag.ts';
import { gone, ProblemError } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import { presentJob } from '../presenter.ts';
import { findDeletedJob, findJob } from '../queries.ts';
import { chooseReminders, closeByLink, renewByLink, renewJob } from './commands.ts';
import { presentRenewal } from './presenter.ts';
import { findLinkRecipient, mayEditJobsOf, wantsReminders } from './queries.ts';
import { type Renewal, readRenewalToken } from './token.ts';

type Options = { db: BoardDatabase; rules: BoardRules };

export function jobRenewalRoutes(app: FastifyInstance, { db, rules }: Options): void {
  registerEndpoint(app, 'POST /api/job-renewals/read', async ({ body: { token } }) =>
    present({ db, rules }, await readToken(db, token)),
  );

  registerEndpoint(app, 'POST /api/job-renewals', async ({ body: { token } }) => {
    const renewal = await readToken(db, token);
    await renewByLink(db, renewal, rules);
    return present({ db, rules }, renewal);
  });

  registerEndpoint(app, 'POST /api/job-renewals/close', async ({ body: { token } }) => {
    const renewal = await readToken(db, token);
    await closeByLink(db, renewal, rules);
    return present({ db, rules }, renewal);
  });

  registerEndpoint(
    app,
    'POST /api/jobs/:id/renew',
    async ({ params: { id }, caller, ifMatch, tag }) => {
      await renewJob(db, caller.id, id, ifMatch, rules);
      const row = await findJob(db, id);
      if (!row) throw gone('job');
      tag(entityTag(row.job.version, row.company.version, 'markdown'));
      return presentJob(row);
    },
  );

  registerEndpoint(app, 'GET /api/reminders', async ({ caller }) => ({
    reminders: await wantsReminders(db, caller.id),
  }));

  registerEndpoint(app, 'PUT /api/reminders', async ({ body: { reminders }, caller }) => {
    await chooseReminders(db, caller.id, reminders);
    return undefined;
  });
}

/**
 * Reads the token of a renewal link.
 * @throws ProblemError 404 if the board has not signed the token, or has deleted the key that signed it
 */
async function readToken(db: BoardDatabase, token: string): Promise<Renewal> {
  const renewal = readRenewalToken(await loadKeys(db), token);
  if (!renewal) {
    throw new ProblemError(404, 'This link is not valid. Open it again from the email.');
  }
  return renewal;
}

async function present({ db, rules }: Options, renewal: Renewal) {
  const row = await findJob(db, renewal.id);
  if (!row) {
    const deleted = await findDeletedJob(db, renewal.id);
    return presentRenewal(renewal, row, { deleted, mayEdit: false, rules });
  }
  const { recipient } = renewal;
  const person = await findLinkRecipient(db, recipient);
  const mayEdit = await mayEditJobsOf(db, person, row.company.id);
  return presentRenewal(renewal, row, { mayEdit, rules });
}
