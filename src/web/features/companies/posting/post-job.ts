import type { Account } from '#shared/contract/accounts.ts';
import type { ClaimedJobInput } from '#shared/contract/claims.ts';
import { POSTING_DRAFTS } from '#shared/domain/posting.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import type { Session } from '#web/auth/session.ts';
import { draftName, readDraft, storeDraft } from '#web/forms/draft.ts';
import { TOASTS } from '#web/messages.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import { readPostedCompany } from './posted-company.ts';

type Posting = {
  account: Account;
  /** The job; undefined if the person posts none now. */
  job: ClaimedJobInput | undefined;
  /** Whether an email address could prove the company. Otherwise, a site admin decides. */
  hasMail: boolean;
};

/**
 * Sends what a person has written before they could act for the company: the request for the company, with the job. An
 * email address at the company's domain that they have just proven at sign-in decides at once. Each call repeats safely,
 * so that a failure in between loses and doubles nothing. Resolves with the path of the next page.
 */
export async function postJob(
  session: Pick<Session, 'api' | 'update'>,
  { account, job, hasMail }: Posting,
): Promise<string> {
  const { api } = session;
  const posted = readPostedCompany();
  if (!posted) return pages.employers({ step: 'company' });
  const { company, key } = posted;
  const isOwn = company.id !== '' && account.company === company.id;
  if (isOwn || account.role === 'siteadmin') return moveToForm(account);

  const { id: claim, domain } = company.id
    ? await api('POST /api/claims', { body: { company: { id: company.id } } })
    : await api(
        'POST /api/claims',
        { body: { registration: company } },
        { 'idempotency-key': key },
      );
  const params = { id: claim };
  if (job) await api('PUT /api/claims/:id/job', { params, body: job });
  const proof = await api('POST /api/claims/:id/prove', { params, body: {} });
  if (proof.state !== 'approved') {
    // Without a code, nothing but a review can follow. Who claims a company first says how a site admin can check it.
    if (proof.state === 'draft' && !company.id && !(domain && hasMail)) {
      await api('POST /api/claims/:id/submit', { params, body: {} });
    }
    clear();
    return pages.employers();
  }
  clear();
  session.update(await api('GET /api/accounts/:id', { params: { id: account.id } }));
  if (!proof.job) return adminPages.dashboard();
  const isInReview = proof.job.state === 'review';
  showToast('success', (isInReview ? TOASTS.addJobToReview : TOASTS.addJob).success);
  return pages.job(proof.job.id);
}

/** Moves the job to the form "Add Job" of a person who can act for the company already. */
function moveToForm(account: Account): string {
  const draft = readDraft(POSTING_DRAFTS.job);
  if (draft) {
    const values = { ...draft.values, 'company.id': account.company };
    storeDraft(draftName(account, pages.addJob()), { ...draft, values });
  }
  clear();
  return pages.addJob();
}

function clear(): void {
  for (const name of Object.values(POSTING_DRAFTS)) storeDraft(name, undefined);
}
