import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react';
import { type JobDraft, rejection } from '#shared/contract/job-drafts.ts';
import { REJECTION_LENGTH } from '#shared/domain/job-drafts.ts';
import { useAction } from '#web/actions/action-button.tsx';
import { ApiError, ignoreStatus } from '#web/api/errors.ts';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { AsyncPage } from '#web/data/async-page.tsx';
import { useAsync } from '#web/data/use-async.ts';
import { checkBody, describeErrors } from '#web/forms/errors.ts';
import { TOASTS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SelectField, TextAreaField } from '#web/ui/field.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { Changes } from './changes.tsx';
import { DraftArticle } from './draft-article.tsx';
import { REASONS, SIGNALS } from './states.ts';

/** The queue of jobs to review, one at a time, with the oldest submission first. */
export function ReviewQueue() {
  const { api } = useSession();
  const [cursor, setCursor] = useState<string>();
  const result = useAsync(cursor ?? '', () => readQueue(api, cursor));
  /** The message for a decision that came too late, because someone else had decided. */
  const [message, setMessage] = useState<string>();
  const hasDecided = useRef(false);
  const title = useRef<HTMLHeadingElement>(null);
  const { status } = result;

  // After a decision, the next job gets the focus, or the page's heading if none is left.
  useEffect(() => {
    if (status !== 'loaded' || !hasDecided.current) return;
    hasDecided.current = false;
    if (title.current) title.current.focus();
    else focusHeading();
  }, [status]);

  function next(): void {
    hasDecided.current = true;
    result.retry();
  }

  function skip(position: string): void {
    hasDecided.current = true;
    setMessage(undefined);
    setCursor(position);
  }

  return (
    <AsyncPage title="Review Jobs" result={result}>
      {({ total, draft, changes, next: position }) => (
        <>
          {message && (
            <Alert role="alert" className="mb-8 max-w-176">
              {message}
            </Alert>
          )}
          {draft ? (
            <>
              <p className="mb-8">
                {total === 1 ? '1 job is waiting.' : `${total} jobs are waiting.`} This one since{' '}
                <CalendarDate iso={draft.submitted ?? draft.updated} />.
              </p>
              {draft.kind === 'edit' && !changes && (
                <Alert className="mb-8 max-w-176">
                  This is an edit of a job that has closed since. It cannot be approved.
                </Alert>
              )}
              {changes && <Changes {...changes} />}
              <DraftArticle key={draft.id} draft={draft} heading="h2" headingRef={title}>
                <Decision
                  draft={draft}
                  onDone={(problem) => {
                    setMessage(problem);
                    next();
                  }}
                  onSkip={position ? () => skip(position) : undefined}
                />
              </DraftArticle>
            </>
          ) : (
            <EmptyState title={cursor ? 'No more jobs to review' : 'No jobs to review'} />
          )}
          {cursor && (
            <p className="mt-8">
              <Button
                variant="secondary"
                onClick={() => {
                  hasDecided.current = true;
                  setCursor(undefined);
                }}
              >
                Oldest job
              </Button>
            </p>
          )}
        </>
      )}
    </AsyncPage>
  );
}

/** Reads the number of waiting jobs, and the first one after the cursor. */
async function readQueue(api: Session['api'], cursor: string | undefined) {
  const query = { state: 'review', limit: '1', cursor } as const;
  const { total, results, next } = await api('GET /api/job-drafts', { query });
  const [first] = results;
  if (!first) return { total, next };
  const params = { id: first.id };
  const read = (description: 'html' | 'markdown') =>
    api('GET /api/job-drafts/:id', { params, query: { description } });
  const [draft, changes] = await Promise.all([
    read('html'),
    first.kind === 'edit' ? readChanges(api, params, read('markdown')) : undefined,
  ]);
  return { total, draft, changes, next };
}

/** Reads the changes of an edit; returns undefined if its job is closed. */
async function readChanges(
  api: Session['api'],
  params: { id: string },
  pending: Promise<JobDraft>,
): Promise<ComponentProps<typeof Changes> | undefined> {
  const [edit, published] = await Promise.all([
    pending,
    api('GET /api/jobs/:id', { params, query: {} }).catch(ignoreStatus(410)),
  ]);
  return published && { published, edited: edit.job };
}

type DecisionProps = {
  draft: JobDraft;
  /** Called after a decision. A message means that the decision came too late and had no effect. */
  onDone: (message?: string) => void;
  onSkip: (() => void) | undefined;
};

function Decision({ draft, onDone, onSkip }: DecisionProps) {
  const [isRejecting, setIsRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const params = { id: draft.id };
  const headers = { 'if-match': `"${draft.version}"` };
  const approval = useAction({
    toasts: TOASTS.approveJob,
    act: (api) => api('POST /api/job-drafts/:id/approve', { params }, headers),
  });
  const refusal = useAction({
    toasts: TOASTS.rejectJob,
    act: (api) => api('POST /api/job-drafts/:id/reject', { params, body: { reason } }, headers),
  });

  async function decide(run: typeof approval.run): Promise<void> {
    let failure: unknown;
    await run((problem) => {
      failure = problem;
    });
    if (failure === undefined) return onDone();
    const isOutdated = failure instanceof ApiError && [404, 409, 412].includes(failure.status);
    if (isOutdated && failure instanceof Error) onDone(failure.message);
  }

  function reject(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const texts = { labels: { reason: 'The reason' }, missing: { reason: 'Enter a reason.' } };
    const { reason: problem } = describeErrors(checkBody(rejection, { reason }), texts, { reason });
    setError(problem);
    if (problem) form.current?.querySelector('textarea')?.focus();
    else void decide(refusal.run);
  }

  return (
    <section
      aria-labelledby="decision"
      className="mt-6 grid gap-4 rounded-sm border border-line p-6"
    >
      <h3 id="decision" className="text-xl font-semibold tracking-tight">
        Decision
      </h3>
      {draft.signals.length > 0 && (
        <Alert>
          <ul className="grid gap-2">
            {draft.signals.map((signal) => (
              <li key={signal}>{SIGNALS[signal]}</li>
            ))}
          </ul>
        </Alert>
      )}
      <p className="flex flex-wrap gap-3">
        <Button aria-busy={approval.busy} onClick={() => void decide(approval.run)}>
          Approve
        </Button>
        <Button
          variant="danger-secondary"
          aria-expanded={isRejecting}
          onClick={() => setIsRejecting(!isRejecting)}
        >
          Reject…
        </Button>
        {onSkip && (
          <Button variant="secondary" onClick={onSkip}>
            Skip
          </Button>
        )}
      </p>
      {isRejecting && (
        <form ref={form} noValidate onSubmit={reject} className="grid justify-items-start gap-4">
          <SelectField
            label="Common reasons"
            name="template"
            value={REASONS.find((text) => text === reason) ?? ''}
            onChange={({ target }) => setReason(target.value)}
          >
            <option value="">My own words</option>
            {REASONS.map((text) => (
              <option key={text}>{text}</option>
            ))}
          </SelectField>
          <TextAreaField
            label="Reason"
            name="reason"
            required
            rows={4}
            maxLength={REJECTION_LENGTH}
            hint="The author reads it on the job’s page, and gets it by email."
            error={error}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button type="submit" variant="danger" aria-busy={refusal.busy}>
            Reject Job
          </Button>
        </form>
      )}
    </section>
  );
}
