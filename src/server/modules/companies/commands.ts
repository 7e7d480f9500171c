import { eq } from 'drizzle-orm';
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
import { touchUploads } from '#server/modules/uploads/commands.ts';
import type { EditedCompany, NewCompany } from '#shared/contract/companies.ts';
import { COMPANY_ADMINS } from '#shared/domain/roles.ts';

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

/**
 * Adds a company whose website is trusted, because a site admin has entered or approved it, or an owner has proven it.
 * @throws ProblemError 400 at `logo`
 */
export async function insertCompany(
  tx: Database,
  id: string,
  { name, website, logo, description }: NewCompany,
): Promise<void> {
  await takeLogo(tx, logo);
  await tx.insert(companies).values({
    id,
    name,
    website,
    logo,
    trusted_website: website,
    ...describeCompany(description),
  });
  await storeHtml(tx, 'company', { id, description });
}

/**
 * Updates a company. Its logo changes only if the body contains one, and a new logo that is an upload must exist.
 * @throws ProblemError 400 at `logo`, 403, 404, 412
 */
export async function updateCompany(
  db: Database,
  callerId: string,
  id: string,
  { name, website, description, logo }: EditedCompany,
  ifMatch: string | undefined,
): Promise<void> {
  await withActor(db, callerId, async (tx) => {
    const company = await lockCompany(tx, callerId, id);
    requireVersion(ifMatch, company.version);
    if (logo !== undefined && logo !== company.logo) {
      await takeLogo(tx, logo, company.logo);
    }
    await tx
      .update(companies)
      .set({
        name,
        website,
        // The domain of a website proves claims only if a site admin has entered the website. If they leave it
        // unchanged, it does not count, because someone else may have entered it.
        ...(company.caller.role === 'siteadmin' &&
          website !== company.website && { trusted_website: website }),
        ...(logo !== undefined && { logo }),
        ...describeCompany(description),
        updated_at: new Date(),
      })
      .where(eq(companies.id, id));
    await storeHtml(tx, 'company', { id, description });
  });
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
    await removeCompany(tx, id, company);
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
    await removeCompany(tx, id, company);
  });
}

async function removeCompany(tx: Database, id: string, { logo }: { logo: string }): Promise<void> {
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

/**
 * Locks the company's row: until this transaction ends, no other transaction changes it or adds a job to it.
 * @throws ProblemError 403 if the caller may no longer change companies, 404
 */
async function lockCompany(tx: Database, callerId: string, id: string) {
  const company = await lockCompanyRow(tx, id);
  const caller = await lockCaller(tx, callerId, COMPANY_ADMINS);
  if (!company) throw notFound('company');
  return { ...company, caller };
}

async function lockCompanyRow(tx: Database, id: string) {
  if (!isId(id)) return undefined;
  const [company] = await tx
    .select({ version: companies.version, logo: companies.logo, website: companies.website })
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
