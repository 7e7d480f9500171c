import { type Eligibility, openTo, type Residence } from '#shared/domain/eligibility.ts';
import { residenceInSentence } from '#shared/format/residence.ts';

type Props = {
  residence: Residence;
  /** If present, the text says whether a job is open to people who live there. */
  eligibility?: Eligibility;
};

/** "I live in Germany", or whether a job is open to the visitor. */
export function ResidenceText({ residence, eligibility }: Props) {
  const place = residenceInSentence(residence, eligibility);
  if (!eligibility) {
    return (
      <>
        <span className="max-[22rem]:sr-only">I live in </span>
        {place}
      </>
    );
  }
  const isOpen = openTo(eligibility, residence);
  if (isOpen) return <span className="open-to-you">Open to you</span>;
  return isOpen === false && <span>{`Not open to ${place}`}</span>;
}
