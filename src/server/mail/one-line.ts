/**
 * Converts a text that someone else has written, such as a company's name, to one line. With a line feed, the author
 * could end a header, or forge a part of the text version of a mail.
 * @param maxLength in characters; a longer text ends with an ellipsis
 */
export function oneLine(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const characters = [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()];
  return characters.length > maxLength
    ? `${characters.slice(0, maxLength - 1).join('')}…`
    : characters.join('');
}

/** The maximum length of a job's title in the subject of a mail (characters). */
const QUOTED_LENGTH = 80;

/** The title of a job in quotation marks, for the subject or a sentence of a mail. */
export function quotedTitle(title: string): string {
  return `“${oneLine(title, QUOTED_LENGTH) || 'Untitled'}”`;
}
