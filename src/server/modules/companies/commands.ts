import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { describeCompany } from '#server/content/markdown/summary.ts';
import { UPLOADS_PATH } from '#server/content/storage/upload-name.ts';
import type { Database } from '#server/db/client.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { withActor } from '#server/db/with-actor.ts';
import { isId } from '#server/http/api/cursor.ts';
import { requireVersion } from '#server/http/api/etag.ts';
import { createOnce } from '#server/http/api/idempotency-key.ts';
import { badInput, deletedLongAgo, notFound, ProblemError } from '#server/http/api/problem.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import { recordDeletedDrafts } from '#server/modules/audit/deleted-drafts.ts';
import { deleteSourcesOf } from '#server/modules/audit/deleted-sources.ts';
import { findDeletions } from '#server/modules/audit/deletions.ts';
import { NotRestoredError, restoreCompany } from '#server/modules/audit/restore.ts';
import { storeHtml } from '#server/modules/descriptions/commands.ts';
import { followMerges } from '#server/modules/merges/follow-merges.ts';
import { findTeamRole } from '#server/modules/teams/queries.ts';
import { touchUploads } from '#server/modules/uploads/commands.ts';
import type { EditedCompany, NewCompany } from '#shared/contract/companies.ts';
import { COMPANY_ADMINS, JOB_ADMINS } from '#shared/domain/roles.ts';
import { pick } from '#shared/pick.ts';
import { authorizeEditing, authorizeLogo, needsApproval, requireWebsite } from './policy.ts';
import {
  deleteFulfilledRename,
  recordEndedRename,
  requestRename,
} from './renames/requests/commands.ts';

/**
 * Locks a company until the transaction ends, so that it is not deleted before a job refers to it. If the company was
 * merged into another one, locks that one.
 * @returns the id of the locked company; undefined if the company does not exist
 */
export async function lockCompanyKey(tx: Database, id: string): Promise<string | undefined> {
  if (await lockKey(tx, id)) return id;
  const target = await followMerges(tx, id);
  return target !== id && (await lockKey(tx, target)) ? target : undefined;
}

/**
 * Locks a company like `lockCompanyKey`, but not the company into which it was merged. Returns whether the company
 * exists.
 */
async function lockKey(tx: Database, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const locked = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, id))
    .for('key share');
  return locked.length > 0;
}

/**
 * Adds a company, once for each idempotency key. Returns its id.
 * @throws ProblemError 400 at `logo` if the logo is a missing upload, 403, 409
 */
export async function createCompany(
  db: Database,
  callerId: string,
  body: NewCompany,
  key: string | undefined,
): Promise<string> {
  const creation = { account: callerId, key, endpoint: 'POST /api/companies', body };
  const id = uuidv7();
  return withActor(db, callerId, async (tx) => {
    await lockCaller(tx, callerId, COMPANY_ADMINS);
    return createOnce(tx, creation, id, async () => insertCompany(tx, id, body));
  });
}

/** The fields of a company's profile, which are stored as they are. */
const PROFILE_FIELDS = ['industry', 'size', 'founded', 'places', 'links'] as const;

type ProfileField = (typeof PROFILE_FIELDS)[number];

/** A new company, perhaps without a profile. */
type InsertedCompany = Omit<NewCompany, ProfileField> & Partial<Pick<NewCompany, ProfileField>>;

/**
 * Adds a company whose website is trusted, because a site admin has entered or approved it, or an owner has proven it.
 * @throws ProblemError 400 at `logo`
 */
export async function insertCompany(
  tx: Database,
  id: string,
  { name, website, logo, description, ...profile }: InsertedCompany,
): Promise<void> {
  await takeLogo(tx, logo);
  await tx.insert(companies).values({
    id,
    name,
    website,
    logo,
    trusted_website: website,
    ...pick(profile, PROFILE_FIELDS),
    ...describeCompany(description),
  });
  await storeHtml(tx, 'company', { id, description });
}

/**
 * Updates a company. Its logo and the fields of its profile change only if the body contains them, and a new logo that
 * is an upload must exist. Another name or website that an owner sends waits for a site admin.
 * @throws ProblemError 400 at `logo` or `website`, 403, 404, 412
 */
export async function updateCompany(
  db: Database,
  callerId: string,
  id: string,
  { name, website, description, logo, ...profile }: EditedCompany,
  ifMatch: string | undefined,
): Promise<void> {
  await withActor(db, callerId, async (tx) => {
    const company = await lockCompanyRow(tx, id);
    const caller = await lockCaller(tx, callerId, JOB_ADMINS);
    if (!company) throw notFound('company');
    authorizeEditing(caller, await findTeamRole(tx, callerId, id));
    requireVersion(ifMatch, company.version);
    requireWebsite(website, company.website);
    if (logo !== undefined && logo !== company.logo) {
      authorizeLogo(caller, logo);
      await takeLogo(tx, logo, company.logo);
    }
    await tx
      .update(companies)
      .set({
        ...(!needsApproval(caller) && trustedNames({ name, website })),
        ...pick(profile, PROFILE_FIELDS),
        ...(logo !== undefined && { logo }),
        ...describeCompany(description),
        updated_at: new Date(),
      })
      .where(eq(companies.id, id));
    await storeHtml(tx, 'company', { id, description });
    if (needsApproval(caller)) {
      await requestRename(tx, callerId, { ...company, id }, { name, website });
    } else {
      await deleteFulfilledRename(tx, callerId, { id, name, website });
    }
  });
}

/** The name and the website of a company; null for one that stays as it is. */
type Names = { name: string | null; website: string | null };

/**
 * The columns of a name and a website that a site admin has entered or approved. The domain of a new website proves
 * claims from now on. A website that stays does not count, because someone else may have entered it.
 */
function trustedNames({ name, website }: Names) {
  return {
    ...(name !== null && { name }),
    ...(website !== null && {
      website,
      trusted_website: sql`case when ${companies.website} = ${website} then ${companies.trusted_website} else ${website} end`,
    }),
  };
}

/** Sets the name and the website that a site admin has approved. */
export async function setCompanyNames(tx: Database, id: string, names: Names): Promise<void> {
  await tx
    .update(companies)
    .set({ ...trustedNames(names), updated_at: new Date() })
    .where(eq(companies.id, id));
}

/**
 * Deletes a company with its team and its jobs. Members who also belong to another company then act for that one.
 * Others get the role `user`, because the role `companyadmin` requires a company.
 * @throws ProblemError 403, 404, 412
 */
export async function deleteCompany(
  db: Database,
  callerId: string,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  await withActor(db, callerId, async (tx) => {
    const company = await lockCompany(tx, callerId, id);
    requireVersion(ifMatch, company.version);
    await removeCompany(tx, callerId, { ...company, id });
  });
}

/**
 * Deletes a company like `deleteCompany`, on behalf of a command, one of `ACTORS`.
 * @throws ProblemError 404
 */
export async function deleteCompanyByCommand(
  db: Database,
  actor: string,
  id: string,
): Promise<void> {
  await withActor(db, actor, async (tx) => {
    const company = await lockCompanyRow(tx, id);
    if (!company) throw notFound('company');
    await removeCompany(tx, actor, { ...company, id });
  });
}

async function removeCompany(
  tx: Database,
  actor: string,
  company: { id: string; name: string; logo: string },
): Promise<void> {
  const { id, logo } = company;
  await recordEndedRename(tx, actor, company, 'deleteCompany');
  await recordDeletedDrafts(tx, id);
  await deleteSourcesOf(tx, id);
  await tx.delete(memberships).where(eq(memberships.company_id, id));
  await tx.delete(jobs).where(eq(jobs.company_id, id));
  await touchUploads(tx, [logo]);
  await tx.delete(companies).where(eq(companies.id, id));
}

/**
 * Restores a deleted company with its jobs and company admins, with the same ids.
 * @throws ProblemError 403, 404, 409 if it exists, 410 if it was deleted too long ago
 */
export async function restoreDeletedCompany(
  db: Database,
  callerId: string,
  id: string,
): Promise<void> {
  await withActor(db, callerId, async (tx) => {
    await lockCaller(tx, callerId, COMPANY_ADMINS);
    if (!isId(id)) throw notFound('company');
    if (await lockKey(tx, id)) throw new ProblemError(409, 'This company is not deleted.');
    const [deletion] = await findDeletions(tx, 'company', [id.toLowerCase()]);
    if (!deletion) throw notFound('company');
    if (!deletion.recent) throw deletedLongAgo('company');
    try {
      await restoreCompany(tx, deletion);
    } catch (error) {
      if (!(error instanceof NotRestoredError)) throw error;
      throw new ProblemError(409, 'This company was added again in the meantime.');
    }
  });
}

/**
 * Locks a company and thereby its team: until this transaction ends, no other transaction changes the team or deletes
 * the company. Locks are taken in the same order as in the deletion of a company: the company, then accounts.
 */
export async function lockCompanyTeam(tx: Database, id: string) {
  const [company] = isId(id)
    ? await tx
        .select({ name: companies.name, trusted_website: companies.trusted_website })
        .from(companies)
        .where(eq(companies.id, id))
        .for('no key update')
    : [];
  return company;
}

/** Locks a company and thereby its name and website. */
export async function lockCompanyNames(tx: Database, id: string) {
  const company = await lockCompanyRow(tx, id);
  return company && { ...company, id };
}

/**
 * Locks the company's row: until this transaction ends, no other transaction changes it or adds a job to it.
 * @throws ProblemError 403 if the caller may no longer change companies, 404
 */
async function lockCompany(tx: Database, callerId: string, id: string) {
  const company = await lockCompanyRow(tx, id);
  await lockCaller(tx, callerId, COMPANY_ADMINS);
  if (!company) throw notFound('company');
  return company;
}

async function lockCompanyRow(tx: Database, id: string) {
  if (!isId(id)) return undefined;
  const [company] = await tx
    .select({
      version: companies.version,
      logo: companies.logo,
      name: companies.name,
      website: companies.website,
    })
    .from(companies)
    .where(eq(companies.id, id))
    .for('update');
  return company;
}

/**
 * Checks the new logo, which is an upload, a web URL or empty. The former logo, if it was an upload, is removed later.
 * @throws ProblemError 400 at `logo`
 */
export async function takeLogo(tx: Database, logo: string, former = ''): Promise<void> {
  const missing = await touchUploads(tx, [logo, former]);
  const ours = logo.startsWith('/') && !logo.startsWith(UPLOADS_PATH);
  if (!ours && !missing.includes(logo)) return;
  throw badInput([{ path: 'logo', message: 'must be a picture that was uploaded here' }]);
}
