import { COMPANY_SUMMARY_LENGTH, SUMMARY_LENGTH } from '#shared/limits.ts';
import { plainText } from './plain-text.ts';

/** The columns of a description and its summary, which are always written together. */
export type DescriptionColumns = {
  description: string;
  summary: string;
  summary_truncated: boolean;
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns a job's description with a summary of at most 90 characters. Spec: "Job lists". */
export function describeJob(description: string): DescriptionColumns {
  return describe(description, SUMMARY_LENGTH);
}

export function describeCompany(description: string): DescriptionColumns {
  return describe(description, COMPANY_SUMMARY_LENGTH);
}

/** Adds a summary, which is one line of plain text with at most `length` graphemes. */
function describe(description: string, length: number): DescriptionColumns {
  const beginning = beginningOf(description, 2 * length);
  const summary = beginning && cut(lineOf(beginning), length);
  if (summary) return { description, summary, summary_truncated: true };
  const line = lineOf(description);
  const short = cut(line, length);
  return { description, summary: short ?? line, summary_truncated: short !== undefined };
}

function lineOf(source: string): string {
  return plainText(source).replaceAll('• ', '').replace(/\s+/g, ' ').trim();
}

/**
 * The first paragraphs of a description, so that the whole text need not be parsed for a summary. These paragraphs must
 * be rendered as they would be in the whole text. Returns undefined if no empty line follows `length`, or if a link
 * reference may be defined later. https://spec.commonmark.org/0.31.2/#link-reference-definitions
 */
function beginningOf(description: string, length: number): string | undefined {
  const end = description.indexOf('\n\n', length);
  return end < 0 || description.includes(']:') ? undefined : description.slice(0, end);
}

/** The first `length` graphemes of a line. Returns undefined if the line is not longer. */
function cut(line: string, length: number): string | undefined {
  // Fast path: Latin letters, quotes and dashes are one grapheme each. Segmenting is the slowest step.
  if (
    /^[ -~\u00a1-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/.test(line.slice(0, length + 1))
  ) {
    return line.length > length ? line.slice(0, length) : undefined;
  }
  let counted = 0;
  for (const { index } of graphemes.segment(line)) {
    if (counted === length) return line.slice(0, index);
    counted += 1;
  }
  return undefined;
}
