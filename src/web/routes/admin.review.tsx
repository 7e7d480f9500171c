import { createFileRoute } from '@tanstack/react-router';
import { RequireRole } from '#web/auth/require-role.tsx';
import { ClaimQueue } from '#web/features/companies/claims/claim-queue.tsx';
import { FirstJob } from '#web/features/jobs/unpublished/first-job.tsx';
import { ReviewQueue } from '#web/features/jobs/unpublished/review-queue.tsx';
import { ReportQueue } from '#web/features/reports/report-queue.tsx';

export const Route = createFileRoute('/admin/review')({
  component: () => (
    <RequireRole roles={['siteadmin']}>
      {() => (
        <>
          <ReviewQueue />
          <ClaimQueue renderJob={(job) => <FirstJob job={job} />} />
          <ReportQueue />
        </>
      )}
    </RequireRole>
  ),
});
