import {
  LISTED_MAIL_STATUSES,
  type Mail as MailItem,
  type MailList,
} from '#shared/contract/mails.ts';
import { useAction } from '#web/actions/action-button.tsx';
import type { Session } from '#web/auth/session.ts';
import { TOASTS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import type { AdminPageProps } from './admin-page-props.ts';
import { AdminList, type RowActions } from './list/admin-list.tsx';

const STATUS_NAMES: Record<MailItem['status'], string> = {
  queued: 'Waiting',
  sent: 'Sent',
  captured: 'Not sent, because no mail server is configured',
  failed: 'Not sent',
  unknown: 'Perhaps sent',
};

const OPTION_NAMES: Record<MailItem['status'], string> = {
  ...STATUS_NAMES,
  captured: 'Captured',
};

const FILTERS = [
  {
    name: 'status',
    label: 'Status',
    all: 'Needs attention',
    options: [
      { value: 'all', label: 'All emails' },
      ...LISTED_MAIL_STATUSES.map((value) => ({ value, label: OPTION_NAMES[value] })),
    ],
  },
] as const;

/** The mails of the board without their content. Failed mails can be sent again. */
export function Mail({ parameters }: AdminPageProps) {
  return (
    <AdminList
      page="mail"
      parameters={parameters}
      noun={{ one: 'email', many: 'emails' }}
      searchLabel="Recipient or subject"
      filters={FILTERS}
      load={(api, query) => api('GET /api/admin/mails', { query })}
      csv="/api/admin/mails.csv"
      summary={(page, actions) => <Sending list={page} {...actions} />}
    >
      {(mail, actions) => <Row key={mail.id} mail={mail} {...actions} />}
    </AdminList>
  );
}

const STATES: Record<MailList['sending'], string> = {
  on: 'Emails are sent.',
  paused: 'Emails are paused. New ones wait until you resume.',
  restored:
    'Emails are paused, because this board was restored from a backup. The former board may already have sent the waiting emails.',
  off: 'No mail server is configured, so no emails are sent.',
};

function Sending({ list: { sending, waiting }, ...actions }: RowActions & { list: MailList }) {
  const isPaused = sending === 'paused' || sending === 'restored';
  return (
    <Alert className="mt-6">
      <p>
        {STATES[sending]}
        {waiting > 0 && ` ${waiting === 1 ? '1 email is' : `${waiting} emails are`} waiting.`}
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
          key="test"
          label="Send Me a Test Mail"
          toasts={TOASTS.testMail}
          act={(api) => api('POST /api/admin/mails/test', {})}
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

function Row({ mail, ...actions }: RowActions & { mail: MailItem }) {
  const { id, subject, to, attempts, status } = mail;
  const needsAttention = status === 'failed' || status === 'unknown';
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-line py-4 wrap-anywhere md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div>
        <h2 dir="auto" className="font-semibold">
          {subject}
        </h2>
        <p className="text-muted text-small">
          To <bdi>{to}</bdi>
        </p>
      </div>
      <p className="text-muted text-small md:text-right">
        {STATUS_NAMES[status]}
        <br />
        <CalendarDate iso={mail.created} />
      </p>
      {needsAttention && (
        <div className="grid justify-items-start gap-2 md:col-span-2">
          <p className="text-small">
            {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
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
            <p className="text-muted text-small">
              This email has expired and cannot be sent again.
            </p>
          )}
        </div>
      )}
    </li>
  );
}

type MailActionProps = RowActions & {
  label: string;
  /** Distinguishes buttons with the same label, for screen readers. */
  description?: string;
  toasts: { success: string; failure: string };
  act: (api: Session['api']) => Promise<unknown>;
};

function MailAction({ label, description, toasts, act, reload }: MailActionProps) {
  const { busy, run } = useAction({ toasts, act });

  async function perform(): Promise<void> {
    await run();
    // The list changes, and the button may disappear.
    focusHeading();
    reload();
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
