/** Matches visas near sponsorship or help in the same sentence. */
const OFFER =
  /\bvisas?\b.{0,40}\b(?:sponsor(?:ship|ed|s)?|support|assistance)\b|\bsponsor(?:ship|s|ing|ed)?\b.{0,40}\bvisas?\b/iu;

/** Matches a refusal, as in "we are unable to sponsor visas". */
const REFUSAL = /\b(?:not|cannot|unable|no|without|never|neither|nor|ineligible)\b|n['’]t\b/iu;

/** Matches sentences that require a visa, or that describe work on visas. */
const OTHER = /\b(?:requir\p{L}*|needs?|process\p{L}*|cases?|manag\p{L}*|requests?)\b/iu;

const SENTENCE = /[.!?;•\n]+/u;

/** Whether a description offers to sponsor visas. A refusal anywhere has priority, because headings only name the topic. */
export function offersVisa(description: string): boolean {
  if (!/visa/i.test(description)) return false;
  const sentences = description
    .split(SENTENCE)
    .filter((sentence) => /\b(?:visas?|sponsor)/iu.test(sentence));
  return (
    sentences.some((sentence) => OFFER.test(sentence) && !OTHER.test(sentence)) &&
    !sentences.some((sentence) => REFUSAL.test(sentence))
  );
}
