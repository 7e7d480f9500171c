import { type FormEvent, useRef, useState } from 'react';
import { reopenedJob } from '#shared/contract/job-requests.ts';
import { defaultClosingDate, earliestClosingDate } from '#shared/domain/job-lifetime.ts';
import { JOB_LIFETIME_DAYS } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { useAction } from '#web/actions/action-button.tsx';
import { AdminPanel } from '#web/actions/admin-panel.tsx';
import { useSite } from '#web/data/use-site.ts';
import {
  badInputErrors,
  checkBody,
  describeErrors,
  type Errors,
  errorsOf,
  type Issue,
} from '#web/forms/errors.ts';
import { closesOnHint, TOASTS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { deletionOf } from './manage-job.tsx';

type Props = {
  id: string;
  title: string;
  /** The closing date that the job had, and its end (ISO). They may be in the past. */
  closingDate: string;
  closesAt: string | null;
};

/** The admin panel of a closed job. It reopens the job, with a closing date that can be changed. */
export function ManageClosedJob({ id, title, closingDate, closesAt }: Props) {
  const { daysOpen = JOB_LIFETIME_DAYS } = useSite();
  const now = new Date();
  const [validthrough, setValidthrough] = useState(
    closesAt && new Date(closesAt) >= now ? closingDate : defaultClosingDate(now, daysOpen),
  );
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const { busy, run } = useAction({
    toasts: TOASTS.reopenJob,
    act: (api) => api('POST /api/jobs/:id/reopen', { params: { id }, body: { validthrough } }),
  });

  const describe = (issues: Issue[]) =>
    describeErrors(issues, { labels: { validthrough: 'The closing date' } }, { validthrough });

  function showErrors({ validthrough: message }: Errors): void {
    setError(message);
    if (message) form.current?.querySelector('input')?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const errors = {
      ...describe(checkBody(reopenedJob, { validthrough })),
      ...badInputErrors(form.current),
    };
    showErrors(errors);
    if (!errors.validthrough) void run((error) => showErrors(errorsOf(error, describe)));
  }

  return (
    <AdminPanel
      entity="Job"
      editPage={pages.editJob(id)}
      editable={false}
      deletion={deletionOf({ id, title })}
      actions={
        <form ref={form} noValidate onSubmit={submit} className="w-full">
          <TextField
            label="Closes on"
            name="validthrough"
            type="date"
            min={earliestClosingDate(now)}
            hint={closesOnHint(daysOpen)}
            error={error}
            value={validthrough}
            onChange={(event) => setValidthrough(event.currentTarget.value)}
          />
          <Button type="submit" className="mt-4" aria-busy={busy}>
            Reopen Job
          </Button>
        </form>
      }
    />
  );
}
