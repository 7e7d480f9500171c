import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { decodeCursor, isTimestamp, pageOf } from '#server/http/api/cursor.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import type { MailDelivery } from '#server/platform/config/config.ts';
import type { MailList } from '#shared/contract/mails.ts';
import { pauseMails, resendMail, resumeMails } from './commands.ts';
import { presentFailedMail } from './presenter.ts';
import { listFailedMails, readMailState } from './queries.ts';

type Options = { db: Database; delivery: MailDelivery };

const PAUSED = { admin: 'paused', restored: 'restored' } as const;

export function mailRoutes(app: FastifyInstance, { db, delivery }: Options): void {
  registerEndpoint(app, 'GET /api/admin/mails', async ({ query: { limit, cursor } }) => {
    const after = cursor ? decodeCursor(cursor, isTimestamp) : undefined;
    const [rows, { waiting, paused }] = await Promise.all([
      listFailedMails(db, { limit, after }),
      readMailState(db),
    ]);
    const { page, next } = pageOf(rows, limit, ({ created_at, id }) => ({
      key: created_at.toISOString(),
      id,
    }));
    const whileOn: MailList['sending'] = delivery === 'smtp' ? 'on' : 'off';
    return {
      sending: paused ? PAUSED[paused] : whileOn,
      waiting,
      results: page.map(presentFailedMail),
      ...(next && { next }),
    };
  });

  registerEndpoint(app, 'POST /api/admin/mails/:id/resend', async ({ params: { id }, caller }) => {
    await resendMail(db, caller.id, id);
    return undefined;
  });

  registerEndpoint(app, 'POST /api/admin/mails/pause', async ({ caller }) => {
    await pauseMails(db, caller.id);
    return undefined;
  });

  registerEndpoint(app, 'POST /api/admin/mails/resume', async ({ caller }) => {
    await resumeMails(db, caller.id);
    return undefined;
  });
}
