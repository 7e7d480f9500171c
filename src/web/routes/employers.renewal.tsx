import { createFileRoute } from '@tanstack/react-router';
import { JobRenewals } from '#web/features/jobs/renewal/job-renewals.tsx';

export const Route = createFileRoute('/employers/renewal')({
  component: () => (
    <section className="page-width page-space">
      <h1 className="page-title mb-6">Renew jobs</h1>
      <JobRenewals />
    </section>
  ),
});
