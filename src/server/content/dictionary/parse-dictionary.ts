import {
  parseSpellingGroup,
  type SpellingGroup,
  SpellingGroupError,
  type SpellingKind,
} from './spelling-groups.ts';

/** What a file adds to the dictionary. */
export type DictionarySections = {
  groups: SpellingGroup[];
  /** Lines of a search and the related titles: `title > other title, another`. */
  related: string;
};

const KINDS: Record<string, SpellingKind> = {
  '[titles]': 'title',
  '[skills]': 'skill',
  '[seniority]': 'seniority',
};

const RELATED = '[related]';

const RELATED_LINE = /^[^>]*[^>\s][^>]*>[^>]*[^>\s,][^>]*$/u;

/**
 * Parses the lines below the headings `[titles]`, `[skills]`, `[seniority]` and `[related]`. Groups have the format of
 * `parseSpellingGroup`. `#` after a space or at the beginning of a line begins a comment.
 * @param placeOf names a line in errors
 * @throws SpellingGroupError that names the first invalid line
 */
export function parseDictionary(
  text: string,
  placeOf = (line: number) => `Line ${line}`,
): DictionarySections {
  const sections: DictionarySections = { groups: [], related: '' };
  let heading: string | undefined;
  for (const [index, written] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = written.replace(/(^|\s)#(\s.*)?$/u, '').trim();
    if (line === '') continue;
    const place = placeOf(index + 1);
    const problem = (what: string) => new SpellingGroupError(`${place} ${what}: ${line}`);
    if (line.startsWith('[')) {
      heading = line.toLowerCase();
      if (heading !== RELATED && !KINDS[heading]) throw problem('is an unknown heading');
      continue;
    }
    const kind = KINDS[heading ?? ''];
    if (heading === RELATED) {
      if (!RELATED_LINE.test(line)) throw problem('is not "search > related, related"');
      sections.related += `${line}\n`;
    } else if (kind) sections.groups.push(parseSpellingGroup(kind, line, place));
    else throw problem('is before the first heading');
  }
  return sections;
}
