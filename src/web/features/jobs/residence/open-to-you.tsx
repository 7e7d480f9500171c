import type { Eligibility } from '#shared/domain/eligibility.ts';
import { ResidenceText } from './lazy-residence-text.ts';
import { useResidence } from './residence.ts';

/** Says whether the visitor may do a remote job from where they live; nothing if either is unknown. */
export function OpenToYou({ eligibility }: { eligibility: Eligibility | null }) {
  const residence = useResidence();
  return (
    residence && eligibility && <ResidenceText residence={residence} eligibility={eligibility} />
  );
}
