import { COMPANY_SUMMARY_LENGTH, SUMMARY_LENGTH } from '#shared/constants/limits.ts';
import { plainText } from './plain-text.ts';

/** The columns that hold a description; the summary goes with it at every write. */
export type DescriptionColumns = {
  description: string;
  summary: string;
  summary_truncated: boolean;
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A job's description with its summary of 90 characters. Spec section 2. */
export function describeJob(description: string): DescriptionColumns {
  return describe(description, SUMMARY_LENGTH);
}

export function describeCompany(description: string): DescriptionColumns {
  return describe(description, COMPANY_SUMMARY_LENGTH);
}

/** One line of plain text, cut after so many characters as a reader counts them. */
function describe(description: string, length: number): DescriptionColumns {
  const line = plainText(description).replaceAll('• ', '').replace(/\s+/g, ' ').trim();
  let counted = 0;
  for (const { index } of graphemes.segment(line)) {
    if (counted === length) {
      return { description, summary: line.slice(0, index), summary_truncated: true };
    }
    counted += 1;
  }
  return { description, summary: line, summary_truncated: false };
}
