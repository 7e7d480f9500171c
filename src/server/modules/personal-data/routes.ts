import type { FastifyInstance } from 'fastify';
import { findOpenCode } from '#server/auth/embedded-provider/codes.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { forbidden, notFound } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { findAccount, isLastSiteAdmin } from '#server/modules/accounts/queries.ts';
import {
  confirmationFor,
  deleteAccount,
  deletionScope,
  sendDeletionCode,
} from './deletion/delete-account.ts';
import type { DeletionMails } from './deletion/deletion-mail.ts';
import { createExporter, findExport, findExportPart } from './export/exporter.ts';
import { presentExport } from './presenter.ts';
import { listSoleOwned } from './queries.ts';

type Options = {
  db: BoardDatabase;
  mails: DeletionMails;
  /** The public origin of the board. */
  origin: string;
  /** Multiplies the number of mailed codes that a client network may request; 0 disables the limit. */
  rateLimitScale: number;
};

/** The personal data of the caller. Nobody can get or delete another person's data, not even a site admin. */
export function personalDataRoutes(app: FastifyInstance, options: Options): void {
  const { db, mails, origin, rateLimitScale: scale } = options;
  const exporter = createExporter({ db, origin, logger: app.log });
  app.addHook('onClose', () => exporter.stop());

  registerEndpoint(app, 'GET /api/personal-data', async ({ caller: { id } }) => {
    const account = await findAccount(db, id);
    if (!account) throw forbidden('role');
    const { verified_email: email, role } = account;
    const [found, code, soleOwned, isLast] = await Promise.all([
      findExport(db, id),
      findOpenCode(db, deletionScope(id)),
      listSoleOwned(db, id),
      role === 'siteadmin' && db.transaction((tx) => isLastSiteAdmin(tx, id)),
    ]);
    return {
      export: presentExport(found),
      confirmation: confirmationFor(email, mails.canSend),
      email: email ?? '',
      codesent: code?.isUsable ?? false,
      lastsiteadmin: isLast,
      soleowner: soleOwned,
    };
  });

  registerEndpoint(app, 'POST /api/personal-data/export', async ({ caller: { id } }) => {
    await exporter.request(id);
    return presentExport(await findExport(db, id));
  });

  registerEndpoint(
    app,
    'GET /api/personal-data/export',
    async ({ caller: { id }, query: { part } }) => {
      const content = await findExportPart(db, id, part);
      if (content === undefined) throw notFound('part of your download');
      return { content };
    },
  );

  registerEndpoint(
    app,
    'POST /api/personal-data/deletion-code',
    async ({ caller: { id }, network }) => {
      await sendDeletionCode(db, id, { mails, network: network(), scale });
      return undefined;
    },
  );

  registerEndpoint(app, 'POST /api/personal-data/deletion', async ({ caller: { id }, body }) => {
    await deleteAccount(db, id, body, mails);
    return undefined;
  });
}
