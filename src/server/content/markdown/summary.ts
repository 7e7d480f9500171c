import { COMPANY_SUMMARY_LENGTH, SUMMARY_LENGTH } from '#shared/constants/limits.ts';
import { plainText } from './plain-text.ts';

/** The columns that hold a description; the summary goes with it at every write. */
export type DescriptionColumns = {
  description: string;
  summary: string;
  summary_truncated: boolean;
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A job's description with its summary of 90 characters. Spec: "Job lists". */
export function describeJob(description: string): DescriptionColumns {
  return describe(description, SUMMARY_LENGTH);
}

export function describeCompany(description: string): DescriptionColumns {
  return describe(description, COMPANY_SUMMARY_LENGTH);
}

/** One line of plain text, cut after so many characters as a reader counts them. */
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
 * What reads the same whatever follows: up to an empty line, which ends any paragraph. Undefined where
 * that would be the whole, or where a link may be defined further on.
 * https://spec.commonmark.org/0.31.2/#link-reference-definitions
 */
function beginningOf(description: string, length: number): string | undefined {
  const end = description.indexOf('\n\n', length);
  return end < 0 || description.includes(']:') ? undefined : description.slice(0, end);
}

/** Undefined where the line is no longer than that. */
function cut(line: string, length: number): string | undefined {
  // Of Latin letters, quotes, dashes and the like each is a character, and counting takes longer than all else.
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
