import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import { pick, type Random } from '../support/random.mjs';

/** The fields of a job that clients write. */
export type JobText = {
  title: string;
  type: string;
  location: string;
  salary: string;
  description: string;
  applyurl: string;
  company: string;
};

/** The fields of a company that clients write. */
export type CompanyText = { name: string; description: string; website: string; logo: string };

/**
 * The letters of generated words. Without vowels and letters of suffixes, stemming changes nothing and no real word is
 * similar.
 */
const LETTERS = 'bcdfghjkmnpqtvwxz';

const PLACES = ['Lisbon', 'Porto; Berlin', 'Remote', 'Oslo, Norway', 'Remote; Tokyo'];

/** A unique word of ten letters; the first four encode the number. */
export function makeWord(random: Random, number: number): string {
  let rest = number;
  const digits = Array.from({ length: 4 }, () => {
    const letter = LETTERS[rest % LETTERS.length];
    rest = Math.floor(rest / LETTERS.length);
    return letter;
  });
  return [...digits, ...Array.from({ length: 6 }, () => pick(random, [...LETTERS]))].join('');
}

/** The title of an entity's version: the word of the entity and the version number. */
function makeTitle(word: string, version: number): string {
  return `${word} ${String(version).padStart(4, '0')}`;
}

export function titleIn(text: JobText | CompanyText): string {
  return 'title' in text ? text.title : text.name;
}

export function makeJob(random: Random, word: string, version: number, company: string): JobText {
  return {
    title: makeTitle(word, version),
    type: pick(random, EMPLOYMENT_TYPES),
    location: pick(random, PLACES),
    salary: pick(random, SALARY_RANGES).value,
    description: makeText(random, word, version),
    applyurl: `https://${word}.example/apply/${version}`,
    company,
  };
}

export function makeCompany(
  random: Random,
  word: string,
  version: number,
  logo: string,
): CompanyText {
  return {
    name: makeTitle(word, version),
    description: makeText(random, word, version),
    website: `https://${word}.example/${version}`,
    logo,
  };
}

/** A text between one line and several database pages long, so that PostgreSQL stores some texts out of line. */
function makeText(random: Random, word: string, version: number): string {
  const lines = Math.ceil(random() ** 3 * 200);
  const numbers = Array.from({ length: lines }, () => Math.floor(random() * 1e12).toString(36));
  return `Version ${version} of ${word}.\n\n${numbers.map((one) => `- ${one} ${one}`).join('\n')}`;
}

/** A unique picture. */
export function makeLogo(random: Random): Buffer {
  const colour = () =>
    `#${Math.floor(random() * 0xff_ff_ff)
      .toString(16)
      .padStart(6, '0')}`;
  const squares = Array.from({ length: 16 }, (_, n) => {
    const [x, y] = [(n % 4) * 16, Math.floor(n / 4) * 16];
    return `<rect x="${x}" y="${y}" width="16" height="16" fill="${colour()}"/>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${squares.join('')}</svg>`,
  );
}
