import { createFileRoute } from '@tanstack/react-router';
import { JOB_ADMINS } from '#shared/constants/roles.ts';
import { Restricted } from '#web/features/auth/restricted.tsx';
import { ClosedJobs } from '#web/features/jobs/closed-jobs.tsx';

type Search = { cursor?: string };

export const Route = createFileRoute('/jobs/closed')({
  validateSearch: ({ cursor }: Search): Search => (cursor ? { cursor } : {}),
  component: () => {
    const { cursor } = Route.useSearch();
    return <Restricted roles={JOB_ADMINS}>{() => <ClosedJobs cursor={cursor} />}</Restricted>;
  },
});
