import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import { pick, type Random } from '../bench/postings/random.mjs';

/** All that is written of a job. */
export type JobText = {
  title: string;
  type: string;
  location: string;
  salary: string;
  description: string;
  applyurl: string;
  company: string;
};

/** All that is written of a company. */
export type CompanyText = { name: string; description: string; website: string; logo: string };

/** Without vowels and the letters of endings: no stem of another, and like no word that people use. */
const LETTERS = 'bcdfghjkmnpqtvwxz';

const PLACES = ['Lisbon', 'Porto; Berlin', 'Remote', 'Oslo, Norway', 'Remote; Tokyo'];

/** Ten letters that no other thing has, for it is a number too. */
export function makeWord(random: Random, number: number): string {
  let rest = number;
  const digits = Array.from({ length: 4 }, () => {
    const letter = LETTERS[rest % LETTERS.length];
    rest = Math.floor(rest / LETTERS.length);
    return letter;
  });
  return [...digits, ...Array.from({ length: 6 }, () => pick(random, [...LETTERS]))].join('');
}

/** Each version has another title: the word, and the number of the version. */
export function makeTitle(word: string, version: number): string {
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

/** From a line to several of PostgreSQL's pages, so that some are stored beside their row. */
function makeText(random: Random, word: string, version: number): string {
  const lines = Math.ceil(random() ** 3 * 200);
  const numbers = Array.from({ length: lines }, () => Math.floor(random() * 1e12).toString(36));
  return `Version ${version} of ${word}.\n\n${numbers.map((one) => `- ${one} ${one}`).join('\n')}`;
}

/** A picture that is like no other. */
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
