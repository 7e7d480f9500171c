import type { ReviewedClaim } from '#shared/contract/claims.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { EmploymentTypeBadge } from '../employment-type.tsx';
import { DraftFacts } from './draft-facts.tsx';

/**
 * The first job of a company that is not approved yet: everything that would be published with the company. Its
 * description must be HTML.
 */
export function FirstJob({ job }: { job: NonNullable<ReviewedClaim['job']> }) {
  return (
    <section aria-label="First job" className="grid gap-4 border-t border-line pt-6">
      <div>
        <h3 dir="auto" className="font-semibold">
          {job.title || 'Untitled'}
        </h3>
        <p className="text-sm text-muted">
          {job.state === 'submitted'
            ? 'First job, posted with the approval'
            : 'First job, a draft after the approval'}
        </p>
      </div>
      <p>
        <EmploymentTypeBadge type={job.type} />
      </p>
      <DraftFacts job={job} />
      {job.description ? (
        <RichText html={job.description} />
      ) : (
        <p className="text-muted">No description.</p>
      )}
    </section>
  );
}
