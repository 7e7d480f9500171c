import { DELETE_QUESTIONS, TOASTS } from '#shared/constants/messages.ts';
import { pages } from '#shared/paths.ts';
import { DeleteButton } from '#web/forms/delete-button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

/** For who may edit and delete the job. Spec section 2. */
export function ManageJob({ id }: { id: string }) {
  return (
    <section className="manage-box" aria-labelledby="manage-job">
      <h2 id="manage-job" className="text-xl font-semibold tracking-tight">
        Manage Job
      </h2>
      <PageLink href={pages.editJob(id)} className="button">
        Edit Job
      </PageLink>
      <DeleteButton
        label="Delete Job"
        question={DELETE_QUESTIONS.job}
        toasts={TOASTS.deleteJob}
        remove={(api) => api('DELETE /api/jobs/:id', { params: { id } })}
        next={pages.jobs()}
      />
    </section>
  );
}
