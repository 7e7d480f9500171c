import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { inBatches } from '#server/http/api/csv.ts';
import { decodeCursor, isTimestamp, pageOf } from '#server/http/api/cursor.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { MailDelivery } from '#server/platform/config/config.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import type { MailList } from '#shared/contract/mails.ts';
import { pauseMails, resendMail, resumeMails, sendTestMail } from './commands.ts';
import { MAIL_HEADER, mailCells, presentMail } from './presenter.ts';
import { countMails, listMails, type MailFilters, type MailRow, readMailState } from './queries.ts';

type Options = { db: Database; delivery: MailDelivery; outbox: Outbox; site: LiveSite };

const PAUSED = { admin: 'paused', restored: 'restored' } as const;

export function mailRoutes(app: FastifyInstance, { db, delivery, outbox, site }: Options): void {
  registerEndpoint(app, 'GET /api/admin/mails', async ({ query }) => {
    const { limit, cursor, ...filters } = query;
    const after = cursor ? decodeCursor(cursor, isTimestamp) : undefined;
    const [rows, total, { waiting, paused }] = await Promise.all([
      listMails(db, filters, { limit: limit + 1, after }),
      countMails(db, filters),
      readMailState(db),
    ]);
    const { page, ...rest } = pageOf(rows, limit, positionOf, after);
    const whileOn: MailList['sending'] = delivery === 'smtp' ? 'on' : 'off';
    return {
      sending: paused ? PAUSED[paused] : whileOn,
      waiting,
      results: page.map(presentMail),
      ...rest,
      total,
    };
  });

  registerEndpoint(app, 'GET /api/admin/mails.csv', async ({ query: filters }) => ({
    name: 'mails.csv',
    header: MAIL_HEADER,
    rows: readRows(db, filters),
  }));

  registerEndpoint(app, 'POST /api/admin/mails/:id/resend', async ({ params: { id }, caller }) => {
    await resendMail(db, caller.id, id);
    return undefined;
  });

  registerEndpoint(app, 'POST /api/admin/mails/test', async ({ caller }) => {
    await sendTestMail(db, caller.id, { outbox, siteName: site.name });
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

const positionOf = ({ created_at, id }: MailRow) => ({ key: created_at.toISOString(), id });

async function* readRows(db: Database, filters: MailFilters): AsyncGenerator<string[]> {
  const rows = inBatches<MailRow>(({ limit, after }) =>
    listMails(db, filters, { limit, after: after && positionOf(after) }),
  );
  for await (const row of rows) yield mailCells(row);
}
