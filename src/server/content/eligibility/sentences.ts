/** A sentence of a description. `isItem` is true if it begins an item of a list. */
export type Sentence = { text: string; isItem: boolean };

/**
 * The maximum length of a sentence (characters). Longer ones are cut, because no plain statement about places is so
 * long.
 */
const MAX_LENGTH = 400;

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/u;

/** Matches what Markdown adds to the text: emphasis, headings, quotes, escapes, and the URLs of links. */
const MARKUP = /[*_`#>[\]\\]|(?<=\])\([^()\s]{0,500}\)/gu;

const END = /(?<=[.!?;])\s+(?=[^\p{Ll}])|\s[|•·]\s(?=[^\p{L}])/u;

/** Splits a description in Markdown into sentences without markup. */
export function sentencesOf(markdown: string): Sentence[] {
  const lines = markdown.split('\n').filter((line) => line.trim());
  return lines.flatMap((line) => {
    const text = line
      .replace(ITEM, '')
      .replace(MARKUP, '')
      .replace(/\b([UE])\.\s?([SKU])\.(?:A\.?)?(?!\p{L})/gu, '$1$2')
      .replace(/\s+/gu, ' ')
      .trim();
    const isItem = ITEM.test(line);
    return text
      .split(END)
      .map((sentence, index) => ({
        text: sentence.slice(0, MAX_LENGTH),
        isItem: isItem && index === 0,
      }))
      .filter((sentence) => sentence.text);
  });
}
