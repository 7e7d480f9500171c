import type { JudgedJob, Rule, Search } from '../judgements.ts';
import { wordsOf } from '../word-patterns.ts';

/** Every third company is searched by its name. Companies whose name is a common word are all searched. */
const EVERY = 3;

/** A name counts as a common word if this number of other companies write it in lower case in their descriptions. */
const COMMON = 5;

/** Fields of work to combine with a company's name: the words of the search, and the titles that they mean. */
const FIELDS = [
  { word: 'engineer', title: 'engineer|developer' },
  { word: 'sales', title: 'sales|account executive' },
  { word: 'marketing', title: 'marketing|marketer' },
  { word: 'product manager', title: 'product manager' },
  { word: 'designer', title: 'designer' },
];

/** Words that people add to a company's name, or leave out at its end. */
const ADDED = ['inc', 'labs', 'hq', 'ai', 'gmbh', 'careers', 'technologies'];
const LEFT_OUT = /[ -]?(labs|hq|inc|ai|pro|io|technologies|careers)$/;

type Company = { name: string; jobs: JudgedJob[]; isCommon: boolean };

/**
 * Searches for companies, derived from the jobs of the board: the name alone, the name with a field of work, the name
 * with a typing error, and a name of several words written as one.
 */
export function companySearches(jobs: JudgedJob[]): Search[] {
  const all = companiesOf(jobs);
  const chosen = all.filter(({ isCommon }, index) => isCommon || index % EVERY === 0);
  const searches = chosen.map((company) => byName(company.name.toLowerCase(), company));
  for (const [index, company] of all.entries()) {
    const field = FIELDS.find(({ title }) =>
      company.jobs.some((job) => wordsOf(title).test(job.title)),
    );
    if (index % EVERY === 1 && field) searches.push(byField(company, field));
    if (index % EVERY === 2 && company.name.length >= 6) searches.push(misspelled(company));
    if (/[ -]/.test(company.name)) searches.push(joined(company));
  }
  return [...new Map(searches.map((search) => [search.q, search])).values()];
}

/**
 * Searches for companies by another form of the name: its words joined, split or with hyphens, a final word such as
 * "Labs" added or left out, and the joined name with a field of work.
 */
export function companyFormSearches(jobs: JudgedJob[]): Search[] {
  const all = companiesOf(jobs);
  const names = new Set(all.map(({ name }) => joinedName(name)));
  const searches = all.flatMap((company, index) => {
    const name = company.name.toLowerCase();
    const rare = { ...company, isCommon: false };
    const added = ADDED[index % ADDED.length] ?? '';
    const short = name.replace(LEFT_OUT, '');
    const forms = [
      `${name} ${added}`,
      ...(index % 2 === 0 ? [`jobs at ${name}`] : []),
      ...(short !== name && short.length > 2 ? [short] : []),
      ...(/ /.test(name) ? [name.replaceAll(' ', '-')] : []),
      ...(/\p{Ll}\p{Lu}/u.test(company.name)
        ? [company.name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()]
        : []),
    ];
    const field = FIELDS.find(({ title }) =>
      company.jobs.some((job) => wordsOf(title).test(job.title)),
    );
    return [
      ...forms
        .filter((form) => joinedName(form) === joinedName(name) || !names.has(joinedName(form)))
        .map((form) => byName(form, rare)),
      ...(index % 3 === 2 && field ? [byField(company, field)] : []),
    ];
  });
  return [...new Map(searches.map((search) => [search.q, search])).values()];
}

const joinedName = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function companiesOf(jobs: JudgedJob[]): Company[] {
  const names = [...new Set(jobs.map(({ company }) => company))].sort();
  return names.map((name) => {
    const others = jobs.filter(
      ({ company, description }) => company !== name && description.includes(name.toLowerCase()),
    );
    const word = new RegExp(
      `(?<![\\p{L}\\p{N}./@-])${escaped(name.toLowerCase())}(?![\\p{L}\\p{N}./@-])`,
      'u',
    );
    const mentioning = others.filter(({ description }) => word.test(description));
    const isCommon = new Set(mentioning.map(({ company }) => company)).size >= COMMON;
    return { name, jobs: jobs.filter(({ company }) => company === name), isCommon };
  });
}

/** If the name is a common word, titles that contain the word also fit. */
function byName(q: string, { name, isCommon }: Company): Search {
  const other: Rule[] = isCommon ? [{ grade: 2, title: escaped(name.toLowerCase()) }] : [];
  return { q, company: true, rules: [{ grade: 3, company: name }, ...other] };
}

function byField({ name }: Company, { word, title }: (typeof FIELDS)[number]): Search {
  return {
    q: `${name.toLowerCase()} ${word}`,
    company: true,
    rules: [
      { grade: 3, company: name, title },
      { grade: 1, company: name },
    ],
  };
}

/** Swaps two letters in the middle of the name. */
function misspelled(company: Company): Search {
  const name = company.name.toLowerCase();
  const middle = Math.floor(name.length / 2);
  const [one = '', other = ''] = name.slice(middle - 1, middle + 1);
  return byName(`${name.slice(0, middle - 1)}${other}${one}${name.slice(middle + 1)}`, {
    ...company,
    isCommon: false,
  });
}

function joined(company: Company): Search {
  return byName(company.name.toLowerCase().replaceAll(/[ -]/g, ''), {
    ...company,
    isCommon: false,
  });
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
