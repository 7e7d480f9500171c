import { countryOf, type Eligibility, openTo } from '#shared/domain/eligibility.ts';
import { countryInSentence } from '#shared/format/country.ts';
import { useResidence } from './residence.ts';

/** Says whether the visitor may do a remote job from where they live; nothing if either is unknown. */
export function OpenToYou({ eligibility }: { eligibility: Eligibility | null }) {
  const residence = useResidence();
  const isOpen = residence ? openTo(eligibility, residence) : undefined;
  if (!residence || isOpen === undefined) return null;
  return isOpen ? (
    <span className="open-to-you">Open to you</span>
  ) : (
    <span>{`Not open to ${countryInSentence(countryOf(residence))}`}</span>
  );
}
