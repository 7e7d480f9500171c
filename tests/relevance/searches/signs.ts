import type { Rule, Search } from '../judgements.ts';
import { ENGINEER, forField, forSkill, forSkilled, forTitle } from './patterns.ts';
import { ROLES } from './usual-roles.ts';

const SPONSORED: Rule[] = [
  {
    grade: 0,
    mentions: '(not|unable to|cannot|can’t|no) (\\p{L}+ ){0,6}sponsor(ship)?',
  },
  {
    grade: 3,
    mentions:
      'h-?1-?b|sponsor(ship)? (\\p{L}+ ){0,4}visa|visa (\\p{L}+ ){0,3}sponsor(ship)?|relocation (\\p{L}+ ){0,4}visa',
  },
];

const FOUNDER: Rule[] = [
  { grade: 3, title: 'co-?founder|founder|ceo/partner' },
  { grade: 2, title: 'founding|ceo|entrepreneur in residence' },
  { grade: 1, title: 'chief' },
];

const ONLINE_SHOP = forSkill('', 'e-?commerce').rules;
const PRESALES = forField('', 'pre-?sales|solutions? engineer|sales engineer', {
  also: 'solutions? architect',
  related: 'solutions?|customer ai architect',
}).rules;
const GO_TO_MARKET = forField('', 'gtm|go.to.market', { related: 'sales|growth' }).rules;

/** Searches with signs, abbreviations, and words that are joined or split. */
export const signs: Search[] = [
  {
    q: 'r&d',
    rules: [
      { grade: 3, title: 'r&d|research and development' },
      { grade: 2, requires: 'r&d|research and development' },
      { grade: 2, title: 'researcher|research (scientist|engineer)' },
      { grade: 1, mentions: 'r&d|research and development' },
    ],
  },
  {
    q: 'm&a',
    rules: [
      { grade: 3, title: 'm&a|mergers|acquisitions?|corporate development' },
      { grade: 2, requires: 'm&a|mergers' },
      { grade: 1, mentions: 'm&a|mergers' },
    ],
  },
  {
    q: 'm&a paralegal',
    rules: [
      { grade: 3, title: 'paralegal' },
      { grade: 1, title: 'legal' },
    ],
  },
  forSkill('p&l', 'p&l|profit and loss'),
  { q: 'h1b', rules: SPONSORED },
  { q: 'h-1b sponsorship', rules: SPONSORED },
  { q: 'co-founder', rules: FOUNDER },
  { q: 'cofounder', rules: FOUNDER },
  forTitle('ui/ux', ROLES.productDesigner),
  forTitle('ux/ui', ROLES.productDesigner),
  forSkilled('c++ engineer', 'c\\+\\+', ENGINEER),
  forSkill('c/c++', 'c\\+\\+|c/c\\+\\+'),
  forField('fp&a manager', 'fp&a|financial planning|strategic finance|finance manager', {
    related: 'finance|financial',
  }),
  forTitle('ai/ml engineer', ROLES.machineLearning),
  forTitle('ml/ai engineer', ROLES.machineLearning),
  { q: 'go-to-market', rules: GO_TO_MARKET },
  { q: 'gtm', rules: GO_TO_MARKET },
  forTitle('b2b sales', ROLES.sales),
  forSkill('ci/cd', 'ci/cd|continuous integration'),
  { q: 'e-commerce', rules: ONLINE_SHOP },
  { q: 'ecommerce', rules: ONLINE_SHOP },
  { q: 'presales', rules: PRESALES },
  { q: 'pre-sales engineer', rules: PRESALES },
  forTitle('frontend/backend engineer', {
    title: `${ROLES.frontEnd.title}|${ROLES.backEnd.title}|${ROLES.fullStack.title}`,
    related: `software ${ENGINEER}`,
    not: 'manager|director|head|back ?end of line',
  }),
  {
    q: 'vp, sales',
    rules: [
      { grade: 3, title: '(vp|vice president)(,| of)? (\\p{L}+ )?sales' },
      { grade: 2, title: '(head|director)( of|,) (\\p{L}+ )?sales' },
      { grade: 1, title: 'vp|vice president|sales director' },
    ],
  },
  {
    q: 'sr. product designer',
    rules: [
      { grade: 3, title: '(senior|sr\\.?) product designer' },
      { grade: 2, title: '(staff|principal|lead|principal/lead) product designer' },
      { grade: 1, title: 'product designer' },
    ],
  },
  {
    q: 'software engineer, frontend',
    rules: forTitle('', ROLES.frontEnd).rules,
  },
  {
    q: 'product designer (remote)',
    rules: [
      { grade: 3, title: 'product designer', workplace: 'remote' },
      { grade: 1, title: 'product designer' },
      { grade: 1, title: 'designer', workplace: 'remote' },
    ],
  },
  {
    q: 'account executive - smb',
    rules: [
      { grade: 3, title: 'account executive.*smb|smb.*account executive' },
      { grade: 2, title: 'mid-? ?market account executive' },
      { grade: 1, title: 'account executive|smb' },
    ],
  },
  forTitle('kyc/aml', {
    title: 'kyc|kyb|kyb/kyc|aml|due diligence',
    related: 'compliance|fraud|risk',
  }),
  forField('web3', 'web3|blockchain|crypto|defi|smart contract|digital assets', {
    related: 'trading|trader',
  }),
  forField('web 3', 'web3|blockchain|crypto|defi|smart contract|digital assets', {
    related: 'trading|trader',
  }),
  forField('devsecops', 'devsecops', { also: 'security engineer|devops', related: 'security' }),
  forSkilled('node.js developer', 'node|node ?\\.?js', ENGINEER),
  forSkill('next.js', 'next ?\\.?js'),
  forSkill('vue.js', 'vue|vue ?\\.?js'),
  forTitle('lpn/lvn', { title: 'lpn|lvn', related: 'nurse|nursing|rn' }),
  forTitle('full-stack', ROLES.fullStack),
];
