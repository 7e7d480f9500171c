import type { Random } from './random.ts';

/** A job, as the words of its title, its company's name, its description and its location. */
type Worded = { texts: string[][] };

/** How the words of a search match a job; undefined if they do not. */
export type ModelStrength = 'strong' | 'mention' | undefined;

/** Words that share no prefix, and only two of which share a stem. */
export const WORDS = [
  ...['rust', 'python', 'gardener', 'gardening', 'pilot', 'nurse', 'violin', 'harbour', 'copper'],
];
const SAME_STEM = ['gardener', 'gardening'];

/** The words that name a skill or a role. The last word of a role makes the word before it name something, too. */
const KNOWN = ['rust', 'python', 'nurse'];
const ROLES = ['nurse'];

/** A required word or phrase of a search. */
type ModelTerm = { words: string[]; quoted: boolean };

/** The required alternatives of a part of a search, and whether another plain word is beside it. */
type ModelClause = { alternatives: ModelTerm[]; excluded: boolean; isPrefix?: boolean };

/**
 * Makes the words of a search. They contain no names of places, because these are interpreted: `placed-search.ts` makes
 * searches for places.
 */
export function askWords(
  random: Random,
  parameters: Record<string, string>,
  others = ['cobalt', 'elan', 'lisbon', 'unknown'],
): (job: Worded) => ModelStrength {
  const typed: string[] = [];
  const clauses = random.some(2, (): ModelClause => {
    const word = random.pick([...WORDS, ...others]);
    const plain = { words: [word], quoted: false };
    if (random.chance(0.2)) {
      typed.push(`-${word}`);
      return { alternatives: [{ ...plain, quoted: true }], excluded: true };
    }
    if (random.chance(0.2)) {
      const words = [word, random.pick(WORDS)];
      const excluded = random.chance(0.3);
      typed.push(`${excluded ? '-' : ''}"${words.join(' ')}"`);
      return { alternatives: [{ words, quoted: true }], excluded };
    }
    if (random.chance(0.2)) {
      const alternative = random.pick(WORDS);
      typed.push(`${word} OR "${alternative}"`);
      const quoted = { words: [alternative], quoted: true };
      return { alternatives: [plain, quoted], excluded: false };
    }
    typed.push(word.toUpperCase());
    return { alternatives: [plain], excluded: false };
  });
  if (random.chance(0.3)) {
    const beginning = random.pick(WORDS).slice(0, 3);
    typed.push(beginning);
    const alternatives = [{ words: [beginning], quoted: false }];
    clauses.push({ alternatives, excluded: false, isPrefix: true });
  } else {
    typed.push('');
  }
  parameters.q = typed.join(' ');
  return strengthOf(clauses);
}

const formsOf = (word: string) => (SAME_STEM.includes(word) ? SAME_STEM : [word]);

/** Whether a text has the words of a term, in any form or, if they are quoted, as written and side by side. */
function has(text: string[], { words, quoted }: ModelTerm): boolean {
  if (quoted) return ` ${text.join(' ')} `.includes(` ${words.join(' ')} `);
  return words.every((word) => formsOf(word).some((form) => text.includes(form)));
}

function strengthOf(clauses: ModelClause[]): (job: Worded) => ModelStrength {
  const required = clauses.filter(({ excluded }) => !excluded);
  const searched = clauses.flatMap(({ alternatives }) =>
    alternatives.flatMap(({ words }) => words),
  );
  const isRole = (clause: ModelClause | undefined) =>
    clause !== undefined &&
    isPlain(clause) &&
    ROLES.includes(clause.alternatives[0]?.words[0] ?? '');
  return ({ texts }) => {
    const [title = [], company = [], , location = []] = texts;
    const hasWholeName = company.every((word) => searched.includes(word));
    const isInAny = (term: ModelTerm) => texts.some((text) => has(text, term));
    const isNaming = (term: ModelTerm, clause: ModelClause) =>
      term.words.some((word) => KNOWN.includes(word)) ||
      term.words.some((word) => isWholeName(word, searched)) ||
      (isPlain(clause) && isRole(clauses[clauses.indexOf(clause) + 1]));
    const isInHeading = (term: ModelTerm, clause: ModelClause) =>
      has(title, term) ||
      has(location, term) ||
      (has(company, term) && (hasWholeName || !isNaming(term, clause)));
    const isExcluded = clauses.some(
      ({ excluded, alternatives }) => excluded && alternatives.some(isInAny),
    );
    if (isExcluded) return undefined;
    const meets = (test: (term: ModelTerm, clause: ModelClause) => boolean) =>
      required.every((clause) => clause.alternatives.some((term) => test(term, clause)));
    const namesAny = required.some((clause) =>
      clause.alternatives.some((term) => isNaming(term, clause)),
    );
    const isStrong =
      meets(isInHeading) ||
      (namesAny &&
        meets((term, clause) =>
          isNaming(term, clause) ? isInHeading(term, clause) : isInAny(term),
        ));
    if (isStrong) return 'strong';
    const begins = ({ words: [beginning = ''] }: ModelTerm) =>
      texts.flat().some((word) => word.startsWith(beginning));
    return meets((term, { isPrefix }) => (isPrefix ? begins(term) : isInAny(term)))
      ? 'mention'
      : undefined;
  };
}

const isPlain = ({ alternatives, excluded }: ModelClause) =>
  !excluded && alternatives.length === 1 && alternatives[0]?.quoted === false;

/** The names of the companies of model boards. */
export const COMPANIES = ['Amber Rust', 'Borealis', 'Cobalt Pilot', 'Dune', 'Élan Vital'];

/** Whether a word is part of a company's name that is among the searched words. */
function isWholeName(word: string, searched: string[]): boolean {
  return COMPANIES.map((name) =>
    name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().split(' '),
  ).some((name) => name.includes(word) && name.every((part) => searched.includes(part)));
}
