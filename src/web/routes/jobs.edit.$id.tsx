import { createFileRoute } from '@tanstack/react-router';
import { JOB_ADMINS } from '#shared/constants/roles.ts';
import { Restricted } from '#web/features/auth/restricted.tsx';
import { JobEditor } from '#web/features/jobs/job-editor.tsx';
import { NotFound } from '#web/features/site/not-found.tsx';

export const Route = createFileRoute('/jobs/edit/$id')({
  component: () => {
    const { id } = Route.useParams();
    return (
      <Restricted roles={JOB_ADMINS}>
        {(account) => <JobEditor key={id} account={account} id={id} missing={<NotFound />} />}
      </Restricted>
    );
  },
});
