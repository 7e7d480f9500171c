import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import { readMissingFacts } from '#server/modules/facts/commands.ts';
import { COMPANY_ADMINS } from '#shared/domain/roles.ts';
import { mergeCompanies } from './commands.ts';

export function mergeRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const ending = new AbortController();
  let reading = Promise.resolve();

  /** Groups the moved jobs with those of their new company. The hourly task does it too, if the server stops. */
  function regroupJobs(): void {
    reading = reading
      .then(() => readMissingFacts(db, { signal: ending.signal }))
      .then(() => {})
      .catch((error: unknown) => {
        app.log.warn({ err: error }, 'Facts of merged jobs not read; retrying in an hour');
      });
  }

  app.addHook('onClose', async () => {
    ending.abort();
    await reading;
  });

  registerEndpoint(
    app,
    'POST /api/companies/:id/merge',
    async ({ params: { id }, body: { into }, caller }) => {
      const permit = (tx: Database) => lockCaller(tx, caller.id, COMPANY_ADMINS);
      const merged = await mergeCompanies(db, { actor: caller.id, permit }, { id, into });
      regroupJobs();
      return merged;
    },
  );
}
