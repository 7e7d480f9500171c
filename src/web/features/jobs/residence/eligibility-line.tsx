import type { Eligibility } from '#shared/domain/eligibility.ts';
import { OpenToYou } from './open-to-you.tsx';
import { ResidenceControl } from './residence-control.tsx';

/** A line that says whether a job is open to the visitor, as soon as they have said where they live. */
export function EligibilityLine({ eligibility }: { eligibility: Eligibility }) {
  return (
    <div className="eligibility-line">
      <span role="status" className="text-muted">
        <OpenToYou eligibility={eligibility} />
      </span>
      <ResidenceControl />
    </div>
  );
}
