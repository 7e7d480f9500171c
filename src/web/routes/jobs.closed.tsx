import { createFileRoute } from '@tanstack/react-router';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { RequireRole } from '#web/auth/require-role.tsx';
import { ClosedJobs } from '#web/features/jobs/manage/closed-jobs.tsx';

type Search = { cursor?: string };

export const Route = createFileRoute('/jobs/closed')({
  // The parameter is read here and not in `validateSearch`, which every public page would load.
  component: () => {
    const { cursor }: Search = Route.useSearch();
    return <RequireRole roles={JOB_ADMINS}>{() => <ClosedJobs cursor={cursor} />}</RequireRole>;
  },
});
