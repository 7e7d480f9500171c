import { ClaimQueue } from '#web/features/companies/claims/claim-queue.tsx';
import { FirstJob } from '#web/features/jobs/unpublished/first-job.tsx';
import { ReviewQueue } from '#web/features/jobs/unpublished/review-queue.tsx';
import { ReportQueue } from '#web/features/reports/report-queue.tsx';

/** Everything that waits for a decision of a site admin: jobs, claims and reports. */
export function Review() {
  return (
    <>
      <ReviewQueue />
      <ClaimQueue renderJob={(job) => <FirstJob job={job} />} />
      <ReportQueue />
    </>
  );
}
