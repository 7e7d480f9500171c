import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { company_renames } from '#server/db/rename-tables.ts';
import { withActor } from '#server/db/with-actor.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { isId } from '#server/http/api/cursor.ts';
import { matchesVersion, requireVersion } from '#server/http/api/etag.ts';
import { notFound, ProblemError } from '#server/http/api/problem.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import { findLastTransition } from '#server/modules/audit/last-transition.ts';
import { findTeamRole, listOwnerEmails } from '#server/modules/teams/queries.ts';
import { COMPANY_ADMINS, JOB_ADMINS } from '#shared/domain/roles.ts';
import { lockCompanyNames, setCompanyNames } from '../commands.ts';
import { mayEdit } from '../policy.ts';
import { describeLastTransition } from './queries.ts';
import { recordTransition } from './record-transition.ts';
import type { NotifyOwners } from './rename-mail.ts';

/** What a person does with a request. */
type RenameRequest = { callerId: string; id: string; ifMatch: string | undefined };

/**
 * Withdraws a request, or removes a rejected one.
 * @throws ProblemError 403, 404 also for the request of another company, 412
 */
export async function deleteRename(db: Database, request: RenameRequest): Promise<void> {
  const { callerId, id, ifMatch } = request;
  await withActor(db, callerId, async (tx) => {
    const company = await lockCompanyOfRename(tx, id);
    const caller = await lockCaller(tx, callerId, JOB_ADMINS);
    const rename = company && (await lockRename(tx, id));
    const teamRole = company && (await findTeamRole(tx, callerId, company.id));
    if (!rename || !mayEdit(caller, teamRole)) throw notFound('request');
    requireVersion(ifMatch, rename.version);
    await tx.delete(company_renames).where(eq(company_renames.id, id));
    await recordTransition(tx, {
      actor: callerId,
      rename,
      company: company.name,
      from: rename.state,
      action: 'withdraw',
      to: 'deleted',
    });
  });
}

/**
 * Gives a company the requested name and website. The website is trusted from now on, because a site admin has read it.
 * @throws ProblemError 403, 404, 409 if the request has changed since, or is decided
 */
export async function approveRename(
  db: Database,
  request: RenameRequest,
  notifyOwners: NotifyOwners,
): Promise<void> {
  const { callerId } = request;
  await withActor(db, callerId, async (tx) => {
    const { rename, company } = await lockUndecided(tx, request);
    const { name, website } = rename;
    await setCompanyNames(tx, company.id, { name, website });
    await tx.delete(company_renames).where(eq(company_renames.id, rename.id));
    await recordTransition(tx, {
      actor: callerId,
      rename,
      company: company.name,
      from: rename.state,
      action: 'approve',
      to: 'approved',
    });
    const outcome = { company: name ?? company.name, before: company.name, change: rename };
    await notifyOwners(tx, await listOwnerEmails(tx, company.id), {
      ...outcome,
      id: company.id,
      reason: null,
    });
  });
}

/**
 * Rejects a request. Its owners read the reason on the dashboard and in a mail.
 * @throws ProblemError 403, 404, 409 if the request has changed since, or is decided
 */
export async function rejectRename(
  db: Database,
  request: RenameRequest,
  reason: string,
  notifyOwners: NotifyOwners,
): Promise<void> {
  const { callerId } = request;
  await withActor(db, callerId, async (tx) => {
    const { rename, company } = await lockUndecided(tx, request);
    await tx
      .update(company_renames)
      .set({ state: 'rejected', reason })
      .where(eq(company_renames.id, rename.id));
    await recordTransition(tx, {
      actor: callerId,
      rename,
      company: company.name,
      from: rename.state,
      action: 'reject',
      to: 'rejected',
    });
    await notifyOwners(tx, await listOwnerEmails(tx, company.id), {
      id: company.id,
      company: company.name,
      before: company.name,
      change: rename,
      reason,
    });
  });
}

/** Locks a request that the caller may decide, with its company. */
async function lockUndecided(tx: Database, { callerId, id, ifMatch }: RenameRequest) {
  const company = await lockCompanyOfRename(tx, id);
  const caller = await lockCaller(tx, callerId, COMPANY_ADMINS);
  const rename = company && (await lockRename(tx, id));
  if (!rename) throw await missing(tx, caller, id);
  if (rename.state !== 'review' || !matchesVersion(ifMatch, rename.version)) {
    const change = await describeLastTransition(tx, caller, id);
    const advice = rename.state === 'review' ? ' Read it again before you decide.' : '';
    throw new ProblemError(409, `${change}${advice}`);
  }
  return { rename, company };
}

/** The error for a request that does not exist: 409 if it was decided or withdrawn, and otherwise 404. */
async function missing(tx: Database, caller: Caller, id: string): Promise<ProblemError> {
  const last = isId(id) ? await findLastTransition(tx, 'rename', id) : undefined;
  return last
    ? new ProblemError(409, await describeLastTransition(tx, caller, id))
    : notFound('request');
}

/** Locks the company before the caller and the request, in the order of all commands. */
async function lockCompanyOfRename(tx: Database, id: string) {
  const [found] = isId(id)
    ? await tx
        .select({ company: company_renames.company_id })
        .from(company_renames)
        .where(eq(company_renames.id, id))
    : [];
  return found && lockCompanyNames(tx, found.company);
}

async function lockRename(tx: Database, id: string) {
  const [rename] = await tx
    .select()
    .from(company_renames)
    .where(eq(company_renames.id, id))
    .for('update');
  return rename;
}
