import type { Account } from '#shared/contract/accounts.ts';
import type { Claim, ClaimedJobInput } from '#shared/contract/claims.ts';
import { POSTING_DRAFTS } from '#shared/domain/posting.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { ignoreStatus } from '#web/api/errors.ts';
import type { Session } from '#web/auth/session.ts';
import { storeDraft } from '#web/forms/draft.ts';
import { TOASTS } from '#web/messages.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import { type PostedCompany, readPostedCompany, storePostedCompany } from './posted-company.ts';

type Posting = {
  account: Account;
  /** The job; undefined if the person posts none now. */
  job: ClaimedJobInput | undefined;
  /** Whether an email address could prove the company. Otherwise, a site admin decides. */
  hasMail: boolean;
};

type Client = Pick<Session, 'api' | 'update'>;

/**
 * Sends what a person has written before they could act for the company: the request for the company, with the job. An
 * email address at the company's domain that they have just proven at sign-in decides at once. After a failure in
 * between, another call continues with the same request. Resolves with the path of the next page.
 */
export async function postJob(
  session: Client,
  { account, job, hasMail }: Posting,
): Promise<string> {
  const { api } = session;
  const posted = readPostedCompany();
  if (!posted) return pages.employers({ step: 'company' });
  const { company } = posted;
  if (account.role === 'siteadmin' || (await actFor(session, company))) {
    // The form "Add Job" takes over the job.
    storeDraft(POSTING_DRAFTS.company, undefined);
    return pages.addJob();
  }
  const claim = await sendClaim(session, posted);
  // An earlier call has proven the request, and its response was lost.
  if (!claim) return finish(session, account);
  const params = { id: claim.id };
  if (job && claim.job && claim.job.title !== job.title) {
    const { title } = claim.job;
    showToast('error', `Your request for ${company.name} already has the job “${title}”.`);
    return pages.employers();
  }
  if (job) await api('PUT /api/claims/:id/job', { params, body: job });
  if (claim.state === 'review' && claim.provenemail) return finish(session, account);
  const proof = await api('POST /api/claims/:id/prove', { params, body: {} });
  if (proof.state === 'approved') return finish(session, account, proof.job);
  // Without a code, nothing but a review can follow. Who claims a company first says how a site admin can check it.
  if (proof.state === 'draft' && !company.id && !(claim.domain && hasMail)) {
    await api('POST /api/claims/:id/submit', { params, body: {} });
  }
  clear();
  return pages.employers();
}

/** Whether the person is in the team of the company. If so, they then act for it. */
async function actFor(session: Client, { id }: PostedCompany): Promise<boolean> {
  if (!id) return false;
  const { results } = await session.api('GET /api/memberships', {});
  const membership = results.find((one) => one.company === id);
  if (!membership) return false;
  if (!membership.current) {
    const params = { id: membership.id };
    session.update(await session.api('POST /api/memberships/:id/choose', { params }));
  }
  return true;
}

/** Sends the request for the company, or finds the one that was sent. Resolves to undefined if it is approved. */
async function sendClaim(
  { api }: Client,
  { company, key }: { company: PostedCompany; key: string },
): Promise<Claim | undefined> {
  if (company.claim) {
    const params = { id: company.claim };
    const call = company.id
      ? api('GET /api/claims/:id', { params })
      : api('PUT /api/claims/:id', { params, body: company });
    return call.catch(ignoreStatus(404, 409));
  }
  const claim = company.id
    ? await api('POST /api/claims', { body: { company: { id: company.id } } })
    : await api(
        'POST /api/claims',
        { body: { registration: company } },
        { 'idempotency-key': key },
      );
  storePostedCompany({ ...company, claim: claim.id }, key);
  return claim;
}

type PostedJob = { id: string; state: 'draft' | 'review' | 'published' };

/** An incomplete job becomes a draft. */
const POSTED: Record<PostedJob['state'], { success: string }> = {
  draft: TOASTS.saveDraft,
  review: TOASTS.addJobToReview,
  published: TOASTS.addJob,
};

/** Shows what has become of the request. Everything is sent by now, so no failure asks to send it again. */
async function finish({ api, update }: Client, { id }: Account, job?: PostedJob): Promise<string> {
  clear();
  const account = await api('GET /api/accounts/:id', { params: { id } }).catch(reportError);
  if (account) update(account);
  if (account?.role === 'user') return pages.employers();
  if (!job) return adminPages.dashboard();
  showToast('success', POSTED[job.state].success);
  return pages.job(job.id);
}

function clear(): void {
  for (const name of Object.values(POSTING_DRAFTS)) storeDraft(name, undefined);
}
