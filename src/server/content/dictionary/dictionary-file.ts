import { readFileSync } from 'node:fs';
import { errorCode, StartupError } from '#server/platform/errors.ts';
import { type DictionarySections, extendDictionary } from './job-dictionary.ts';
import { parseSpellingGroups, SpellingGroupError, type SpellingKind } from './spelling-groups.ts';

const KINDS: Record<string, SpellingKind> = {
  '[titles]': 'title',
  '[skills]': 'skill',
  '[seniority]': 'seniority',
};

const RELATED = '[related]';

/** Matches a line of related searches: `title > other title, another`. */
const RELATED_LINE = /^[^>]*[^>\s][^>]*>[^>]*[^>\s,][^>]*$/u;

/**
 * Adds the operator's file to the dictionary of this process.
 * @throws StartupError that names the first invalid line
 */
export function loadDictionaryFile(path: string | undefined): void {
  if (path === undefined) return;
  try {
    extendDictionary(parseDictionaryFile(readFileSync(path, 'utf8')));
  } catch (error) {
    const reason =
      error instanceof SpellingGroupError
        ? error.message
        : `unreadable (${errorCode(error) ?? 'unknown'})`;
    throw new StartupError(`DICTIONARY_FILE ${path}: ${reason}`, { cause: error });
  }
}

/**
 * Parses the lines below the headings `[titles]`, `[skills]`, `[seniority]` and `[related]`. Groups have the format of
 * `parseSpellingGroups`.
 * @throws SpellingGroupError with the number of the line
 */
export function parseDictionaryFile(text: string): DictionarySections {
  const sections: DictionarySections = { groups: [], related: '' };
  let heading: string | undefined;
  for (const [index, written] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = written.trim();
    if (line === '' || /^#(\s|$)/.test(line)) continue;
    const problem = (what: string) => new SpellingGroupError(`Line ${index + 1} ${what}: ${line}`);
    if (line.startsWith('[')) {
      heading = line.toLowerCase();
      if (heading !== RELATED && !KINDS[heading]) throw problem('is an unknown heading');
      continue;
    }
    const kind = KINDS[heading ?? ''];
    if (heading === RELATED) {
      if (!RELATED_LINE.test(line)) throw problem('is not "search > related, related"');
      sections.related += `${line}\n`;
    } else if (kind) {
      // Put empty lines before the line, so that errors contain its number in the file.
      const parsed = parseSpellingGroups(kind, '\n'.repeat(index) + line);
      sections.groups.push(...parsed.map((group) => ({ ...group, line: index + 1 })));
    } else throw problem('is before the first heading');
  }
  return sections;
}
