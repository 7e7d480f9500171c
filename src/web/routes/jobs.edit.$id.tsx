import { createFileRoute } from '@tanstack/react-router';
import { JOB_ADMINS } from '#shared/constants/roles.ts';
import { RequireRole } from '#web/features/auth/require-role.tsx';
import { EditJobPage } from '#web/features/jobs/job-form-pages.tsx';
import { NotFound } from '#web/features/site/not-found.tsx';

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
