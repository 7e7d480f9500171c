import { DELETE_QUESTIONS, TOASTS } from '#shared/constants/messages.ts';
import { pages } from '#shared/paths.ts';
import { ManageBox } from '#web/forms/manage-box.tsx';

export function ManageJob({ id }: { id: string }) {
  return (
    <ManageBox
      thing="Job"
      editPage={pages.editJob(id)}
      deletion={{
        question: DELETE_QUESTIONS.job,
        toasts: TOASTS.deleteJob,
        remove: (api) => api('DELETE /api/jobs/:id', { params: { id } }),
        next: pages.jobs(),
      }}
    />
  );
}
