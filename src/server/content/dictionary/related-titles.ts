import { jobDictionary } from './job-dictionary.ts';
import { withoutLevels } from './levels.ts';
import { fieldOf } from './read-title.ts';
import { isInTitle } from './spelling-index.ts';
import { TITLE_WORDS } from './title-words.data.ts';
import { wordsOf } from './words.ts';

/** The related titles of each dictionary. */
const related = new WeakMap<object, Map<string, string[][]>>();

const canonical = (text: string) => jobDictionary().canonical(wordsOf(text));

/**
 * The titles that are related to a title, the closest first. Each is a list of words in the dictionary's usual
 * spelling.
 */
export function relatedTitles(words: string[]): string[][] {
  const dictionary = jobDictionary();
  const known = related.get(dictionary) ?? parseRelated(dictionary.related);
  related.set(dictionary, known);
  return known.get(words.join(' ')) ?? [];
}

/** Combines the related titles of all lines whose searches have the same usual spelling. */
function parseRelated(text: string): Map<string, string[][]> {
  const found = new Map<string, string[][]>();
  for (const line of text.split('\n')) {
    const [search = '', list] = line.split('>');
    if (!list) continue;
    const key = canonical(search).join(' ');
    const titles = list.split(',').map(canonical);
    const isNew = (title: string[]) => title.join(' ') !== key;
    found.set(key, [...(found.get(key) ?? []), ...titles.filter(isNew)]);
  }
  return found;
}

/**
 * Returns the titles of other leaders of the same field: "marketing head" for "marketing director". Returns none for a
 * title without a leader.
 */
export function otherLeaders(words: string[]): string[][] {
  const text = ` ${words.join(' ')} `;
  const { leaders } = TITLE_WORDS;
  const named = leaders.find((leader) => text.includes(` ${leader} `));
  if (!named || words.length === named.split(' ').length) return [];
  return leaders
    .filter((leader) => leader !== named)
    .map((leader) => text.replace(` ${named} `, ` ${leader} `).trim().split(' '));
}

/**
 * Returns the wider titles of which this title is a special case: the title without its seniority, and the longest role
 * of the dictionary at its end, such as "product manager" for "senior data product manager". If there is no such role,
 * returns its field, such as "tax" for "tax manager".
 */
export function widerTitles(words: string[]): string[][] {
  const plain = withoutLevels(words);
  const ends = plain.map((_, start) => plain.slice(start));
  const end = ends.find((title, start) => start > 0 && isRole(title) && !hasSkill(plain, start));
  const wider = end ?? (isRole(plain) ? plain : fieldOf(plain));
  return [
    ...(plain.length > 0 && plain.length < words.length ? [plain] : []),
    ...(wider.length < plain.length ? [wider] : []),
  ];
}

/** Whether the first words name a skill, which a search for a role with this skill must not lose. */
function hasSkill(words: string[], count: number): boolean {
  const found = jobDictionary().spellingsIn(words.slice(0, count));
  return found.some(
    (each) => each.group.kind === 'skill' && !each.ambiguous && !isInTitle(each, found),
  );
}

function isRole(words: string[]): boolean {
  if (words.length === 1 && TITLE_WORDS.wideRoles.includes(words[0] ?? '')) return false;
  return jobDictionary()
    .spellingsIn(words)
    .some(
      ({ group, usual, ambiguous, start, end }) =>
        group.kind === 'title' &&
        !ambiguous &&
        start === 0 &&
        end === words.length &&
        usual.join(' ') === words.join(' '),
    );
}
