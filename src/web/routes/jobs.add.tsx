import { createFileRoute } from '@tanstack/react-router';
import { JOB_ADMINS } from '#shared/constants/roles.ts';
import { RequireRole } from '#web/features/auth/require-role.tsx';
import { AddJobPage } from '#web/features/jobs/job-form-pages.tsx';

export const Route = createFileRoute('/jobs/add')({
  component: () => (
    <RequireRole roles={JOB_ADMINS}>{(account) => <AddJobPage account={account} />}</RequireRole>
  ),
});
