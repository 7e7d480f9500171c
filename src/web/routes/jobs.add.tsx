import { createFileRoute } from '@tanstack/react-router';
import { JOB_ADMINS } from '#shared/constants/roles.ts';
import { Restricted } from '#web/features/auth/restricted.tsx';
import { JobAdder } from '#web/features/jobs/job-editor.tsx';

export const Route = createFileRoute('/jobs/add')({
  component: () => (
    <Restricted roles={JOB_ADMINS}>{(account) => <JobAdder account={account} />}</Restricted>
  ),
});
