import { createFileRoute, useRouterState } from '@tanstack/react-router';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { pages, parseQuery, valuesOf } from '#shared/urls/paths.ts';
import { RequireRole } from '#web/auth/require-role.tsx';
import { AddJobPage } from '#web/features/jobs/form/job-form-pages.tsx';

export const Route = createFileRoute('/jobs/add')({
  // The parameter is read here and not in `validateSearch`, which every public page would load.
  component: () => {
    const query = parseQuery(useRouterState({ select: ({ location }) => location.searchStr }));
    const [from] = valuesOf(query.from);
    return (
      <RequireRole roles={JOB_ADMINS} otherwise={pages.employers()}>
        {(account) => <AddJobPage key={from} account={account} from={from} />}
      </RequireRole>
    );
  },
});
