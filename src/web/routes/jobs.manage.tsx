import { createFileRoute } from '@tanstack/react-router';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { RequireRole } from '#web/auth/require-role.tsx';
import { ManageJobs } from '#web/features/jobs/manage/manage-jobs.tsx';

export const Route = createFileRoute('/jobs/manage')({
  component: () => {
    const search = Route.useSearch();
    return (
      <RequireRole roles={JOB_ADMINS}>
        {(account) => <ManageJobs account={account} parameters={search} />}
      </RequireRole>
    );
  },
});
