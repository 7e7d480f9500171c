import { createFileRoute } from '@tanstack/react-router';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { RequireRole } from '#web/auth/require-role.tsx';
import { Dashboard } from '#web/features/jobs/manage/dashboard.tsx';

export const Route = createFileRoute('/dashboard')({
  // The parameters are read here and not in `validateSearch`, which every public page would load.
  component: () => {
    const search = Route.useSearch();
    return (
      <RequireRole roles={JOB_ADMINS}>
        {(account) => <Dashboard account={account} parameters={search} />}
      </RequireRole>
    );
  },
});
