import { type FormEvent, useState } from 'react';
import { dayOf } from '#shared/calendar-day.ts';
import { TOASTS } from '#shared/constants/messages.ts';
import { pages } from '#shared/paths.ts';
import { useAction } from '#web/forms/action-button.tsx';
import { ManageBox } from '#web/forms/manage-box.tsx';
import { TextField } from '#web/ui/field.tsx';
import { deletionOf } from './manage-job.tsx';

/** For who may write a job that is closed: it comes back as it was, until a day if one is chosen. */
export function ManageClosedJob({ id }: { id: string }) {
  const [validthrough, setValidthrough] = useState('');
  const [error, setError] = useState<string>();
  const today = dayOf(new Date());
  const { busy, run } = useAction({
    toasts: TOASTS.reopenJob,
    act: (api) => api('POST /api/jobs/:id/reopen', { params: { id }, body: { validthrough } }),
  });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { validity } = event.currentTarget.validthrough as HTMLInputElement;
    const wrong = validity.badInput || (validthrough !== '' && validthrough < today);
    setError(wrong ? 'Closes on must be a day that is not over' : undefined);
    if (!wrong) void run();
  }

  return (
    <ManageBox
      thing="Job"
      editPage={pages.editJob(id)}
      editable={false}
      deletion={deletionOf(id)}
      actions={
        <form noValidate onSubmit={submit} className="w-full">
          <TextField
            label="Closes on"
            name="validthrough"
            type="date"
            min={today}
            hint="The last day on which it is listed, or nothing"
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
