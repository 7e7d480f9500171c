import { SKILL_PARTS, type SkillPart } from '#shared/contract/job-facts.ts';
import { jobDictionary } from './job-dictionary.ts';
import { isAboutProcess, sectionsOf } from './sections.ts';
import { skillsInLists } from './skills-in-lists.ts';
import type { SpellingGroup } from './spelling-groups.ts';
import type { FoundSpelling } from './spelling-index.ts';
import { wordsAndMarksOf } from './words.ts';

/** Matches URLs in Markdown, which are not text. */
const ADDRESS = /\]\([^()\n]*\)|https?:\/\/\S+/g;

/** Matches names of companies whose products may be skills: "backed by the founders of Okta and Airtable". */
const COMPANIES =
  /\b(?:(?:companies|brands|firms|startups|clients|customers|partners|organizations|backgrounds|engineers|leaders) (?:like|such as|including|include|from|at|are)|(?:founders|executives|alumni|teams?) (?:of|at|from)|(?:backed|used|trusted|funded|acquired|founded) by|customers include|clients include|invest(?:ors|ment) (?:include|including|from|like|such as)|raised [^.;!?]{0,60}(?:from|led by)|led by|previously (?:at|worked at)|formerly|partnered with)\b[^.;!?]*/gi;

/**
 * Matches words that only look like skills: sales leads ("SQLs"), what a company is worth ("$3 billion valuation"), and
 * verbs ("you design systems that last").
 */
const OTHER_MEANINGS =
  /\bSQLs\b|[$€£]\s?\d[\d.,]*\s?\+?(?:[bmk]n?|billion|million)?\s+(?:[a-z-]+ ){0,2}valuation\b|\bvaluation of\s+[$€£]|(?:^\s*[-*•]\s+|\b(?:to|will|can|you|we|who|they|and|help|['’]ll)\s+)(?:design|test|process|market|model|plan|research|support|react) (?!native\b)(?=\p{L})/gimu;

/** Matches the backslash with which Markdown escapes a symbol. */
const ESCAPE = /\\(?=[^\p{L}\p{N}\s])/gu;

/**
 * Reads the skills that a job ad asks for or works with. What it says about the company, its customers, its offer and its
 * process does not count. Each skill comes with the most important part of the ad that names it. Skills in the title
 * come first, then those in the requirements; within a part, they are in the order of the text.
 */
export function readSkills({
  title,
  description,
}: {
  title: string;
  description: string;
}): Map<SpellingGroup, SkillPart> {
  const found: Record<SkillPart, Set<SpellingGroup>> = {
    title: new Set(skillsIn(title)),
    requirements: new Set(),
    description: new Set(),
  };
  for (const { line, kind } of sectionsOf(description)) {
    if (kind === 'company') continue;
    const part = found[kind === 'required' ? 'requirements' : 'description'];
    const skills = skillsIn(line);
    if (skills.length === 0 || isAboutProcess(line)) continue;
    for (const skill of skills) part.add(skill);
  }
  const skills = new Map<SpellingGroup, SkillPart>();
  for (const part of SKILL_PARTS) {
    for (const skill of found[part]) if (!skills.has(skill)) skills.set(skill, part);
  }
  return skills;
}

/** The skills that a text names, in order. If names overlap, only the longest counts. */
function skillsIn(text: string): SpellingGroup[] {
  const plain = plainTextOf(text).replace(OTHER_MEANINGS, ', ');
  const skills = namedIn(plain);
  if (skills.length === 0) return skills;
  const own = plain.replace(COMPANIES, ' ');
  return own === plain ? skills : namedIn(own);
}

function namedIn(text: string): SpellingGroup[] {
  const skills: SpellingGroup[] = [];
  let end = 0;
  // At each word, the longest spelling comes first.
  for (const spelling of jobDictionary().spellingsIn(wordsAndMarksOf(text))) {
    if (spelling.start < end || !isClearSkill(spelling)) continue;
    skills.push(spelling.group);
    end = spelling.end;
  }
  return [...skills, ...skillsInLists(text)];
}

function isClearSkill({ group, ambiguous }: FoundSpelling): boolean {
  return group.kind === 'skill' && !ambiguous;
}

/** The text of a line of Markdown, without URLs and escapes. */
function plainTextOf(line: string): string {
  const text = line.includes('](') || line.includes('://') ? line.replace(ADDRESS, ' ') : line;
  return text.includes('\\') ? text.replace(ESCAPE, '') : text;
}
