import { type ReactNode, useEffect, useState } from 'react';
import type { JobDraft } from '#shared/contract/job-drafts.ts';
import { inboxItem } from '#shared/domain/inbox.ts';
import { pageTitle } from '#shared/format/page-title.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { useAction } from '#web/actions/action-button.tsx';
import { DeleteButton } from '#web/actions/delete-button.tsx';
import type { Session } from '#web/auth/session.ts';
import { useAccount, useSession } from '#web/auth/use-session.ts';
import { ReviewStatus } from '#web/data/review-status.tsx';
import { useAsync } from '#web/data/use-async.ts';
import { useSite } from '#web/data/use-site.ts';
import { describeErrors, errorMessage, errorsOf } from '#web/forms/errors.ts';
import { DELETE_QUESTIONS, TOASTS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { formRules } from '../form/form-rules.ts';
import { draftValues, ERROR_TEXTS } from '../form/job-values.ts';
import { findEarlierList } from '../manage/earlier-list.ts';
import { DraftArticle } from './draft-article.tsx';
import { REVIEW_REASONS, STATES } from './states.ts';

type Props = {
  id: string;
  /** The link above the job. */
  back: ReactNode;
  /** Shown if the job does not exist, or belongs to a different company. */
  missing: ReactNode;
};

/** The page of a job that is not published, for those who may edit it. */
export function UnpublishedJob({ id, back, missing }: Props) {
  const { api } = useSession();
  const site = useSite();
  const result = useAsync(id, () =>
    api('GET /api/job-drafts/:id', { params: { id }, query: { description: 'html' } }),
  );
  // While the job is loaded again, its former version stays.
  const draft = result.status === 'failed' ? undefined : result.value;
  const title = draft && `${draft.job.title || 'Untitled'} (${STATES[draft.state].label})`;

  // The server has sent the title of the not-found page, so replace it.
  useEffect(() => {
    if (title) document.title = pageTitle(site.name, title);
  }, [title, site.name]);

  if (result.status === 'missing') return missing;
  return (
    <div className="page-width page-space">
      {back}
      {result.status === 'loading' && !draft && <Spinner />}
      {result.status === 'failed' && (
        <LoadFailed message="The job could not be loaded." retry={result.retry} />
      )}
      {draft && (
        <DraftArticle draft={draft}>
          <Controls draft={draft} onDone={result.retry} />
        </DraftArticle>
      )}
    </div>
  );
}

type Act = (api: Session['api']) => Promise<unknown>;

function Controls({ draft, onDone }: { draft: JobDraft; onDone: () => void }) {
  const { id, state, reason, job } = draft;
  const isSiteAdmin = useAccount()?.role === 'siteadmin';
  const rules = formRules(useSite());
  const [problem, setProblem] = useState<string>();
  const headers = { 'if-match': `"${draft.version}"` };
  const params = { id };

  function onError(error: unknown): void {
    const errors = errorsOf(error, (issues) =>
      describeErrors(issues, ERROR_TEXTS, draftValues(draft, rules)),
    );
    setProblem([errorMessage(error), ...Object.values(errors)].filter(Boolean).join(' '));
  }

  const shared = { onError, onDone };
  return (
    <section
      aria-labelledby="manage"
      className="mt-6 flex flex-wrap items-center gap-3 rounded-sm border border-line p-6"
    >
      <h2 id="manage" className="w-full text-xl font-semibold tracking-tight">
        {STATES[state].label}
      </h2>
      <p className="w-full">
        {STATES[state].description} {draft.review && REVIEW_REASONS[draft.review]}
      </p>
      {state === 'review' && !isSiteAdmin && (
        <div className="w-full">
          <ReviewStatus id={id} />
        </div>
      )}
      {reason && (
        <p dir="auto" className="w-full whitespace-pre-line wrap-anywhere">
          {`Reason: ${reason}`}
        </p>
      )}
      {problem && <Alert role="alert">{problem}</Alert>}
      <ButtonLink href={pages.editJob(id)}>Edit Job</ButtonLink>
      {state === 'draft' && (
        <Transition
          key="submit"
          label={isSiteAdmin ? 'Publish Job' : 'Submit Job'}
          toasts={{
            ...TOASTS.submitJob,
            ...(isSiteAdmin && { success: TOASTS.addJob.success }),
          }}
          act={(api) => api('POST /api/job-drafts/:id/submit', { params }, headers)}
          {...shared}
        />
      )}
      {state === 'review' && (
        <Transition
          key="withdraw"
          label="Withdraw Job"
          toasts={TOASTS.withdrawJob}
          act={(api) => api('POST /api/job-drafts/:id/withdraw', { params }, headers)}
          {...shared}
        />
      )}
      {state === 'review' && isSiteAdmin && (
        <ButtonLink
          href={adminPages.inbox({ item: inboxItem({ kind: 'job', id }) })}
          variant="secondary"
        >
          Review Job
        </ButtonLink>
      )}
      <DeleteButton
        label="Delete Job"
        question={DELETE_QUESTIONS.job}
        details={
          <p>
            <bdi>“{job.title || 'Untitled'}”</bdi> will be deleted. You cannot undo this.
          </p>
        }
        toasts={TOASTS.deleteJob}
        remove={(api) => api('DELETE /api/job-drafts/:id', { params }, headers)}
        editPage={pages.editJob(id)}
        next={() => findEarlierList(id) ?? adminPages.dashboard({ state: 'draft' })}
      />
    </section>
  );
}

type TransitionProps = {
  label: string;
  toasts: { success: string; failure: string };
  act: Act;
  onError: (error: unknown) => void;
  onDone: () => void;
};

/** A button that changes the state of the job. Afterwards, the page shows the new state. */
function Transition({ label, toasts, act, onError, onDone }: TransitionProps) {
  const { busy, run } = useAction({ toasts, act });

  async function perform(): Promise<void> {
    await run(onError);
    onDone();
  }

  return (
    <Button variant="secondary" aria-busy={busy} onClick={() => void perform()}>
      {label}
    </Button>
  );
}
