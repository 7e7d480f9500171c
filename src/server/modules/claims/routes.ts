import type { FastifyInstance } from 'fastify';
import { drawLogo } from '#server/content/images/logo.ts';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { decodeCursor, isTimestamp, pageOf } from '#server/http/api/cursor.ts';
import { entityTag } from '#server/http/api/etag.ts';
import { badInput, createdThenDeleted, notFound } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import {
  acceptClaim,
  approveClaim,
  authorizeLogo,
  type ClaimOptions,
  claimCompany,
  deleteClaim,
  objectToClaim,
  proveClaim,
  registerCompany,
  rejectClaim,
  saveJob,
  sendCode,
  storeLogo,
  submitClaim,
  updateRegistration,
  withdrawClaim,
} from './commands.ts';
import { refuseClosed } from './policy.ts';
import { presentClaim, presentInQueue } from './presenter.ts';
import { countQueue, findClaim, listClaims, listQueue } from './queries.ts';
import { maySeeClaim } from './states/transitions.ts';

type Options = ClaimOptions & {
  db: BoardDatabase;
  /** The factor of the limit of codes per network; 0 disables the limit. */
  rateLimitScale: number;
};

export function claimRoutes(app: FastifyInstance, options: Options): void {
  const { db, mails, rateLimitScale: scale } = options;

  registerEndpoint(app, 'GET /api/claims', async ({ caller }) => ({
    results: (await listClaims(db, caller.id)).map((row) => presentClaim(row, caller)),
  }));

  registerEndpoint(app, 'POST /api/claims', async ({ body, caller, idempotencyKey, tag }) => {
    const { company, registration } = body;
    if (company && registration) {
      throw badInput([{ path: 'registration', message: 'must be absent if `company` is given' }]);
    }
    refuseClosed(options.rules);
    if (company) return present(db, caller, await claimCompany(db, caller.id, company.id), tag);
    if (!registration) {
      throw badInput([{ path: 'company', message: 'must be given, or else `registration`' }]);
    }
    const id = await registerCompany(db, caller.id, registration, idempotencyKey);
    return present(db, caller, id, tag, createdThenDeleted());
  });

  registerEndpoint(app, 'GET /api/claims/:id', async ({ params: { id }, caller, tag }) => {
    const row = await findClaim(db, id);
    // The response is the same for another person's claim as for a missing one (404).
    if (!row || !maySeeClaim(caller, row.claim)) throw notFound('request');
    tag(entityTag(row.claim.version));
    return presentClaim(row, caller);
  });

  registerEndpoint(
    app,
    'PUT /api/claims/:id',
    async ({ params: { id }, body, caller, ifMatch, tag }) => {
      refuseClosed(options.rules);
      await updateRegistration(db, { callerId: caller.id, id, ifMatch }, body);
      return present(db, caller, id, tag);
    },
  );

  registerEndpoint(app, 'DELETE /api/claims/:id', async ({ params: { id }, caller, ifMatch }) => {
    await deleteClaim(db, { callerId: caller.id, id, ifMatch });
    return undefined;
  });

  registerEndpoint(
    app,
    'PUT /api/claims/:id/job',
    async ({ params: { id }, body, caller, ifMatch, tag }) => {
      await saveJob(db, { callerId: caller.id, id, ifMatch }, body, options.rules);
      return present(db, caller, id, tag);
    },
  );

  registerEndpoint(
    app,
    'POST /api/claims/:id/code',
    async ({ params: { id }, body: { email }, caller, network }) => {
      const request = { callerId: caller.id, id };
      await sendCode(db, request, email, { mails, network: network(), scale });
      return undefined;
    },
  );

  registerEndpoint(
    app,
    'POST /api/claims/:id/prove',
    async ({ params: { id }, body: { code }, caller }) => {
      const proof =
        code === undefined ? { freshEmails: await app.readFreshEmails(caller) } : { code };
      const { state, company, job } = await proveClaim(
        db,
        { callerId: caller.id, id },
        proof,
        options,
      );
      return { id, state: state === 'deleted' ? 'draft' : state, company, ...(job && { job }) };
    },
  );

  registerEndpoint(
    app,
    'POST /api/claims/:id/submit',
    async ({ params: { id }, body: { message }, caller, ifMatch }) => {
      await submitClaim(db, { callerId: caller.id, id, ifMatch }, message);
      return { id, state: 'review', company: '' };
    },
  );

  registerEndpoint(
    app,
    'POST /api/claims/:id/withdraw',
    async ({ params: { id }, caller, ifMatch }) => {
      await withdrawClaim(db, { callerId: caller.id, id, ifMatch });
      return { id, state: 'draft', company: '' };
    },
  );

  registerEndpoint(
    app,
    'POST /api/claims/:id/accept',
    async ({ params: { id }, body: { role }, caller, ifMatch }) => {
      await acceptClaim(db, { callerId: caller.id, id, ifMatch }, role, options);
      return undefined;
    },
  );

  registerEndpoint(
    app,
    'POST /api/claims/:id/object',
    async ({ params: { id }, caller, ifMatch }) => {
      await objectToClaim(db, { callerId: caller.id, id, ifMatch });
      return undefined;
    },
  );

  registerEndpoint(
    app,
    'POST /api/claims/:id/approve',
    async ({ params: { id }, caller, ifMatch }) => {
      const company = await approveClaim(db, { callerId: caller.id, id, ifMatch }, options);
      return { id, state: 'approved', company };
    },
  );

  registerEndpoint(
    app,
    'POST /api/claims/:id/reject',
    async ({ params: { id }, body: { reason }, caller, ifMatch }) => {
      await rejectClaim(db, { callerId: caller.id, id, ifMatch }, reason, mails);
      return { id, state: 'rejected', company: '' };
    },
  );

  registerEndpoint(app, 'GET /api/admin/claims', async ({ query, caller }) => {
    const { limit, cursor } = query;
    const id = query.claim || undefined;
    const after = cursor ? decodeCursor(cursor, isTimestamp) : undefined;
    const [rows, total] = await Promise.all([
      listQueue(db, { id, limit, after }),
      countQueue(db, id),
    ]);
    const { page, next } = pageOf(rows, limit, ({ claim }) => ({
      key: claim.submitted_at?.toISOString() ?? '',
      id: claim.id,
    }));
    return {
      total,
      results: page.map((row) => presentInQueue(row, caller)),
      ...(next && { next }),
    };
  });
}

/** Accepts the logos of new companies. Requires `multipartBodies`. */
export function claimLogoRoute(
  app: FastifyInstance,
  { db, storage }: { db: BoardDatabase; storage: UploadStorage },
): void {
  registerEndpoint(app, 'POST /api/claims/:id/logo', async ({ params: { id }, file, caller }) => {
    const request = { callerId: caller.id, id };
    await authorizeLogo(db, request);
    return { url: await storeLogo(db, storage, request, await drawLogo(file)) };
  });
}

/**
 * Presents a claim after a write.
 * @throws `deleted` if the claim has been approved or deleted since the write
 */
async function present(
  db: BoardDatabase,
  caller: Pick<Caller, 'id'>,
  id: string,
  tag: (entityTag: string) => void,
  deleted = notFound('request'),
) {
  const row = await findClaim(db, id);
  if (!row) throw deleted;
  tag(entityTag(row.claim.version));
  return presentClaim(row, caller);
}
