import { type FormEvent, useRef, useState } from 'react';
import { toPlainDate } from '#shared/calendar-day.ts';
import { CLOSES_ON_HINT, TOASTS } from '#shared/constants/messages.ts';
import { reopenedJob } from '#shared/contract/job-requests.ts';
import { pages } from '#shared/paths.ts';
import { useAction } from '#web/forms/action-button.tsx';
import { checkBody, type Errors, errorsOf } from '#web/forms/errors.ts';
import { ManageBox } from '#web/forms/manage-box.tsx';
import { unreadable } from '#web/forms/use-form.ts';
import { TextField } from '#web/ui/field.tsx';
import { deletionOf } from './manage-job.tsx';

type Props = {
  id: string;
  /** The last day that it had; it may be over. */
  lastDay: string;
};

/** For who may write a job that is closed: it comes back as it was, until a day if one is chosen. */
export function ManageClosedJob({ id, lastDay }: Props) {
  const today = toPlainDate(new Date());
  const [validthrough, setValidthrough] = useState(lastDay >= today ? lastDay : '');
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const { busy, run } = useAction({
    toasts: TOASTS.reopenJob,
    act: (api) => api('POST /api/jobs/:id/reopen', { params: { id }, body: { validthrough } }),
  });

  function complain({ validthrough: wrong }: Errors): void {
    setError(wrong);
    if (wrong) form.current?.querySelector('input')?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const wrong = { ...checkBody(reopenedJob, { validthrough }), ...unreadable(form.current) };
    complain(wrong);
    if (!wrong.validthrough) void run((refusal) => complain(errorsOf(refusal)));
  }

  return (
    <ManageBox
      thing="Job"
      editPage={pages.editJob(id)}
      editable={false}
      deletion={deletionOf(id)}
      actions={
        <form ref={form} noValidate onSubmit={submit} className="w-full">
          <TextField
            label="Closes on"
            name="validthrough"
            type="date"
            min={today}
            hint={CLOSES_ON_HINT}
            error={error}
            value={validthrough}
            onChange={(event) => setValidthrough(event.currentTarget.value)}
          />
          <button type="submit" className="button mt-4" aria-busy={busy}>
            Reopen Job
          </button>
        </form>
      }
    />
  );
}
