import { useId, useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import type { Claim } from '#shared/contract/claims.ts';
import { formatDate } from '#shared/format/day.ts';
import { formatDateTime } from '#shared/format/moment.ts';
import { pages } from '#shared/urls/paths.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { ReviewStatus } from '#web/data/review-status.tsx';
import { useSite } from '#web/data/use-site.ts';
import { TOASTS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { AskSiteAdmin } from './ask-site-admin.tsx';
import { CodeProof } from './code-proof.tsx';

type Props = {
  claim: Claim;
  account: Account;
  onChange: () => void;
  onOwner: () => void;
  onClaim: (company: string) => void;
  onEdit: () => void;
  onJob: () => void;
};

/** One request of a person, with its next steps. */
export function ClaimCard({ claim, account, onChange, onOwner, onClaim, onEdit, onJob }: Props) {
  const { api } = useSession();
  const headingId = useId();
  const { busy, error, run } = useInlineAction();
  const [isDeleting, setIsDeleting] = useState(false);
  const { id, state, company, registration, domain, provenemail, reason, job } = claim;
  const { noMail, review } = useSite();
  const hasCode = domain !== '' && !provenemail && !noMail;
  const name = registration?.name ?? company?.name ?? '';
  const isOpen = state !== 'review';
  // A site admin who approves the request has read the job, too.
  const needsSiteAdmin = isOpen ? !hasCode : !claim.takeseffect;
  const isReviewed = review !== undefined && !needsSiteAdmin;
  const posting = POSTINGS[!isReviewed ? 'approved' : registration ? 'all' : review];

  async function withdraw(): Promise<void> {
    const { success, failure } = TOASTS.withdrawClaim;
    const act = () => api('POST /api/claims/:id/withdraw', { params: { id } });
    if (await run({ act, success, failure })) onChange();
  }

  async function remove(): Promise<void> {
    const { success, failure } = TOASTS.deleteClaim;
    const act = () => api('DELETE /api/claims/:id', { params: { id } });
    const done = await run({ act, success, failure });
    setIsDeleting(false);
    if (done) onChange();
  }

  return (
    <article
      aria-labelledby={headingId}
      className="grid min-w-0 justify-items-start gap-5 rounded-sm border border-line bg-raised p-6 wrap-anywhere"
    >
      <header>
        <h3 id={headingId} dir="auto" className="text-xl font-semibold tracking-tight">
          {name}
        </h3>
        <p className="text-sm text-muted">
          {registration ? 'New company' : 'Claimed company'}, {STATES[state]}
          {claim.submitted && (
            <>
              {' since '}
              {formatDate(claim.submitted)}
            </>
          )}
        </p>
      </header>
      {state === 'rejected' && (
        <Alert>
          <p>A site admin rejected this request. Change it, and submit it again.</p>
          <p dir="auto" className="whitespace-pre-line">{`Reason: ${reason}`}</p>
        </Alert>
      )}
      {error && <Alert role="alert">{error}</Alert>}
      {provenemail && <p>You have proven the email address {provenemail}.</p>}
      {claim.existing.length > 0 && (
        <Alert>
          <p>
            A company with a similar name or the same website is already on this site. If it is
            yours, claim it instead. Otherwise, a site admin reviews this request.
          </p>
          <ul className="grid gap-3">
            {claim.existing.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-3">
                <PageLink href={pages.company(one.id)} className="link tap-target">
                  <bdi>{one.name}</bdi>
                </PageLink>
                <Button
                  variant="secondary"
                  aria-label={`Claim ${one.name}`}
                  onClick={() => onClaim(one.id)}
                >
                  Claim
                </Button>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {isOpen && hasCode && (
        <CodeProof
          claim={claim}
          account={account}
          name={name}
          onDone={onOwner}
          onReview={onChange}
        />
      )}
      {isOpen && <AskSiteAdmin claim={claim} hasCode={hasCode} onDone={onChange} />}
      {!isOpen && (
        <>
          {claim.takeseffect ? (
            <p>
              You become an owner on{' '}
              <time dateTime={claim.takeseffect}>{formatDateTime(claim.takeseffect)}</time>, unless
              an owner of the company or a site admin objects. An owner can accept you sooner.
            </p>
          ) : (
            <div>
              <p>{noMail || !claim.review ? REVIEWED : REVIEWS[claim.review]}</p>
              <ReviewStatus id={id} />
            </div>
          )}
          {!noMail && (
            <p>
              {claim.outcomesentto
                ? `You get the outcome by email at ${claim.outcomesentto}.`
                : 'You get no email about the outcome, because your account has no verified email address. Come back to this page.'}
            </p>
          )}
        </>
      )}
      <section aria-label={`Job for ${name}`} className="w-full border-t border-line pt-5">
        <p className="mb-3">
          {job ? (
            <>
              Job: <bdi className="font-semibold">{job.title || 'Untitled'}</bdi>,{' '}
              {job.state === 'submitted' ? posting : 'a draft.'}
            </>
          ) : (
            `You can write a job now. It is ${posting}`
          )}
        </p>
        <Button variant="secondary" onClick={onJob}>
          {job ? 'Edit job' : 'Add job'}
        </Button>
      </section>
      <div className="flex w-full flex-wrap gap-3 border-t border-line pt-5">
        {registration && isOpen && (
          <Button variant="secondary" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit company
          </Button>
        )}
        {!isOpen && (
          <Button variant="secondary" aria-disabled={busy} onClick={() => void withdraw()}>
            Withdraw request
          </Button>
        )}
        <Button
          variant="danger-secondary"
          aria-label={`Delete the request for ${name}`}
          onClick={() => setIsDeleting(true)}
        >
          Delete request
        </Button>
      </div>
      {isDeleting && (
        <ConfirmDialog
          question={`Delete the request for ${name}?`}
          confirm="Delete"
          busy={busy}
          onConfirm={() => void remove()}
          onCancel={() => setIsDeleting(false)}
        >
          {registration && 'This deletes what you have entered about the company and its job.'}
        </ConfirmDialog>
      )}
    </article>
  );
}

const STATES = { draft: 'not submitted', review: 'in review', rejected: 'rejected' } as const;

const REVIEWED = 'A site admin reads this request.';

/** Why a site admin decides. The person does not learn which check failed, because that would help fraudsters. */
const REVIEWS = {
  unproven: `${REVIEWED} No email address proves it.`,
  insufficient: `${REVIEWED} Your email address is proven, but the company, the job or an earlier request needs a check.`,
} as const;

/** When the job is posted: with the approval, or after a review by the rule of the board. */
const POSTINGS = {
  approved: 'posted with the approval.',
  first:
    'submitted with the approval. A site admin reads it before it is published if it is the first job of the company.',
  all: 'submitted with the approval. A site admin reads it before it is published.',
} as const;
