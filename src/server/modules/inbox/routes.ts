import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { decodeCursor, isTimestamp, pageOf } from '#server/http/api/cursor.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import { readInboxItem } from '#shared/domain/inbox.ts';
import { setDigest } from './commands.ts';
import { describeEnd, listInbox, summarizeInbox, wantsDigest } from './queries.ts';

type Options = {
  db: Database;
  /** Whether the board can send mails. */
  canSend: boolean;
  rules: Pick<BoardRules, 'moderation'>;
};

export function inboxRoutes(app: FastifyInstance, { db, canSend, rules }: Options): void {
  registerEndpoint(app, 'GET /api/admin/inbox', async ({ query, caller }) => {
    const { limit, cursor } = query;
    const after = cursor ? decodeCursor(cursor, isTimestamp) : undefined;
    const item = query.item ? readInboxItem(query.item) : undefined;
    const [rows, { counts, total, oldest }, ended, digest] = await Promise.all([
      listInbox(db, { kind: query.kind || undefined, limit, after }),
      summarizeInbox(db),
      item ? describeEnd(db, caller, item) : '',
      wantsDigest(db, caller.id),
    ]);
    const { page, next } = pageOf(rows, limit, ({ since, id }) => ({ key: since, id }));
    return {
      counts,
      total,
      oldest,
      results: page,
      ended,
      digest,
      frequency: rules.moderation,
      mail: canSend,
      ...(next && { next }),
    };
  });

  registerEndpoint(app, 'PUT /api/admin/inbox/digest', async ({ body: { digest }, caller }) => {
    await setDigest(db, caller.id, digest);
    return undefined;
  });
}
