import { pages } from '#shared/urls/paths.ts';
import { ActionButton } from '#web/actions/action-button.tsx';
import { AdminPanel } from '#web/actions/admin-panel.tsx';
import { DELETE_QUESTIONS, TOASTS } from '#web/messages.ts';
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
