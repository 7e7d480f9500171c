import { expect, test } from 'vitest';
import { requirementsOf } from '#server/content/dictionary/sections.ts';
import { gradeOf, type JudgedJob, type Rule } from './judgements.ts';
import { halfOf, keyOf } from './run-searches.ts';
import { SEARCHES } from './searches/all-searches.ts';
import { companyFormSearches, companySearches } from './searches/companies.ts';
import { forLevel, forPlace, forRole } from './searches/patterns.ts';

const job = (values: Partial<JudgedJob>): JudgedJob => ({
  id: '1',
  title: 'Maker',
  company: 'Ada & Sons',
  places: [],
  description: '',
  workplace: null,
  employment: null,
  eligibility: null,
  maximumPay: -1,
  requirements: '',
  ...values,
});

const BERLIN = {
  id: '2950159',
  locality: 'Berlin',
  region: 'Berlin',
  country: 'DE',
  latitude: 52.52,
  longitude: 13.41,
};

const all = Object.values(SEARCHES).flat();

test('all searches differ, and both the tuning half and the held-out half have many', () => {
  const typed = all.map(({ q }) => q);
  expect(typed.filter((q, index) => typed.indexOf(q) !== index)).toEqual([]);
  for (const half of ['tuning', 'held out']) {
    expect(typed.filter((q) => halfOf(keyOf(q)) === half).length).toBeGreaterThan(350);
  }
});

test('all patterns are valid, and an unrelated job has grade 0 in every search', () => {
  for (const { q, rules } of all) expect(gradeOf(rules, job({ title: 'Æ' })), q).toBe(0);
});

test.each([
  ['Product Manager', 3],
  ['Sr. Product Manager, Payments', 3],
  ['Principal/Lead Product Manager (Berlin)', 3],
  ['Mid Market Product Manager EMEA', 3],
  ['Digital Product Manager', 2],
  ['Product Manager Intern', 1],
  ['Product Lead', 1],
  ['Product Marketing Manager', 0],
  ['Production Manager', 0],
])('the title %j has the grade %d for "product manager"', (title, grade) => {
  const { rules } = forRole('product manager', 'product manager', { related: 'product lead' });
  expect(gradeOf(rules, job({ title }))).toBe(grade);
});

test.each([
  ['Senior Data Engineer', 3],
  ['Data Engineer (Senior)', 2],
  ['Staff Data Engineer', 2],
  ['Data Engineer', 1],
])('the title %j has the grade %d for "senior data engineer"', (title, grade) => {
  const { rules } = forLevel('senior data engineer', 'senior|sr\\.?', 'data engineer', 'staff');
  expect(gradeOf(rules, job({ title }))).toBe(grade);
});

test.each<[Partial<Rule>, Partial<JudgedJob>]>([
  [{ title: 'c\\+\\+' }, { title: 'C++ Engineer' }],
  [{ company: 'ada & sons' }, {}],
  [{ place: 'Berlin, DE' }, { places: [BERLIN] }],
  [{ place: 'DE' }, { places: [BERLIN] }],
  [{ place: 'EMEA' }, { places: [BERLIN] }],
  [{ eligible: 'DE' }, { places: [BERLIN], workplace: 'remote' }],
  [
    { eligible: 'DE' },
    { workplace: 'remote', eligibility: { worldwide: true, countries: [], regions: [] } },
  ],
  [
    { employment: 'part-time', workplace: 'hybrid' },
    { employment: 'part-time', workplace: 'hybrid' },
  ],
  [{ pay: 100_000 }, { maximumPay: 120_000 }],
  [{ requires: 'front end' }, { requirements: 'You know front-end work.' }],
])('the rule %j holds for %j', (rule, values) => {
  const rules = [{ grade: 2, ...rule } satisfies Rule];
  expect(gradeOf(rules, job(values))).toBe(2);
  expect(gradeOf(rules, job({ company: 'Other' }))).toBe(0);
});

test('the first rule that a job meets gives its grade', () => {
  const rules: Rule[] = [
    { grade: 0, title: 'intern' },
    { grade: 3, title: 'designer' },
  ];
  expect(gradeOf(rules, job({ title: 'Designer Intern' }))).toBe(0);
});

test('a rule with an unknown place is an error', () => {
  const { rules } = forPlace('nowhere', 'Nowhere at All, DE');
  expect(() => gradeOf(rules, job({}))).toThrow('no area');
});

test('`requires` matches sections with requirements, but not sections with optional skills', () => {
  const description = [
    'We use Go.',
    '## What you will do',
    '- Write Rust',
    '**Requirements:**',
    '- Python',
    '### Nice to have',
    '- Scala',
    '## You',
    '- SQL',
  ].join('\n');
  expect(requirementsOf(description)).toBe('- Python\n- SQL');
});

test('each company is searched by its name: alone, with a field of work, misspelled, and as one word', () => {
  const others = ['B', 'C', 'D', 'E', 'F'].map((company) =>
    job({ company, description: 'Our mortar is strong.' }),
  );
  const jobs = [
    job({ company: 'Anvil' }),
    job({ company: 'Basket', title: 'Data Engineer' }),
    job({ company: 'Candle' }),
    job({ company: 'Mortar' }),
    job({ company: 'Quiet Lamp' }),
    ...others,
  ];
  const searches = companySearches(jobs);
  const grades = (q: string, company: string, title = 'Maker') =>
    gradeOf(searches.find((search) => search.q === q)?.rules ?? [], job({ company, title }));
  expect(grades('mortar', 'Mortar')).toBe(3);
  expect(grades('mortar', 'Anvil', 'Mortar Mixer')).toBe(2);
  expect(grades('quietlamp', 'Quiet Lamp')).toBe(3);
  expect(searches.every(({ company }) => company)).toBe(true);
  expect(companySearches(jobs.slice(0, 3)).map(({ q }) => q)).toEqual([
    'anvil',
    'basket engineer',
    'cadnle',
  ]);
});

test('each company is also searched by other forms of its name', () => {
  const jobs = ['Quiet Lamp Labs', 'AnvilWorks', 'Basket'].map((company) => job({ company }));
  const searches = companyFormSearches(jobs);
  expect(searches.map(({ q }) => q)).toEqual([
    'anvilworks inc',
    'jobs at anvilworks',
    'anvil works',
    'basket labs',
    'quiet lamp labs hq',
    'jobs at quiet lamp labs',
    'quiet lamp',
    'quiet-lamp-labs',
  ]);
  const graded = searches.find(({ q }) => q === 'quiet lamp')?.rules ?? [];
  expect(gradeOf(graded, job({ company: 'Quiet Lamp Labs' }))).toBe(3);
  expect(gradeOf(graded, job({ title: 'Quiet Lamp Maker' }))).toBe(0);
});
