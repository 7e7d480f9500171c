import { type FormEvent, useState } from 'react';
import type { ReportedJob } from '#shared/contract/reports.ts';
import { ANSWER_LENGTH } from '#shared/domain/reports.ts';
import { pages } from '#shared/urls/paths.ts';
import { useAction } from '#web/actions/action-button.tsx';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { TOASTS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { SelectField, TextAreaField } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { REASON_LABELS } from './reason-labels.ts';

/** The jobs that visitors have reported, for site admins. */
export function ReportQueue() {
  const { api } = useSession();
  const [cursor, setCursor] = useState<string>();
  const [heading, focusSection] = useFocusRequest<HTMLHeadingElement>();
  const { status, value, retry } = useAsync(`reports ${cursor ?? ''}`, () =>
    api('GET /api/reported-jobs', { query: { cursor } }),
  );
  // While the list is loaded again, its former content stays.
  const list = status === 'failed' ? undefined : value;

  function turnTo(page: string | undefined): void {
    setCursor(page);
    focusSection();
  }

  return (
    <section aria-labelledby="reports" className="page-width pb-16">
      <h2 id="reports" ref={heading} tabIndex={-1} className="section-title mb-6">
        Reported Jobs
      </h2>
      {status === 'loading' && !list && <Spinner />}
      {status === 'failed' && (
        <LoadFailed message="The reports could not be loaded." retry={retry} />
      )}
      {list && list.results.length === 0 && (
        <p className="text-muted">{cursor ? 'No more reported jobs.' : 'No reported jobs.'}</p>
      )}
      {list && list.results.length > 0 && (
        <>
          <p className="mb-6">
            {list.total === 1 ? '1 job is reported.' : `${list.total} jobs are reported.`}
          </p>
          <ul className="grid max-w-176">
            {list.results.map((reported) => (
              <ReportedJobRow
                key={reported.job}
                reported={reported}
                onDone={() => {
                  focusSection();
                  retry();
                }}
              />
            ))}
          </ul>
        </>
      )}
      {(cursor || list?.next) && (
        <div className="mt-8 flex flex-wrap gap-4">
          {cursor && (
            <Button variant="secondary" onClick={() => turnTo(undefined)}>
              Earliest reports
            </Button>
          )}
          {list?.next && (
            <Button variant="secondary" onClick={() => turnTo(list.next)}>
              More reported jobs
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

const STATES: Record<ReportedJob['state'], string> = {
  open: 'Open',
  closed: 'Closed',
  deleted: 'Deleted',
};

type RowProps = { reported: ReportedJob; onDone: () => void };

function ReportedJobRow({ reported, onDone }: RowProps) {
  const { job, title, companyname, state, reports } = reported;
  const [isResolving, setIsResolving] = useState(false);
  return (
    <li className="grid justify-items-start gap-3 border-t border-line py-5 wrap-anywhere">
      <h3 dir="auto" className="font-semibold">
        {state === 'deleted' ? (
          title
        ) : (
          <PageLink href={pages.job(job)} className="link">
            {title}
          </PageLink>
        )}
      </h3>
      <p className="text-sm text-muted">
        {companyname && (
          <>
            <bdi>{companyname}</bdi>,{' '}
          </>
        )}
        {STATES[state]}
      </p>
      <ul className="grid gap-3">
        {reports.map(({ id, reason, text, created, answerable }) => (
          <li key={id}>
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
      <Button
        variant="secondary"
        aria-expanded={isResolving}
        aria-label={`Resolve the reports of ${title}`}
        onClick={() => setIsResolving(!isResolving)}
      >
        Resolve…
      </Button>
      {isResolving && <ResolveForm reported={reported} onDone={onDone} />}
    </li>
  );
}

/** Answers that fit most reports. The form starts with the first one. */
const ANSWERS = [
  'Thank you. We have looked at the job.',
  'We have removed the job.',
  'The employer has corrected the job.',
  'We have looked at the job and found nothing wrong with it.',
];

function ResolveForm({ reported, onDone }: RowProps) {
  const waiting = reported.reports.filter(({ answerable }) => answerable).length;
  const [answer, setAnswer] = useState(waiting > 0 ? (ANSWERS[0] ?? '') : '');
  const { busy, run } = useAction({
    toasts: TOASTS.resolveReports,
    act: (api) =>
      api('POST /api/reported-jobs/:id/resolve', {
        params: { id: reported.job },
        body: { reports: reported.reports.map(({ id }) => id), answer },
      }),
  });
  const tooLong = [...answer].length > ANSWER_LENGTH;

  async function resolve(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (tooLong) return;
    let failed = false;
    await run(() => {
      failed = true;
    });
    if (!failed) onDone();
  }

  const name = `answer-${reported.job}`;
  return (
    <Form noValidate onSubmit={(event) => void resolve(event)}>
      {waiting > 0 ? (
        <>
          <SelectField
            label="Common answers"
            name={`template-${reported.job}`}
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
            name={name}
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
      <Button type="submit" aria-busy={busy}>
        Resolve Reports
      </Button>
    </Form>
  );
}
