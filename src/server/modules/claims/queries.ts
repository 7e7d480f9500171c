import { and, asc, desc, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { findOpenCode } from '#server/auth/embedded-provider/codes.ts';
import {
  domainForms,
  isAddressAt,
  isConfusable,
  provableDomain,
} from '#server/content/domains/company-domains.ts';
import { company_claims } from '#server/db/claim-tables.ts';
import type { Database } from '#server/db/client.ts';
import { accounts, audit_events, companies, reversedHost } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { type Cursor, isId } from '#server/http/api/cursor.ts';
import { keyOf } from '#server/modules/audit/actors.ts';
import { findLastTransition } from '#server/modules/audit/last-transition.ts';
import { signalsOfPrepared } from '#server/modules/jobs/drafts/queries.ts';
import type { ClaimedJob, Registration } from '#shared/contract/claims.ts';
import { type ClaimReviewReason, MAX_UNREVIEWED_AT_DOMAIN } from '#shared/domain/claims.ts';
import type { ReviewSignal } from '#shared/domain/job-drafts.ts';
import { lookAlike, looksLike } from './names/similar-names.ts';
import { describeTransition } from './states/describe-transition.ts';

export type StoredClaim = typeof company_claims.$inferSelect;

const claimedCompany = {
  id: companies.id,
  name: companies.name,
  logo: companies.logo,
  website: companies.website,
  trusted_website: companies.trusted_website,
};

function selectClaims(db: Database) {
  return db
    .select({
      claim: company_claims,
      company: claimedCompany,
      person: { id: accounts.id, name: accounts.name, email: accounts.verified_email },
    })
    .from(company_claims)
    .innerJoin(accounts, eq(accounts.id, company_claims.account_id))
    .leftJoin(companies, eq(companies.id, company_claims.company_id));
}

/** A claim with its company, and the further data that a presenter needs. */
export type ClaimRow = Awaited<ReturnType<typeof addDetails>>;

type SelectedClaim = Awaited<ReturnType<typeof selectClaims>>[number];

/** Reads a claim with its company. */
export async function findClaim(db: Database, id: string): Promise<ClaimRow | undefined> {
  const [row] = isId(id) ? await selectClaims(db).where(eq(company_claims.id, id)) : [];
  return row && addDetails(db, row);
}

/** Lists the claims of a person, the last changed first. */
export async function listClaims(db: Database, accountId: string): Promise<ClaimRow[]> {
  const rows = await selectClaims(db)
    .where(eq(company_claims.account_id, accountId))
    .orderBy(desc(company_claims.updated_at), desc(company_claims.id));
  return Promise.all(rows.map((row) => addDetails(db, row)));
}

/** Adds the email address to which the current code was sent, and the companies that a registration would duplicate. */
async function addDetails(db: Database, row: SelectedClaim) {
  const { claim } = row;
  const [code, existing] = await Promise.all([
    findOpenCode(db, codeScope(claim)),
    claim.registration ? findExisting(db, claim.registration) : [],
  ]);
  return { ...row, code: code?.isUsable ? code.email : undefined, existing };
}

/** The scope of a code: one claim of one person. Someone else to whom the code is forwarded cannot use it. */
export function codeScope({ id, account_id }: Pick<StoredClaim, 'id' | 'account_id'>): string {
  return `claim ${id} of ${account_id}`;
}

/** The maximum number of companies that are named as similar to a registration. */
const MAX_EXISTING = 5;

/** Finds companies that people may take for a new company by their names, and companies with its domain. */
export async function findExisting(
  db: Database,
  { name, website }: Pick<Registration, 'name' | 'website'>,
): Promise<{ id: string; name: string; logo: string; similar: boolean }[]> {
  const hosts = domainForms(website).map((domain) =>
    // Match the domain and its subdomains. Companies are indexed by their reversed host, which then begins with the
    // reversed domain and a dot.
    [...`.${domain}`]
      .toReversed()
      .join('')
      .replace(/[\\%_]/g, '\\$&'),
  );
  const similar = looksLike(name);
  const conditions: SQL[] = [
    similar,
    ...hosts.map((host) => sql`${reversedHost(companies.website)} like ${`${host}%`}`),
  ];
  return db
    .select({ id: companies.id, name: companies.name, logo: companies.logo, similar })
    .from(companies)
    .where(sql.join(conditions, sql` or `))
    .orderBy(desc(similar), asc(companies.name), asc(companies.id))
    .limit(MAX_EXISTING);
}

/**
 * Lists the claims in review, the oldest submission first; with an id, only this claim. Returns one row more than `limit` if another page follows.
 */
export async function listQueue(
  db: Database,
  { id, limit, after }: { id: string | undefined; limit: number; after: Cursor | undefined },
) {
  const start = after && sql`(${after.key}::timestamptz, ${after.id}::uuid)`;
  const rows = await db
    .select({
      claim: company_claims,
      company: claimedCompany,
      person: { id: accounts.id, name: accounts.name, email: accounts.verified_email },
      owners: sql<number>`(select count(*)::integer from ${memberships}
        where ${memberships.company_id} = ${company_claims.company_id} and ${memberships.role} = 'owner')`,
    })
    .from(company_claims)
    .innerJoin(accounts, eq(accounts.id, company_claims.account_id))
    .leftJoin(companies, eq(companies.id, company_claims.company_id))
    .where(
      and(
        isInReview(id),
        start && sql`(${company_claims.submitted_at}, ${company_claims.id}) > ${start}`,
      ),
    )
    .orderBy(asc(company_claims.submitted_at), asc(company_claims.id))
    .limit(limit + 1);
  return Promise.all(
    rows.map(async ({ owners, ...row }) => ({
      ...(await addDetails(db, row)),
      ...(await readReview(db, row)),
      owners,
    })),
  );
}

/** Reads why a site admin decides about a claim in review, and the signs of fraud in the job that is posted then. */
async function readReview(
  db: Database,
  { claim, company }: SelectedClaim,
): Promise<{ reasons: ClaimReviewReason[]; signals: ReviewSignal[] }> {
  const signals = await signalsOf(db, claim);
  if (claim.takes_effect_at) return { reasons: [], signals };
  const name = claim.registration?.name ?? company?.name ?? '';
  const domain = domainOf({ claim, company });
  const reasons = await findReviewReasons(db, claim, { name, domain });
  if (!isProven({ claim, company })) return { reasons: ['unproven', ...reasons], signals };
  // A proven claim of an existing company takes effect by itself, unless those who may object could not be told or the
  // person was blocked meanwhile.
  const isHeld = claim.company_id !== null && reasons.length === 0;
  return { reasons: isHeld ? ['held'] : reasons, signals };
}

/** The domain at which an email address proves a claim; undefined if no address can. */
export function domainOf({
  claim,
  company,
}: Pick<SelectedClaim, 'claim' | 'company'>): string | undefined {
  return provableDomain(claim.registration?.website ?? company?.trusted_website ?? '');
}

/** Whether the proven address is at the domain of the claim, which may have changed since the proof. */
export function isProven({ claim, company }: Pick<SelectedClaim, 'claim' | 'company'>): boolean {
  const domain = domainOf({ claim, company });
  return domain !== undefined && isAddressAt(claim.proven_email ?? '', domain);
}

export type QueueRow = Awaited<ReturnType<typeof listQueue>>[number];

export async function countQueue(db: Database, id: string | undefined): Promise<number> {
  return db.$count(company_claims, isInReview(id));
}

/** SQL: whether a claim is in review; with an id, whether it is this claim. */
function isInReview(id: string | undefined): SQL | undefined {
  const isThis = id === undefined ? undefined : isId(id) ? eq(company_claims.id, id) : sql`false`;
  return and(eq(company_claims.state, 'review'), isThis);
}

/** Finds why only a site admin may approve a claim, in spite of its proof. Empty if the proof suffices. */
export async function findReviewReasons(
  db: Database,
  claim: StoredClaim,
  { name, domain }: { name: string; domain: string | undefined },
): Promise<ClaimReviewReason[]> {
  const { account_id: account, company_id: company, registration } = claim;
  const checks: [ClaimReviewReason, boolean][] = [
    ['similar', registration !== null && (await findExisting(db, registration)).length > 0],
    ['confusable', registration !== null && isConfusable(registration)],
    // The job of an existing company is reviewed like any other job of the company.
    ['signals', registration !== null && (await signalsOf(db, claim)).length > 0],
    // After a site admin has rejected a claim, only a site admin can approve it, whatever has changed since.
    ['refused', await wasRefused(db, claim, { name, domain })],
    ['crowded', domain !== undefined && (await isCrowded(db, domain, { account, company }))],
  ];
  return checks.filter(([, isFound]) => isFound).map(([reason]) => reason);
}

/** Finds the signs of fraud in the job that is posted with the approval of a claim. */
async function signalsOf(
  db: Database,
  { id, company_id, job }: StoredClaim,
): Promise<ReviewSignal[]> {
  if (job?.state !== 'submitted') return [];
  return signalsOfPrepared(db, ofCompany(job, company_id ?? id));
}

/** The values of a prepared job, as a job of the company. */
export function ofCompany({ state: _, ...job }: ClaimedJob, id: string) {
  return { ...job, company: { id } };
}

/**
 * Whether a site admin has ever rejected this claim, or an earlier one by the same person: of the same company, or of a
 * new company with the same domain or a similar name. An objection of an owner counts like a rejection. The audit trail
 * also has claims that the person has deleted.
 * @param domain the domain that proves the claim; undefined if none can
 */
async function wasRefused(
  db: Database,
  { id, account_id, company_id, rejected_at }: StoredClaim,
  { name, domain = '' }: { name: string; domain: string | undefined },
): Promise<boolean> {
  if (rejected_at) return true;
  const refused = audit_events.after;
  const events = await db
    .select({
      isSame: sql<boolean>`coalesce(${audit_events.thing_id} = ${id} or ${refused} ->> 'domain' = ${domain}, false)`,
      name: sql<string | null>`${refused} ->> 'name'`,
    })
    .from(audit_events)
    .where(
      and(
        eq(audit_events.kind, 'claim'),
        sql`${refused} ->> 'by' in ('reject', 'object')`,
        sql`${refused} ->> 'account_id' = ${keyOf(account_id)}`,
        sql`${refused} ->> 'company_id' is not distinct from ${company_id}::text`,
      ),
    );
  return events.some(
    (event) => company_id !== null || event.isSame || lookAlike(name, event.name ?? ''),
  );
}

/** Whether a person has added a company, by a registration that they have proven. */
export async function hasAdded(db: Database, account: string, company: string): Promise<boolean> {
  const [event] = await db
    .select({ id: audit_events.id })
    .from(audit_events)
    .where(
      and(
        eq(audit_events.kind, 'company'),
        eq(audit_events.thing_id, company),
        eq(audit_events.action, 'create'),
        sql`${audit_events.actor} = ${keyOf(account)}`,
      ),
    )
    .limit(1);
  return event !== undefined;
}

/**
 * Whether one more owner of one more company would make an email domain one that proves many people for many companies.
 * Claims that will take effect count, too.
 * @param company the claimed company; null for a new one
 */
async function isCrowded(
  db: Database,
  domain: string,
  { account, company }: { account: string; company: string | null },
): Promise<boolean> {
  const { rows } = await db.execute<{ account: string; company: string; website: string }>(sql`
    select member.account_id as account, company.id as company, company.trusted_website as website
    from (
      select account_id, company_id from ${memberships} where role = 'owner'
      union select account_id, company_id from ${company_claims} where takes_effect_at is not null
    ) member
    join ${companies} company on company.id = member.company_id
    where position(${domain} in lower(company.trusted_website)) > 0`);
  const owned = rows.filter(({ website }) => provableDomain(website) === domain);
  const people = new Set([...owned.map((one) => one.account), account]);
  const owners = new Set<string | null>([...owned.map((one) => one.company), company]);
  return people.size > MAX_UNREVIEWED_AT_DOMAIN && owners.size > MAX_UNREVIEWED_AT_DOMAIN;
}

/** Lists the claims that take effect now. */
export async function listDue(db: Database) {
  return db
    .select({ id: company_claims.id, callerId: company_claims.account_id })
    .from(company_claims)
    .where(lte(company_claims.takes_effect_at, sql`now()`))
    .orderBy(asc(company_claims.takes_effect_at));
}

/** Reads the name and the verified email addresses of people, and whether they are blocked. */
export async function findPeople(db: Database, ids: string[]) {
  return db
    .select({
      id: accounts.id,
      name: accounts.name,
      email: accounts.verified_email,
      isBlocked: isNotNull(accounts.blocked_at).mapWith(Boolean),
    })
    .from(accounts)
    .where(inArray(accounts.id, ids));
}

/** Whether a page is at a domain that the company has proven to be its own. If so, the company counts as its author. */
export async function isAtProvenDomain(
  db: Database,
  companyId: string,
  url: string,
): Promise<boolean> {
  const [company] = await db
    .select({ website: companies.trusted_website })
    .from(companies)
    .where(eq(companies.id, companyId));
  const domain = company?.website ? provableDomain(company.website) : undefined;
  return domain !== undefined && provableDomain(url) === domain;
}

/** Says who last changed the state of a claim, even if it no longer exists. */
export async function describeLastTransition(
  db: Database,
  caller: Caller,
  id: string,
): Promise<string> {
  return describeTransition(caller, await findLastTransition(db, 'claim', id));
}
