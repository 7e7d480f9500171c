import { jobDictionary } from './job-dictionary.ts';
import type { SpellingGroup } from './spelling-groups.ts';
import { wordsAndMarksOf } from './words.ts';

/** Match what separates the items of a list: before an item, and after it. */
const BEFORE = /[\s*_]*(?:[,/&•|]|\b(?:and|or)\b)(?:[\s*_&/]|\b(?:and|or)\b)*$/i;
const AFTER = /^[\s*_]*(?:[,/&•|]|(?:and|or)\b)(?:[\s*_&/]|\b(?:and|or)\b)*/i;

/** Matches words before a skill, as in "experience with Spark" and "written in Go". */
const EXPERIENCE =
  /\b(?:experienced?|proficien(?:cy|t)|knowledge|expertise|familiar(?:ity)?|skill(?:s|ed)|fluen(?:cy|t)|coursework|coding|programming|written|built|applications|mastery) (?:in|with|of|using) $/i;

/** Matches what follows "Go" in "go to market". */
const GO_TO = /^[\s-]+to\b/i;

/** Matches what is before the only word of a list item. */
const BULLET = /^\s*[-*•]\s*$/;

/** How much text before and after a name is searched for other skills (UTF-16 code units). */
const NEIGHBOURHOOD = 40;

/** Matches a word with a capital letter, and the symbols that belong to it. */
const NAME = /(?<![\w.-])[A-Z][A-Za-z0-9]*[+#]*(?!-)/g;

/** For each dictionary, the capitalized names of skills that also have other meanings. */
const names = new WeakMap<object, Map<string, SpellingGroup>>();

/**
 * Finds skills whose names also have other meanings, such as "Go" and "R". They count only if they are written as in
 * the dictionary. They must also be in a list beside a different skill, as in "Python, R or SQL", be the only text of a
 * list item, or follow words such as "experience with".
 */
export function skillsInLists(text: string): SpellingGroup[] {
  const skills: SpellingGroup[] = [];
  for (const { 0: name, index } of text.matchAll(NAME)) {
    const group = namesOf(jobDictionary()).get(name);
    if (!group) continue;
    const end = index + name.length;
    const before = text.slice(Math.max(0, index - NEIGHBOURHOOD), index);
    const after = text.slice(end, end + NEIGHBOURHOOD);
    if (isPartOfSkill(before, name, after)) continue;
    const isItem = BULLET.test(text.slice(0, index)) && after.trim() === '';
    const isNamed = isItem || (EXPERIENCE.test(before) && !GO_TO.test(after));
    if (isNamed || endsWithSkill(before) || beginsWithSkill(after)) skills.push(group);
  }
  return skills;
}

/** Whether a name is one word of a longer name: "Sigma" in "Six Sigma". */
function isPartOfSkill(before: string, name: string, after: string): boolean {
  const previous = /(\S+) $/.exec(before)?.[1];
  const next = /^ (\S+)/.exec(after)?.[1];
  const isWhole = (text: string) =>
    isSkillAt(wordsAndMarksOf(text), ({ start, end }) => start === 0 && end === 2);
  return (
    (previous !== undefined && isWhole(`${previous} ${name}`)) ||
    (next !== undefined && isWhole(`${name} ${next}`))
  );
}

function endsWithSkill(before: string): boolean {
  const item = before.replace(BEFORE, '');
  if (item === before) return false;
  const words = wordsAndMarksOf(item);
  return isSkillAt(words, ({ end }) => end === words.length) || isName(/\S+$/.exec(item)?.[0]);
}

function beginsWithSkill(after: string): boolean {
  const item = after.replace(AFTER, '').trimStart();
  if (item === after.trimStart()) return false;
  const isSkill = isSkillAt(wordsAndMarksOf(item), ({ start }) => start === 0);
  return isSkill || isName(/^[A-Za-z0-9]+[+#]*/.exec(item)?.[0]);
}

const isName = (text = '') => namesOf(jobDictionary()).has(text);

function isSkillAt(words: string[], isPlace: (range: { start: number; end: number }) => boolean) {
  return jobDictionary()
    .spellingsIn(words)
    .some((found) => found.group.kind === 'skill' && !found.ambiguous && isPlace(found));
}

function namesOf(dictionary: ReturnType<typeof jobDictionary>): Map<string, SpellingGroup> {
  const known = names.get(dictionary);
  if (known) return known;
  const built = new Map<string, SpellingGroup>();
  for (const group of dictionary.groups.filter(({ kind }) => kind === 'skill')) {
    for (const { written, ambiguous } of group.spellings) {
      if (ambiguous && /^[A-Z]/.test(written)) built.set(written, group);
    }
  }
  names.set(dictionary, built);
  return built;
}
