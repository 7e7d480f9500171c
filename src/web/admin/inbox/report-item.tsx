import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { ReportedJob } from '#shared/contract/reports.ts';
import { ANSWER_LENGTH } from '#shared/domain/reports.ts';
import { pages } from '#shared/urls/paths.ts';
import { ActionDialog } from '#web/actions/action-dialog.tsx';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { REASON_LABELS } from '#web/features/reports/reason-labels.ts';
import { DELETE_QUESTIONS, TOASTS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { SelectField, TextAreaField } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { BlockDialog } from '../person-actions.tsx';
import { ItemFrame, type ItemProps } from './item-frame.tsx';

const STATES: Record<ReportedJob['state'], string> = {
  open: 'Open',
  closed: 'Closed',
  deleted: 'Deleted',
};

/** The open reports of one job. */
export function ReportItem({ id, place }: ItemProps) {
  const { api } = useSession();
  const result = useAsync(id, async () => {
    const { results } = await api('GET /api/reported-jobs', { query: { job: id } });
    return results[0];
  });
  return (
    <ItemFrame
      place={place}
      label={reportsLabel(result.value?.reports.length ?? 0)}
      result={result}
      titleOf={({ title }) => title}
      versionOf={() => null}
    >
      {(reported, mayDecide) => (
        <>
          <p>
            {reported.companyname && (
              <>
                <bdi>{reported.companyname}</bdi>,{' '}
              </>
            )}
            {STATES[reported.state]}
            {reported.author && (
              <>
                , posted by <bdi>{reported.author.name || reported.author.id}</bdi>
                {reported.author.isblocked && ' (blocked)'}
              </>
            )}
            .{' '}
            {reported.state !== 'deleted' && (
              <PageLink href={pages.job(id)} className="link">
                Open the job
              </PageLink>
            )}
          </p>
          <ul className="grid gap-3">
            {reported.reports.map(({ id: report, reason, text, created, answerable }) => (
              <li key={report} className="border-t border-line pt-3">
                <p>
                  {REASON_LABELS[reason]}{' '}
                  <span className="text-sm text-muted">
                    <CalendarDate iso={created} />
                    {answerable && ', wants an answer'}
                  </span>
                </p>
                {text && (
                  <p dir="auto" className="whitespace-pre-line">
                    {text}
                  </p>
                )}
              </li>
            ))}
          </ul>
          {mayDecide && (
            <>
              <JobActions reported={reported} onDone={result.retry} />
              <ResolveForm reported={reported} onDone={place.onDone} />
            </>
          )}
        </>
      )}
    </ItemFrame>
  );
}

export const reportsLabel = (reports: number) =>
  reports > 1 ? `${reports} reports on one job` : '1 report';

type Props = { reported: ReportedJob; onDone: () => void };

/** Closes or deletes the job, or blocks its author. Each action asks first, and the reports stay open. */
function JobActions({ reported: { job: id, title, state, author }, onDone }: Props) {
  const router = useRouter();
  const [open, setOpen] = useState<'close' | 'delete' | 'block'>();
  const params = { id };
  const dialog = {
    onClose: () => setOpen(undefined),
    onDone: () => {
      // Drop the lists of jobs that the router has preloaded, because they are outdated now.
      router.clearCache();
      onDone();
    },
  };
  const mayBlock = author && !author.isblocked && author.role !== 'siteadmin';
  if (state === 'deleted' && !mayBlock) return null;
  return (
    <section aria-label="Job" className="flex flex-wrap gap-3">
      {state === 'open' && (
        <Button variant="secondary" onClick={() => setOpen('close')}>
          Close job…
        </Button>
      )}
      {state !== 'deleted' && (
        <Button variant="danger-secondary" onClick={() => setOpen('delete')}>
          Delete job…
        </Button>
      )}
      {mayBlock && (
        <Button variant="danger-secondary" onClick={() => setOpen('block')}>
          Block author…
        </Button>
      )}
      {open === 'close' && (
        <ActionDialog
          {...dialog}
          question="Close this job?"
          confirm="Close job"
          texts={TOASTS.closeJob}
          act={(api) => api('POST /api/jobs/:id/close', { params })}
        >
          <p>
            <bdi>“{title}”</bdi> is no longer listed. The employer can reopen it.
          </p>
        </ActionDialog>
      )}
      {open === 'delete' && (
        <ActionDialog
          {...dialog}
          question={DELETE_QUESTIONS.job}
          confirm="Delete job"
          texts={TOASTS.deleteJob}
          act={(api) => api('DELETE /api/jobs/:id', { params })}
        >
          <p>
            <bdi>“{title}”</bdi> is deleted. You can restore it in the audit trail.
          </p>
        </ActionDialog>
      )}
      {open === 'block' && author && (
        <BlockDialog {...dialog} id={author.id} name={author.name || author.id} />
      )}
    </section>
  );
}

/** Answers that fit most reports. The form starts with the first one. */
const ANSWERS = [
  'Thank you. We have looked at the job.',
  'We have removed the job.',
  'The employer has corrected the job.',
  'We have looked at the job and found nothing wrong with it.',
];

function ResolveForm({ reported, onDone }: Props) {
  const { api } = useSession();
  const { busy, error, run } = useInlineAction();
  const waiting = reported.reports.filter(({ answerable }) => answerable).length;
  const [answer, setAnswer] = useState(waiting > 0 ? (ANSWERS[0] ?? '') : '');
  const tooLong = [...answer].length > ANSWER_LENGTH;

  async function resolve(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (tooLong) return;
    const body = { reports: reported.reports.map(({ id }) => id), answer };
    const params = { id: reported.job };
    const act = () => api('POST /api/reported-jobs/:id/resolve', { params, body });
    if (await run({ act, ...TOASTS.resolveReports })) onDone();
  }

  return (
    <Form noValidate onSubmit={(event) => void resolve(event)}>
      {waiting > 0 ? (
        <>
          <SelectField
            label="Common answers"
            name="template"
            value={ANSWERS.find((text) => text === answer) ?? ''}
            onChange={({ target }) => setAnswer(target.value)}
          >
            <option value="">My own words</option>
            {ANSWERS.map((text) => (
              <option key={text}>{text}</option>
            ))}
          </SelectField>
          <TextAreaField
            label="Answer"
            name="answer"
            rows={4}
            maxLength={ANSWER_LENGTH}
            hint={`${waiting === 1 ? 'One reporter gets' : `${waiting} reporters get`} it by email. An empty answer is not sent.`}
            error={tooLong ? `The answer must be at most ${ANSWER_LENGTH} characters.` : undefined}
            value={answer}
            onChange={({ target }) => setAnswer(target.value)}
          />
        </>
      ) : (
        <p>No reporter left an email address, so no answer will be sent.</p>
      )}
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
      <Button type="submit" aria-busy={busy}>
        Resolve reports
      </Button>
    </Form>
  );
}
