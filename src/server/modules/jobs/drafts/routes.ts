import type { FastifyInstance } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { decodeCursor, isTimestamp, pageOf } from '#server/http/api/cursor.ts';
import { entityTag } from '#server/http/api/etag.ts';
import { createdThenDeleted, notFound } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import type { DraftState } from '#shared/domain/job-drafts.ts';
import { mayWriteJobsOf } from '#shared/domain/permissions.ts';
import {
  approveDraft,
  createDraft,
  deleteDraft,
  rejectDraft,
  submitDraft,
  updateDraft,
  withdrawDraft,
} from './commands.ts';
import { draftsOf } from './policy.ts';
import { presentDraft, presentDraftListItem } from './presenter.ts';
import { countDrafts, findDraft, listDrafts, orderOf } from './queries.ts';
import type { NotifyAuthor } from './review-mail.ts';

type Options = {
  db: BoardDatabase;
  rules: BoardRules;
  notify: NotifyAuthor;
};

export function jobDraftRoutes(app: FastifyInstance, { db, rules, notify }: Options): void {
  registerEndpoint(app, 'GET /api/job-drafts', async ({ query, caller }) => {
    const { limit, cursor } = query;
    const state: DraftState | undefined = query.state || undefined;
    const selection = { of: draftsOf(caller), state, job: query.job || undefined };
    const after = cursor ? decodeCursor(cursor, isTimestamp) : undefined;
    const [rows, total] = await Promise.all([
      listDrafts(db, { ...selection, limit, after }),
      countDrafts(db, selection),
    ]);
    const { page, next } = pageOf(rows, limit, (row) => ({
      key: row[orderOf(state)]?.toISOString() ?? '',
      id: row.id,
    }));
    return {
      total,
      results: page.map((row) => presentDraftListItem(row, rules)),
      ...(next && { next }),
    };
  });

  registerEndpoint(
    app,
    'GET /api/job-drafts/:id',
    async ({ params: { id }, query: { description: form }, caller, tag }) => {
      const row = await findDraft(db, id);
      // The response is the same for a draft of another company as for a missing one (404).
      if (!row || !mayWriteJobsOf(caller, row.company.id)) throw notFound('unpublished job');
      tag(entityTag(row.draft.version, row.company.version, form));
      return presentDraft(row, { rule: rules.rule, caller, form });
    },
  );

  registerEndpoint(app, 'POST /api/job-drafts', async ({ body, caller, idempotencyKey, tag }) => {
    const id = await createDraft(db, caller.id, body, idempotencyKey);
    return presentWritten(db, id, { rule: rules.rule, caller }, tag, createdThenDeleted());
  });

  registerEndpoint(
    app,
    'PUT /api/job-drafts/:id',
    async ({ params: { id }, body, caller, ifMatch, tag }) => {
      await updateDraft(db, { callerId: caller.id, id, ifMatch }, body, rules);
      return presentWritten(db, id, { rule: rules.rule, caller }, tag);
    },
  );

  registerEndpoint(
    app,
    'DELETE /api/job-drafts/:id',
    async ({ params: { id }, caller, ifMatch }) => {
      await deleteDraft(db, { callerId: caller.id, id, ifMatch });
      return undefined;
    },
  );

  registerEndpoint(
    app,
    'POST /api/job-drafts/:id/submit',
    async ({ params: { id }, caller, ifMatch }) => {
      const state = await submitDraft(db, { callerId: caller.id, id, ifMatch }, rules);
      return { id, state };
    },
  );

  registerEndpoint(
    app,
    'POST /api/job-drafts/:id/withdraw',
    async ({ params: { id }, caller, ifMatch }) => {
      await withdrawDraft(db, { callerId: caller.id, id, ifMatch });
      return { id, state: 'draft' };
    },
  );

  registerEndpoint(
    app,
    'POST /api/job-drafts/:id/approve',
    async ({ params: { id }, caller, ifMatch }) => {
      await approveDraft(db, { callerId: caller.id, id, ifMatch }, { rules, notify });
      return { id, state: 'published' };
    },
  );

  registerEndpoint(
    app,
    'POST /api/job-drafts/:id/reject',
    async ({ params: { id }, body: { reason }, caller, ifMatch }) => {
      await rejectDraft(db, { callerId: caller.id, id, ifMatch }, reason, notify);
      return { id, state: 'rejected' };
    },
  );
}

/**
 * Presents a draft after a write.
 * @throws `deleted` if the draft has been published or deleted since the write
 */
async function presentWritten(
  db: BoardDatabase,
  id: string,
  as: { rule: BoardRules['rule']; caller: Caller },
  tag: (entityTag: string) => void,
  deleted = notFound('unpublished job'),
) {
  const row = await findDraft(db, id);
  if (!row) throw deleted;
  tag(entityTag(row.draft.version, row.company.version, 'markdown'));
  return presentDraft(row, as);
}
