/** Matches scripts that are written without spaces, so that a word may begin and end anywhere. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

const byLength = (one: string, other: string) => other.length - one.length;

/**
 * The source of a regular expression (flag `u`) that matches the longest of these words. An asterisk at an end of a word
 * stands for any letters.
 */
export function anyOf(words: readonly string[]): string {
  const alternatives = [...words].sort(byLength).map((word) => {
    const source = word
      .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      .replace(/^\\\*|\\\*$/g, '\\p{L}{0,30}')
      .replace(/ /g, '[ \\n]');
    return source;
  });
  return `(?:${alternatives.join('|')})`;
}

/** Like `anyOf`, but only matches whole words. */
export function wholeWords(words: readonly string[]): string {
  const joined = words.filter((word) => WITHOUT_SPACES.test(word));
  const separate = words.filter((word) => !WITHOUT_SPACES.test(word));
  const parts = [
    ...(separate.length > 0 ? [`(?<![\\p{L}\\d])${anyOf(separate)}(?![\\p{L}\\d])`] : []),
    ...(joined.length > 0 ? [anyOf(joined)] : []),
  ];
  return `(?:${parts.join('|')})`;
}
