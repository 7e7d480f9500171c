import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { foldSpelling } from '#server/content/dictionary/spelling-groups.ts';
import { WORKPLACES } from '#shared/domain/workplaces.ts';

/**
 * The maximum length of the part of a title that jobs share (characters). A longer title usually belongs to a single
 * job.
 */
const MAX_LENGTH = 60;

/** Match text before or after a title that is not part of it, such as "(m/f/d)", ", Berlin" or " - Remote". */
const LEADING_BRACKETS = /^(?:\([^)]*\)|\[[^\]]*\])\s*/u;
const REST = /(?:\s*[,;([|–—•·@（【]|\s+-|-\s|:\s|\s\/\s).*$/u;
const GENDERS = /\b[mfwdxhi](?:\s?[/|]\s?[mfwdxhiv*]){1,3}(?![\p{L}\p{N}])/giu;
const TRAILING_SIGNS = /[\s\p{Pd}.:*!]+$/u;

/** Matches grades, as in "Software Engineer II" and "Technician Level 3". */
const GRADE = /^(?:i{1,3}|iv|vi?|l?\d|level|tier|grade)$/iu;

/** Matches "Lead Generation" and the like, in which "lead" is not a level. */
const LEAD_AS_NOUN = /^lead gen/iu;

let levels: ReturnType<typeof readLevels> | undefined;

/**
 * The words for a level or a workplace, without differences of case and accents. They count only at the beginning:
 * "Team Lead" and "Support Staff" are titles.
 */
function levelWords() {
  levels ??= readLevels();
  return levels;
}

function readLevels() {
  const trailing = ['senior', 'junior', 'mid level', 'entry level']
    .flatMap((level) => jobDictionary().find(level))
    .flatMap(({ spellings }) => spellings.map(({ text }) => foldSpelling(text)));
  return {
    leading: new Set([...trailing, 'mid', 'staff', 'principal', 'lead', ...WORKPLACES]),
    trailing: new Set([...trailing, ...WORKPLACES]),
  };
}

/**
 * The part of a job's title that other jobs share: without level, place, workplace and genders. "Sr. Data Analyst II
 * (m/f/d) - Berlin" becomes "Data Analyst". Returns undefined if nothing remains.
 */
export function usualTitle(title: string): string | undefined {
  const words = title
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(LEADING_BRACKETS, '')
    .replace(REST, '')
    .replace(GENDERS, '')
    .replace(TRAILING_SIGNS, '')
    .split(' ')
    .filter((word) => word !== '');
  const { leading, trailing } = levelWords();
  const isLevel = (first: number, end: number | undefined, known: Set<string>) =>
    known.has(foldSpelling(words.slice(first, end).join(' ')));
  for (;;) {
    if (LEAD_AS_NOUN.test(words.join(' '))) break;
    if (words.length > 1 && isLevel(0, 2, leading)) words.splice(0, 2);
    else if (isLevel(0, 1, leading)) words.shift();
    else break;
  }
  for (;;) {
    if (isLevel(-1, undefined, trailing) || (words.length > 1 && GRADE.test(words.at(-1) ?? ''))) {
      words.pop();
    } else if (words.length > 1 && isLevel(-2, undefined, trailing)) words.splice(-2);
    else break;
  }
  const usual = words.join(' ').replace(TRAILING_SIGNS, '');
  return /\p{L}/u.test(usual) && usual.length > 1 && usual.length <= MAX_LENGTH ? usual : undefined;
}
