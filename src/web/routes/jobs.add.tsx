import { createFileRoute } from '@tanstack/react-router';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { RequireRole } from '#web/auth/require-role.tsx';
import { AddJobPage } from '#web/features/jobs/form/job-form-pages.tsx';

export const Route = createFileRoute('/jobs/add')({
  component: () => (
    <RequireRole roles={JOB_ADMINS}>{(account) => <AddJobPage account={account} />}</RequireRole>
  ),
});
