import { oneLine } from './one-line.ts';

/** Matches a quotation, which is the only paragraph of a mail with several lines. */
export const QUOTATION = /^>[^\p{Cc}\u2028\u2029]*(?:\n>[^\p{Cc}\u2028\u2029]*)*$/u;

/**
 * Converts a text that someone else has written, such as the reason of a rejection, to a paragraph with its line breaks.
 * Each line begins with `>`, so that the author cannot forge a part of the text version of a mail.
 */
export function quoted(text: string): string {
  return text
    .trim()
    .replace(/(?:\r\n?|\n|\u2028|\u2029)/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .map((line) => `> ${oneLine(line)}`.trimEnd())
    .join('\n');
}

/** The lines of a quotation, without the marks; undefined if the paragraph is none. */
export function quotedLines(paragraph: string): string[] | undefined {
  if (!paragraph.startsWith('>')) return undefined;
  return paragraph.split('\n').map((line) => line.replace(/^> ?/, ''));
}
