import { createFileRoute } from '@tanstack/react-router';
import { JOB_ADMINS } from '#shared/constants/roles.ts';
import { Restricted } from '#web/features/auth/restricted.tsx';
import { JobAdder } from '#web/features/jobs/job-editor.tsx';
import { pageTitle } from '#web/features/site/page-title.ts';

export const Route = createFileRoute('/jobs/add')({
  head: ({ match: { context } }) => ({ meta: [{ title: pageTitle(context.site, 'Add Job') }] }),
  component: () => (
    <Restricted roles={JOB_ADMINS}>{(account) => <JobAdder account={account} />}</Restricted>
  ),
});
