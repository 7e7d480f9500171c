import { createFileRoute } from '@tanstack/react-router';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { RequireRole } from '#web/auth/require-role.tsx';
import { EditJobPage } from '#web/features/jobs/form/job-form-pages.tsx';
import { NotFound } from '#web/layout/not-found.tsx';

export const Route = createFileRoute('/jobs/edit/$id')({
  component: () => {
    const { id } = Route.useParams();
    return (
      <RequireRole roles={JOB_ADMINS}>
        {(account) => <EditJobPage key={id} account={account} id={id} missing={<NotFound />} />}
      </RequireRole>
    );
  },
});
