import { and, eq, isNotNull, lt, ne, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { requireRole } from '#server/auth/access.ts';
import { redeemCode } from '#server/auth/embedded-provider/codes.ts';
import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import { mailCode } from '#server/auth/embedded-provider/mail-code.ts';
import { normalizeEmail } from '#server/auth/normalize-email.ts';
import { isAddressAt, provableDomain } from '#server/content/domains/company-domains.ts';
import { readableDomain } from '#server/content/domains/readable-domain.ts';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { company_claims } from '#server/db/claim-tables.ts';
import type { Database } from '#server/db/client.ts';
import { accounts } from '#server/db/schema.ts';
import { withActor } from '#server/db/with-actor.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { isId } from '#server/http/api/cursor.ts';
import { matchesVersion, requireVersion } from '#server/http/api/etag.ts';
import { createOnce } from '#server/http/api/idempotency-key.ts';
import { badInput, notFound, ProblemError } from '#server/http/api/problem.ts';
import { listSiteAdminEmails, lockAccounts, lockCaller } from '#server/modules/accounts/queries.ts';
import { findLastTransition } from '#server/modules/audit/last-transition.ts';
import {
  insertCompany,
  lockCompanyKey,
  lockCompanyTeam,
  takeLogo,
} from '#server/modules/companies/commands.ts';
import { findCompany } from '#server/modules/companies/queries.ts';
import { addPreparedJob, type PreparedOutcome } from '#server/modules/jobs/drafts/commands.ts';
import { addMember } from '#server/modules/teams/commands.ts';
import { findTeamRole, listOwnerEmails } from '#server/modules/teams/queries.ts';
import { storeUpload } from '#server/modules/uploads/commands.ts';
import type { ClaimedJob, Registration } from '#shared/contract/claims.ts';
import { newJobByRules } from '#shared/contract/job-requests.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import { OBJECTION_HOURS } from '#shared/domain/claims.ts';
import { COMPANY_ADMINS, ROLES } from '#shared/domain/roles.ts';
import type { TeamRole } from '#shared/domain/team-roles.ts';
import { CLAIM_DAYS, CODE_MINUTES } from '#shared/limits.ts';
import type { ClaimMails } from './mail/claim-mails.ts';
import { updateSkeletons } from './names/similar-names.ts';
import { refuseNeedless, refuseTooMany } from './policy.ts';
import {
  codeScope,
  describeLastTransition,
  findPeople,
  findReviewReasons,
  hasAdded,
  listDue,
  ofCompany,
  type StoredClaim,
} from './queries.ts';
import { describeTransition } from './states/describe-transition.ts';
import { recordTransition } from './states/record-transition.ts';
import {
  type ClaimAction,
  mayKnowClaim,
  maySeeClaim,
  type NextClaimState,
  nextClaimState,
} from './states/transitions.ts';

/** The options of functions that may approve a claim. */
export type ClaimOptions = {
  rules: BoardRules;
  mails: ClaimMails;
};

/**
 * Claims an existing company. Returns the id of the claim, which is the earlier one if the person has claimed the
 * company before.
 * @throws ProblemError 400 at `company.id`, 403 without an account, 409
 */
export async function claimCompany(
  db: Database,
  callerId: string,
  companyId: string,
): Promise<string> {
  return withActor(db, callerId, async (tx) => {
    const known = await lockCompanyKey(tx, companyId);
    const caller = await lockClaimant(tx, callerId);
    refuseNeedless(caller, known ? await findTeamRole(tx, callerId, known) : undefined);
    const company = known ? await findCompany(tx, known) : undefined;
    if (!company) {
      throw badInput([{ path: 'company.id', message: 'must be a company on this board' }]);
    }
    const own = await listOwn(tx, callerId);
    const earlier = own.find(({ company_id }) => company_id === company.id);
    if (earlier) return earlier.id;
    refuseTooMany(own.length);
    const claim = { id: uuidv7(), account_id: callerId, company_id: company.id };
    await tx.insert(company_claims).values(claim);
    await recordCreation(tx, claim, { name: company.name, website: '' });
    return claim.id;
  });
}

/**
 * Registers a new company, once for each idempotency key. Returns the id of the claim.
 * @throws ProblemError 403 without an account, 409
 */
export async function registerCompany(
  db: Database,
  callerId: string,
  registration: Registration,
  key: string | undefined,
): Promise<string> {
  const creation = { account: callerId, key, endpoint: 'POST /api/claims', body: registration };
  const claim = { id: uuidv7(), account_id: callerId, company_id: null };
  await updateSkeletons(db);
  return withActor(db, callerId, async (tx) => {
    refuseNeedless(await lockClaimant(tx, callerId));
    return createOnce(tx, creation, claim.id, async () => {
      refuseTooMany((await listOwn(tx, callerId)).length);
      const values = { ...registration, logo: '' };
      await tx.insert(company_claims).values({ ...claim, registration: values });
      await recordCreation(tx, claim, registration);
    });
  });
}

/** A request to change a claim. */
export type ClaimRequest = { callerId: string; id: string; ifMatch?: string | undefined };

/**
 * Changes the new company of a registration. A website at a different domain needs a new proof.
 * @throws ProblemError 403, 404, 409, 412
 */
export async function updateRegistration(
  db: Database,
  request: ClaimRequest,
  registration: Registration,
): Promise<void> {
  await changeClaim(db, request, 'save', async (_, { claim }) => {
    const { logo, website } = requireRegistration(claim);
    const isSameDomain = provableDomain(website) === provableDomain(registration.website);
    return {
      registration: { ...registration, logo },
      ...(!isSameDomain && { proven_email: null }),
    };
  });
}

/**
 * Checks that the caller may upload the logo of this claim, before the server decodes it.
 * @throws ProblemError 403, 404, 409
 */
export async function authorizeLogo(db: Database, request: ClaimRequest): Promise<void> {
  await db.transaction(async (tx) => {
    requireRegistration((await lockClaim(tx, request, 'save')).claim);
  });
}

/**
 * Stores the logo of a new company. Returns its path.
 * @throws ProblemError 403, 404, 409
 */
export async function storeLogo(
  db: Database,
  storage: UploadStorage,
  request: ClaimRequest,
  content: Buffer,
): Promise<string> {
  let logo = '';
  await changeClaim(db, request, 'save', async (tx, { claim }) => {
    const registration = requireRegistration(claim);
    logo = await storeUpload(tx, storage, content);
    await takeLogo(tx, logo, registration.logo);
    return { registration: { ...registration, logo } };
  });
  return logo;
}

/**
 * Stores the job that is posted once the person may act for the company.
 * @throws ProblemError 400 if a submitted job is incomplete, 403, 404, 409, 412
 */
export async function saveJob(
  db: Database,
  request: ClaimRequest,
  job: ClaimedJob,
  rules: BoardRules,
): Promise<void> {
  const schema = newJobByRules(rules);
  await changeClaim(db, request, 'saveJob', async () => {
    const { error } = job.state === 'submitted' ? schema.safeParse(ofCompany(job, request.id)) : {};
    if (error) {
      throw badInput(error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
    }
    return { job };
  });
}

/** @throws ProblemError 403, 404, 409, 412 */
export async function deleteClaim(db: Database, request: ClaimRequest): Promise<void> {
  await changeClaim(db, request, 'delete', async (tx, { claim }) => {
    if (claim.registration) await takeLogo(tx, '', claim.registration.logo);
    return {};
  });
}

/** Submits a claim for review, with a message to the site admins. @throws ProblemError 403, 404, 409, 412 */
export async function submitClaim(
  db: Database,
  request: ClaimRequest,
  message: string,
): Promise<void> {
  await changeClaim(db, request, 'submit', async () => ({ message, submitted_at: new Date() }));
}

/**
 * Withdraws a claim from review.
 * @throws ProblemError 403, 404, 409, 412
 */
export async function withdrawClaim(db: Database, request: ClaimRequest): Promise<void> {
  await changeClaim(db, request, 'withdraw', async (_, { claim }) =>
    // The person may prove the claim again, and the time for objections then begins again.
    claim.company_id ? { proven_email: null } : {},
  );
}

/**
 * Approves a claim in review. Returns the id of the company.
 * @throws ProblemError 403, 404, 409, 412
 */
export async function approveClaim(
  db: Database,
  request: ClaimRequest,
  options: ClaimOptions,
): Promise<string> {
  let company = '';
  await changeClaim(db, request, 'approve', async (tx, { claim, name }) => {
    // The person's account is locked, so nobody can block the person before this transaction ends.
    const [person] = await findPeople(tx, [claim.account_id]);
    if (person?.isBlocked) {
      throw new ProblemError(
        409,
        'This person is blocked. Unblock them before you approve the request, or reject it.',
      );
    }
    const by = 'site admin';
    const granted = await grant(tx, { claim, name, provenEmail: null, by }, options);
    company = granted.company;
    await options.mails.notifyClaimant(tx, {
      email: person?.email ?? null,
      company: name,
      reason: null,
      by,
      job: granted.job,
    });
    return {};
  });
  return company;
}

/**
 * Accepts a claim in review as an owner of the company: the person joins its team at once.
 * @throws ProblemError 403, 404, 409, 412
 */
export async function acceptClaim(
  db: Database,
  request: ClaimRequest,
  role: TeamRole,
  options: ClaimOptions,
): Promise<string> {
  let company = '';
  await changeClaim(db, request, 'accept', async (tx, { claim, name }) => {
    const [person] = await findPeople(tx, [claim.account_id]);
    if (person?.isBlocked) throw new ProblemError(409, 'This person is blocked.');
    const provenEmail = claim.proven_email;
    const granted = await grant(tx, { claim, name, provenEmail, by: 'owner', role }, options);
    company = granted.company;
    const outcome = { company: name, reason: null, by: 'owner', role, job: granted.job } as const;
    await options.mails.notifyClaimant(tx, { email: person?.email ?? null, ...outcome });
    return {};
  });
  return company;
}

/**
 * Rejects a claim in review.
 * @throws ProblemError 403, 404, 409
 */
export async function rejectClaim(
  db: Database,
  request: ClaimRequest,
  reason: string,
  { notifyClaimant }: ClaimMails,
): Promise<void> {
  await changeClaim(db, request, 'reject', async (tx, { claim, name }) => {
    const [person] = await findPeople(tx, [claim.account_id]);
    const email = (!person?.isBlocked && person?.email) || null;
    await notifyClaimant(tx, { email, company: name, reason, by: 'site admin' });
    const { registration, message, job } = claim;
    return {
      reason,
      rejected_at: new Date(),
      last_rejection: { reason, registration, message, job },
    };
  });
}

/**
 * Deletes the claims that nobody has changed for long, with their email addresses. Keeps claims in review, because no
 * site admin has decided about them yet. The task that removes unused uploads also removes their logos.
 */
export async function deleteOldClaims(db: Database): Promise<void> {
  await db
    .delete(company_claims)
    .where(
      and(
        ne(company_claims.state, 'review'),
        lt(company_claims.updated_at, sql`now() - make_interval(days => ${CLAIM_DAYS})`),
      ),
    );
}

type CodeOptions = {
  mails: ClaimMails;
  network: string;
  /** The factor of the limit per network; 0 disables the limit. */
  scale: number;
};

/**
 * Sends a code to an email address at the domain of the company. The board looks up nothing about the address, so the
 * response is the same for all addresses at the domain.
 * @throws ProblemError 400 at `email`, 403, 404, 409 if no address can prove the claim, 429, or 503 while mails are
 * paused
 * @throws ServiceUnavailableError if the board cannot send mails
 */
export async function sendCode(
  db: Database,
  { callerId, id }: ClaimRequest,
  typed: string,
  { mails, network, scale }: CodeOptions,
): Promise<void> {
  const email = normalizeEmail(typed);
  const { claim, name } = await db.transaction(async (tx) => {
    const subject = await lockClaim(tx, { callerId, id }, 'prove');
    const domain = requireAddress(subject, email);
    // The mail about a new company contains its domain instead of its name. Otherwise, anyone could send any text to a
    // stranger as the name of a company.
    return { ...subject, ...(subject.claim.registration && { name: readableDomain(domain) }) };
  });
  await mailCode(
    db,
    { scope: codeScope(claim), email, network },
    { scale, send: mails.sendCode(name) },
  );
}

const UNUSABLE = `This code is no longer valid. It is valid once, for ${CODE_MINUTES} minutes. Request a new one.`;

/** The proof of a claim: a code from a mail, or the addresses that the caller has just proven at sign-in. */
export type ClaimProof = { code: string } | { freshEmails: string[] };

/** The result of a proof. Without a suitable address, the claim keeps its state. */
export type ProofResult = {
  state: NextClaimState;
  /** The id of the company if the claim is approved; otherwise empty. */
  company: string;
  job?: PreparedOutcome | undefined;
};

/**
 * Proves a claim with the code from a mail, or with an address that the caller has just proven at sign-in. A person who
 * adds a new company becomes its owner at once. A claim of an existing company goes into review, and takes effect after
 * `OBJECTION_HOURS` unless someone objects. Only a site admin can approve a claim that was ever rejected, a new company
 * that people could mistake for another one or whose first job has signs of fraud, and a claim at a domain that proves
 * many people for many companies. A wrong code counts as a try.
 * @throws ProblemError 400 at `code`, 403, 404, 409
 */
export async function proveClaim(
  db: Database,
  request: ClaimRequest,
  proof: ClaimProof,
  options: ClaimOptions,
): Promise<ProofResult> {
  let outcome: ProofResult = { state: 'review', company: '' };
  let failure: ProblemError | undefined;
  const keys = await loadKeys(db);
  await changeClaim(db, request, 'prove', async (tx, subject) => {
    const { claim, name } = subject;
    let email: string | undefined;
    if ('code' in proof) {
      const { code } = proof;
      const result = await redeemCode(tx, { interaction: codeScope(claim), code }, keys);
      if ('email' in result) {
        ({ email } = result);
      } else {
        const { triesLeft } = result;
        const message = `is wrong. You have ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left`;
        failure =
          triesLeft > 0 ? badInput([{ path: 'code', message }]) : new ProblemError(409, UNUSABLE);
      }
    } else {
      const domain = provableDomain(subject.website);
      email = domain && proof.freshEmails.find((one) => isAddressAt(one, domain));
      if (!email) outcome = { state: claim.state, company: '' };
    }
    if (!email) return 'unchanged';
    // The domain may have changed since the code was sent.
    const domain = requireAddress(subject, email);
    const submitted_at = claim.submitted_at ?? new Date();
    const review = { state: 'review', submitted_at, proven_email: email } as const;
    if ((await findReviewReasons(tx, claim, { name, domain })).length > 0) {
      return { ...review, takes_effect_at: null };
    }
    const { account_id, company_id } = claim;
    if (company_id && !(await hasAdded(tx, account_id, company_id))) {
      const hours = OBJECTION_HOURS * 60 * 60 * 1_000;
      // A proof at another domain, after the trusted website has changed, begins the time for objections again.
      const isKnown = claim.proven_email !== null && isAddressAt(claim.proven_email, domain);
      const takesEffectAt = (isKnown && claim.takes_effect_at) || new Date(Date.now() + hours);
      const proven = { provenEmail: email, takesEffectAt };
      const areTold = await notifyObjectors(tx, subject, proven, options);
      return { ...review, takes_effect_at: areTold ? takesEffectAt : null };
    }
    const granted = await grant(tx, { claim, name, provenEmail: email, by: 'proof' }, options);
    outcome = { state: 'approved', ...granted };
    return {};
  });
  if (failure) throw failure;
  return outcome;
}

/** Tells the owners of a company and the site admins who becomes an owner unless they object. Returns false if it fails. */
async function notifyObjectors(
  tx: Database,
  { claim: { account_id, company_id }, name }: Subject,
  { provenEmail, takesEffectAt }: { provenEmail: string; takesEffectAt: Date },
  { mails }: ClaimOptions,
): Promise<boolean> {
  const [person] = await findPeople(tx, [account_id]);
  const owners = (await listOwnerEmails(tx, company_id ?? '')).map(({ email }) => email);
  return mails.notifyObjectors(
    tx,
    { owners, siteAdmins: await listSiteAdminEmails(tx) },
    {
      id: company_id ?? '',
      company: name,
      owner: { id: account_id, name: person?.name ?? '', provenEmail },
      takesEffectAt,
    },
  );
}

/**
 * Objects to a claim that would take effect without review. It stays in review until a site admin decides.
 * @throws ProblemError 403, 404, 409, 412
 */
export async function objectToClaim(db: Database, request: ClaimRequest): Promise<void> {
  await changeClaim(db, request, 'object', async () => ({ takes_effect_at: null }));
}

/** Makes people owners of the companies that they have claimed, if nobody has objected in time. */
export async function grantDueClaims(db: Database, options: ClaimOptions): Promise<void> {
  // The people who were asked to object were told a date. After a block has ended, a site admin decides.
  await db
    .update(company_claims)
    .set({ takes_effect_at: null })
    .where(
      and(
        isNotNull(company_claims.takes_effect_at),
        sql`${company_claims.account_id} in (select id from ${accounts} where blocked_at is not null)`,
      ),
    );
  const failures: unknown[] = [];
  for (const request of await listDue(db)) {
    try {
      await changeClaim(db, request, 'takeEffect', async (tx, { claim, name, website }) => {
        const { proven_email: email, takes_effect_at } = claim;
        if (!email || !takes_effect_at || takes_effect_at > new Date()) return 'unchanged';
        // The trusted website may have changed since the proof.
        const domain = provableDomain(website);
        if (
          !domain ||
          !isAddressAt(email, domain) ||
          (await findReviewReasons(tx, claim, { name, domain })).length > 0
        ) {
          return { state: 'review', takes_effect_at: null };
        }
        const { job } = await grant(tx, { claim, name, provenEmail: email, by: 'time' }, options);
        const [person] = await findPeople(tx, [claim.account_id]);
        const outcome = { company: name, reason: null, by: 'time', job } as const;
        await options.mails.notifyClaimant(tx, { email: person?.email ?? null, ...outcome });
        return {};
      });
    } catch (error) {
      // The claim was withdrawn or decided, or the person was blocked, since it was listed.
      if (!(error instanceof ProblemError)) failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some claims could not take effect');
}

type Grant = {
  claim: StoredClaim;
  /** The name of the company. */
  name: string;
  provenEmail: string | null;
  /** What decided. A site admin has read the job, too. */
  by: 'proof' | 'time' | 'site admin' | 'owner';
  /** The role in the team. Default: owner. */
  role?: TeamRole;
};

/** Adds the person to the team of the company, which is added if it is new, and posts the prepared job. */
async function grant(
  tx: Database,
  { claim, name, provenEmail, by, role = 'owner' }: Grant,
  { rules, mails }: ClaimOptions,
): Promise<{ company: string; job?: PreparedOutcome | undefined }> {
  const { account_id, registration, job } = claim;
  const company = claim.company_id ?? uuidv7();
  if (registration) await insertCompany(tx, company, registration);
  const owners = await listOwnerEmails(tx, company);
  await addMember(tx, { account: account_id, company, role });
  const others = owners.filter(({ account }) => account !== account_id);
  if (others.length > 0 && role === 'owner') {
    const [person] = await findPeople(tx, [account_id]);
    const owner = { id: account_id, name: person?.name ?? '', provenEmail };
    await mails.notifyOwners(tx, others, { id: company, company: name, owner });
  }
  if (!job) return { company };
  const prepared = {
    author: account_id,
    body: ofCompany(job, company),
    isSubmitted: job.state === 'submitted',
    isReviewed: by === 'site admin',
  };
  return { company, job: await addPreparedJob(tx, prepared, rules) };
}

/**
 * Reads the caller, and locks their account.
 * @throws ProblemError 403 without an account
 */
async function lockClaimant(tx: Database, callerId: string): Promise<Caller> {
  // Take an exclusive lock, so that two simultaneous requests cannot exceed the maximum number of claims.
  await lockAccounts(tx, [callerId]);
  const caller = await lockCaller(tx, callerId, 'authenticated');
  requireRole(caller, ROLES);
  return caller;
}

async function listOwn(tx: Database, accountId: string) {
  return tx
    .select({ id: company_claims.id, company_id: company_claims.company_id })
    .from(company_claims)
    .where(eq(company_claims.account_id, accountId));
}

async function recordCreation(
  tx: Database,
  claim: { id: string; account_id: string; company_id: string | null },
  { name, website }: { name: string; website: string },
): Promise<void> {
  const creation = { from: null, action: 'save', to: 'draft' } as const;
  const domain = provableDomain(website) ?? null;
  await recordTransition(tx, { actor: claim.account_id, claim, name, domain, ...creation });
}

/**
 * Returns the new company of a registration.
 * @throws ProblemError 409 if an existing company is claimed
 */
function requireRegistration({ registration }: StoredClaim) {
  if (registration) return registration;
  throw new ProblemError(409, 'This company is already on this site. Only its owners can edit it.');
}

/** A claim that is locked together with its company. */
type Subject = {
  caller: Caller;
  claim: StoredClaim;
  /** The name of the company. */
  name: string;
  /** The website whose domain proves the claim. */
  website: string;
  next: NextClaimState;
};

/**
 * Checks that an email address proves the claim. Returns the domain of the address.
 * @throws ProblemError 400 at `email`, 409 if no address proves the claim
 */
function requireAddress({ website }: Subject, email: string): string {
  const domain = provableDomain(website);
  if (!domain) {
    throw new ProblemError(
      409,
      'No email address can prove this request. Ask a site admin instead.',
    );
  }
  if (!isAddressAt(email, domain)) {
    throw badInput([{ path: 'email', message: `must be an address at ${readableDomain(domain)}` }]);
  }
  return domain;
}

/**
 * Locks a claim for an action. Locks are taken in the same order as in the deletion of a company: the company, the
 * accounts, the claim. If two reviewers decide at the same time, the lock on the claim lets only one of them succeed.
 * @throws ProblemError 403, 404, 409 if the action is not possible
 */
async function lockClaim(
  tx: Database,
  { callerId, id }: ClaimRequest,
  action: ClaimAction,
): Promise<Subject> {
  const [found] = isId(id)
    ? await tx
        .select({ account: company_claims.account_id, company: company_claims.company_id })
        .from(company_claims)
        .where(eq(company_claims.id, id))
    : [];
  const grants = ['prove', 'approve', 'accept', 'takeEffect'].includes(action);
  // Lock, so that new companies are compared with the existing ones one at a time. Otherwise, two registrations of the
  // same company could both be approved.
  if (grants && found && !found.company) {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.registrations})`);
    await updateSkeletons(tx);
  }
  const company = found?.company ? await lockCompanyTeam(tx, found.company) : undefined;
  if (grants && found) await lockAccounts(tx, [found.account, callerId]);
  const access = isDecision(action) ? COMPANY_ADMINS : 'authenticated';
  const caller = await lockCaller(tx, callerId, access);
  const [claim] = found
    ? await tx.select().from(company_claims).where(eq(company_claims.id, id)).for('update')
    : [];
  if (!claim) throw await missingClaim(tx, caller, id);
  const teamRole = found?.company ? await findTeamRole(tx, callerId, found.company) : undefined;
  const actor = { ...caller, teamRole };
  if (!mayKnowClaim(actor, claim)) throw notFound('request');
  const next = nextClaimState(actor, claim, action);
  if (!next) {
    throw new ProblemError(409, await describeLastTransition(tx, caller, id));
  }
  return {
    caller,
    claim,
    name: claim.registration?.name ?? company?.name ?? '',
    website: claim.registration?.website ?? company?.trusted_website ?? '',
    next,
  };
}

/**
 * The error for a claim that does not exist: 409 if the claim was approved and the caller may know this, otherwise 404.
 */
async function missingClaim(tx: Database, caller: Caller, id: string): Promise<ProblemError> {
  const last = isId(id) ? await findLastTransition(tx, 'claim', id) : undefined;
  const isKnown =
    last?.state === 'approved' && maySeeClaim(caller, { account_id: last.account_id ?? '' });
  return isKnown ? new ProblemError(409, describeTransition(caller, last)) : notFound('request');
}

/** Whether an action is the decision of a site admin. */
function isDecision(action: ClaimAction): boolean {
  return action === 'approve' || action === 'reject';
}

/** The error for a decision about an earlier version. It says who has changed the request since. */
async function unread(tx: Database, caller: Caller, id: string): Promise<ProblemError> {
  const change = await describeLastTransition(tx, caller, id);
  return new ProblemError(409, `${change} Read the request again before you decide.`);
}

type Change = Partial<
  Pick<
    StoredClaim,
    | 'registration'
    | 'job'
    | 'message'
    | 'reason'
    | 'last_rejection'
    | 'rejected_at'
    | 'proven_email'
    | 'submitted_at'
    | 'takes_effect_at'
    | 'state'
  >
>;

/**
 * Performs an action on a claim: the only function that changes its state.
 * @param change performs the rest of the action, and returns the columns that it sets
 */
async function changeClaim(
  db: Database,
  request: ClaimRequest,
  action: ClaimAction,
  change: (tx: Database, subject: Subject) => Promise<Change | 'unchanged'> = async () => ({}),
): Promise<void> {
  const { callerId, id, ifMatch } = request;
  await withActor(db, callerId, async (tx) => {
    const subject = await lockClaim(tx, request, action);
    const { claim, next, caller } = subject;
    if (isDecision(action)) {
      if (!matchesVersion(ifMatch, claim.version)) throw await unread(tx, caller, id);
    } else {
      requireVersion(ifMatch, claim.version);
    }
    const columns = await change(tx, subject);
    if (columns === 'unchanged') return;
    const to = columns.state ?? next;
    if (to === 'approved' || to === 'deleted') {
      await tx.delete(company_claims).where(eq(company_claims.id, id));
    } else {
      await tx
        .update(company_claims)
        .set({
          state: to,
          updated_at: new Date(),
          // Clear the columns that belong to the former state.
          ...(to !== claim.state && { reason: null, submitted_at: null, takes_effect_at: null }),
          ...columns,
        })
        .where(eq(company_claims.id, id));
    }
    if (to === claim.state && (action === 'save' || action === 'saveJob')) return;
    const name = columns.registration?.name ?? subject.name;
    const { website } = columns.registration ?? claim.registration ?? { website: '' };
    const domain = provableDomain(website) ?? null;
    const transition = { name, domain, from: claim.state, action, to };
    await recordTransition(tx, { actor: callerId, claim, ...transition });
  });
}
