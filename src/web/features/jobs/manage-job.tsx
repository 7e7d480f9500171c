import { DELETE_QUESTIONS, TOASTS } from '#shared/constants/messages.ts';
import { pages } from '#shared/paths.ts';
import { ActionButton } from '#web/forms/action-button.tsx';
import { AdminPanel } from '#web/forms/admin-panel.tsx';
import { PostingIssues } from './posting-issues.tsx';

/** The admin panel of an open job. */
export function ManageJob({ id }: { id: string }) {
  return (
    <AdminPanel
      entity="Job"
      editPage={pages.editJob(id)}
      deletion={deletionOf(id)}
      actions={
        <ActionButton
          label="Close Job"
          toasts={TOASTS.closeJob}
          act={(api) => api('POST /api/jobs/:id/close', { params: { id } })}
        />
      }
    >
      <PostingIssues id={id} />
    </AdminPanel>
  );
}

/** The props of a job's "Delete Job" button. */
export function deletionOf(id: string) {
  return {
    question: DELETE_QUESTIONS.job,
    toasts: TOASTS.deleteJob,
    remove: (api: Parameters<Parameters<typeof ActionButton>[0]['act']>[0]) =>
      api('DELETE /api/jobs/:id', { params: { id } }),
    next: pages.jobs(),
  };
}
