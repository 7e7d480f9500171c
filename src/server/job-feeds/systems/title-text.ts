import { isLongerThan, toOneLine } from '#server/content/text.ts';
import { TITLE_LENGTH } from '#shared/limits.ts';
import { repairText } from '#shared/markdown/repair-text.ts';

/** Matches a tag of an element that formats text. Other text in angle brackets is part of the title. */
const TAG =
  /<(\/?)(a|abbr|b|big|center|code|div|em|font|h[1-6]|i|ins|li|mark|ol|p|s|small|span|strong|sub|sup|u|ul)(?:\s[^<>]{0,300})?>/gi;

/** Matches an element without an end tag, and a comment. */
const ALONE = /<br(?:\s[^<>]{0,100})?\/?>|<!--[^<>]{0,300}-->/gi;

/** Matches names of elements that begin a new line. */
const BLOCK = /^(?:center|div|h[1-6]|li|ol|p|ul)$/i;

/**
 * The title of a job as plain text on one line. Some sources escape it, or write tags in it. A title that is too long is
 * shortened.
 */
export function titleText(written: string): string {
  // Longer titles are no titles. The limit bounds the time.
  const text = repairText(written.slice(0, 20 * TITLE_LENGTH));
  return shorten(toOneLine(withoutTags(text)));
}

/** Removes tags. A start tag without an end tag is part of the title, as in "C++ <a> Developer". */
function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  const closed = new Set<string>();
  for (const [, slash, name = ''] of text.matchAll(TAG)) if (slash) closed.add(name.toLowerCase());
  return text
    .replace(ALONE, ' ')
    .replace(TAG, (tag, _slash: string, name: string) =>
      !closed.has(name.toLowerCase()) ? tag : BLOCK.test(name) ? ' ' : '',
    );
}

/** Shortens a title at the end of a word, and marks that it continues. */
function shorten(title: string): string {
  if (!isLongerThan(title, TITLE_LENGTH)) return title;
  const beginning = [...title].slice(0, TITLE_LENGTH - 1).join('');
  const words = beginning.replace(/\s+\S{0,20}$/, '').replace(/[\s,;:/|–-]+$/, '');
  return `${words}…`;
}
