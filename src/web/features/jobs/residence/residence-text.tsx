import { countryOf, type Eligibility, openTo, type Residence } from '#shared/domain/eligibility.ts';
import { countryInSentence } from '#shared/format/country.ts';

type Props = {
  residence: Residence;
  /** If present, the text says whether a job is open to people who live there. */
  eligibility?: Eligibility;
};

/** "I live in Germany", or whether a job is open to the visitor. */
export function ResidenceText({ residence, eligibility }: Props) {
  const country = countryInSentence(countryOf(residence));
  if (!eligibility) return `I live in ${country}`;
  const isOpen = openTo(eligibility, residence);
  if (isOpen) return <span className="open-to-you">Open to you</span>;
  return isOpen === false && <span>{`Not open to ${country}`}</span>;
}
