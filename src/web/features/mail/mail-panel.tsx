import { type RefObject, useRef, useState } from 'react';
import type { FailedMail, MailList } from '#shared/contract/mails.ts';
import { useAction } from '#web/actions/action-button.tsx';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { TOASTS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Whether mails are sent, and those that were not, for site admins. */
export function MailPanel() {
  const { api } = useSession();
  const [cursor, setCursor] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const result = useAsync(cursor ?? '', () => api('GET /api/admin/mails', { query: { cursor } }));
  const { status, value } = result;
  // While a page is loaded again, its former content stays.
  const list = status === 'failed' ? undefined : value;
  const actions = { onDone: result.retry, heading };

  function turnTo(page: string | undefined): void {
    setCursor(page);
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="mail" className="mt-16">
      <h2 id="mail" ref={heading} tabIndex={-1} className="section-title mb-6">
        Mail
      </h2>
      {status === 'loading' && !list && <Spinner />}
      {status === 'failed' && <Button onClick={result.retry}>Try again</Button>}
      {list && (
        <>
          <Sending list={list} {...actions} />
          {list.results.length > 0 ? (
            <ul className="grid max-w-176">
              {list.results.map((mail) => (
                <MailRow key={mail.id} mail={mail} {...actions} />
              ))}
            </ul>
          ) : (
            <EmptyState title={cursor ? 'No more failed mails' : 'No failed mails'} />
          )}
          <div className="mt-8 flex flex-wrap gap-4">
            {cursor && (
              <Button variant="secondary" onClick={() => turnTo(undefined)}>
                Latest failed mails
              </Button>
            )}
            {list.next && (
              <Button variant="secondary" onClick={() => turnTo(list.next)}>
                More failed mails
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

type Actions = {
  /** Called after an action, whether it succeeded or failed. */
  onDone: () => void;
  /** Gets the focus, because the list changes and the button may be gone. */
  heading: RefObject<HTMLHeadingElement | null>;
};

const STATES: Record<MailList['sending'], string> = {
  on: 'Mails are sent.',
  paused: 'Mails are paused. New ones wait until you resume.',
  restored:
    'Mails are paused, because this board was restored from a backup. The former board may have sent the waiting mails already.',
  off: 'No mail server is configured, so no mails are sent.',
};

function Sending({ list: { sending, waiting }, ...actions }: Actions & { list: MailList }) {
  const isPaused = sending === 'paused' || sending === 'restored';
  return (
    <Alert className="mb-8">
      <p>
        {STATES[sending]}
        {waiting > 0 && ` ${waiting === 1 ? '1 mail is' : `${waiting} mails are`} waiting.`}
      </p>
      {isPaused && (
        <MailAction
          key="resume"
          label="Resume Mail"
          toasts={TOASTS.resumeMail}
          act={(api) => api('POST /api/admin/mails/resume', {})}
          {...actions}
        />
      )}
      {sending === 'on' && (
        <MailAction
          key="pause"
          label="Pause Mail"
          toasts={TOASTS.pauseMail}
          act={(api) => api('POST /api/admin/mails/pause', {})}
          {...actions}
        />
      )}
    </Alert>
  );
}

const OUTCOMES: Record<FailedMail['status'], string> = {
  failed: 'Not sent',
  unknown: 'Perhaps sent',
};

function MailRow({ mail, ...actions }: Actions & { mail: FailedMail }) {
  const { id, subject, to, attempts } = mail;
  return (
    <li className="grid justify-items-start gap-2 border-t border-line py-5 wrap-anywhere">
      <h3 dir="auto" className="font-semibold">
        {subject}
      </h3>
      <p className="text-sm text-muted">
        To <bdi>{to}</bdi>, <CalendarDate iso={mail.created} />
      </p>
      <p className="text-sm">
        {OUTCOMES[mail.status]} after {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
        {mail.reason && (
          <>
            : <bdi>{mail.reason}</bdi>
          </>
        )}
      </p>
      {mail.resendable ? (
        <MailAction
          label="Send again"
          description={`${subject}, to ${to}`}
          toasts={TOASTS.resendMail}
          act={(api) => api('POST /api/admin/mails/:id/resend', { params: { id } })}
          {...actions}
        />
      ) : (
        <p className="text-sm text-muted">It has expired and cannot be sent again.</p>
      )}
    </li>
  );
}

type MailActionProps = Actions & {
  label: string;
  /** Distinguishes buttons with the same label, for screen readers. */
  description?: string;
  toasts: { success: string; failure: string };
  act: (api: Session['api']) => Promise<unknown>;
};

function MailAction({ label, description, toasts, act, onDone, heading }: MailActionProps) {
  const { busy, run } = useAction({ toasts, act });

  async function perform(): Promise<void> {
    await run();
    heading.current?.focus();
    onDone();
  }

  return (
    <Button
      variant="secondary"
      aria-label={description && `${label}: ${description}`}
      aria-busy={busy}
      onClick={() => void perform()}
    >
      {label}
    </Button>
  );
}
