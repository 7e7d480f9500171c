import type { Rule, Search } from '../judgements.ts';
import { ENGINEER, engineerOf, forRole, forSkill, forSkilled } from './patterns.ts';

/** Applies the same rules to several spellings of one search. */
const spelled = (rules: Rule[], ...spellings: string[]): Search[] =>
  spellings.map((q) => ({ q, rules }));

const FRONT_END = forRole('', engineerOf('front ?end'), {
  also: 'front ?end',
  related: `full ?stack (software |product )?${ENGINEER}|react native|web developer`,
  not: 'manager|director',
}).rules;

const BACK_END = forRole('', engineerOf('back ?end'), {
  also: 'back ?end',
  related: 'full ?stack',
  not: 'manager|director|back ?end of line',
}).rules;

const FULL_STACK = forRole('', engineerOf('full ?stack'), {
  also: 'full ?stack',
  related: `product ${ENGINEER}`,
  not: 'manager|director',
}).rules;

const KUBERNETES = forSkill('', 'kubernetes|k8s').rules;

const RELIABILITY = forRole('', 'site reliability engineer|sre', {
  also: 'sre|site reliability|reliability engineer',
  related: 'devops|platform engineer|infrastructure engineer',
}).rules;

const LEARNING = forRole('', '(machine learning|ml|ai/ml|ml/ai) (\\p{L}+ )?engineer', {
  also: 'machine learning|ml',
  related: 'ai engineer|data scientist|research (scientist|engineer)|ai',
  not: 'manager|product|sales|account|counsel|marketing',
}).rules;

const BUSINESS_DEVELOPMENT = forRole(
  '',
  '(\\p{L}+ )?business development (\\p{L}+ )?(manager|lead|representative|analyst|director)?|business developer',
  {
    also: 'business (development|developer)|bdr',
    related: 'partnerships?|sales development',
  },
).rules;

const VICE_PRESIDENT: Rule[] = [
  { grade: 3, title: '(vp|vice president)( of|,)? (\\p{L}+ )?sales|(vp|vice president).*sales' },
  {
    grade: 2,
    title: '(head|director)( of|,) (\\p{L}+ )?sales|sales director',
    not: 'enablement|engineering',
  },
  { grade: 1, title: 'vp|vice president' },
];

const SENIOR: Rule[] = [
  { grade: 3, title: '(senior|sr\\.?) data (\\p{L}+ )?engineer' },
  { grade: 2, title: '(senior|staff|lead).*data engineer|senior (etl|analytics) engineer' },
  { grade: 1, title: 'data engineer|analytics engineer' },
];

const CPP = forSkill('', 'c\\+\\+').rules;
const GO = [
  { grade: 3, title: `(go|golang)(?! to)` },
  { grade: 2, requires: 'golang|go', title: ENGINEER },
  { grade: 1, mentions: 'golang' },
] satisfies Rule[];

const NODE = forSkill('', 'node ?\\.?js|node').rules;
const POSTGRES = forSkill('', 'postgres(ql)?').rules;
const PEOPLE = forRole('', '(hr|human resources?|people) business partner', {
  also: '(people|hr|human resources?) (partner|generalist|manager|lead)',
  related: 'hr|people|human resources?',
}).rules;
const EXPERIENCE = forRole('', '(ui/ux|ux/ui|ux|ui|user experience) designer', {
  also: 'product designer|ui|ux',
  related: 'product design|designer',
  not: 'writer|engineer|sound|level|piping|cad|circuit',
}).rules;

/** Concepts with several spellings and abbreviations. */
export const spellings: Search[] = [
  ...spelled(
    FRONT_END,
    'front end developer',
    'front-end developer',
    'frontend developer',
    'front end engineer',
  ),
  ...spelled(FULL_STACK, 'fullstack engineer', 'full-stack engineer', 'full stack engineer'),
  ...spelled(BACK_END, 'back end engineer', 'back-end developer'),
  ...spelled(KUBERNETES, 'k8s'),
  ...spelled(RELIABILITY, 'sre'),
  ...spelled(LEARNING, 'ml engineer', 'ml'),
  ...spelled(BUSINESS_DEVELOPMENT, 'biz dev', 'bizdev', 'business development'),
  ...spelled(VICE_PRESIDENT, 'vp sales', 'vp of sales', 'vice president sales'),
  ...spelled(SENIOR, 'sr. data engineer', 'sr data engineer', 'senior data engineer'),
  ...spelled(CPP, 'c++', 'cpp'),
  ...spelled(forSkilled('', 'c\\+\\+', ENGINEER).rules, 'c++ developer'),
  ...spelled(forSkill('', 'c#').rules, 'c#'),
  ...spelled(forSkill('', '\\.net|dotnet').rules, '.net', 'dotnet'),
  ...spelled(GO, 'golang', 'go developer', 'golang developer'),
  ...spelled(NODE, 'node.js', 'nodejs', 'node js'),
  ...spelled(POSTGRES, 'postgres', 'postgresql'),
  ...spelled(forSkill('', 'javascript|js').rules, 'js', 'javascript'),
  ...spelled(forSkill('', 'machine learning|ml').rules, 'machine learning'),
  ...spelled(PEOPLE, 'hrbp', 'hr business partner', 'human resources'),
  ...spelled(EXPERIENCE, 'ui ux designer', 'ui/ux designer', 'ux/ui designer'),
  ...spelled(
    forRole(
      '',
      '(qa|quality assurance|test) (\\p{L}+ )?(engineer|tester|analyst)|software quality engineer',
      { also: 'qa|quality assurance|tester|test automation', related: 'quality' },
    ).rules,
    'qa tester',
    'quality assurance',
    'sdet',
  ),
  ...spelled(
    forRole('', '(sales|business) development rep(resentative)?|sdr|bdr', {
      also: 'sales development',
      related: 'business development|inside sales',
    }).rules,
    'sdr',
    'bdr',
  ),
  ...spelled(
    forRole('', '(fp ?& ?a|financial|finance) (analyst|manager)', {
      also: 'fp ?& ?a|financial planning|strategic finance',
      related: 'finance|financial',
    }).rules,
    'fp&a',
    'fpa analyst',
  ),
  ...spelled(
    forRole('', 'customer success manager|csm', {
      also: 'customer success',
      related: 'account manager|customer',
    }).rules,
    'csm',
  ),
  ...spelled(
    forRole('', '(technical |senior |group )?product manager|pm', {
      also: 'product management|pm',
      related: 'program manager|project manager|product',
    }).rules,
    'pm',
  ),
  ...spelled(
    forRole('', 'account executive', { also: 'ae', related: 'sales|account' }).rules,
    'ae',
  ),
  ...spelled(
    forRole('', '(cto|chief technology officer|account cto)', {
      also: '(vp|head|director)( of|,) (\\p{L}+ )?engineering',
      related: 'engineering manager',
    }).rules,
    'cto',
  ),
  ...spelled(
    forRole('', '(\\p{L}+ )?llm (\\p{L}+ )?engineer', {
      also: 'llm|generative ai|ai (\\p{L}+ )?engineer',
      related: 'machine learning|ai (researcher|scientist)',
    }).rules,
    'llm engineer',
    'genai engineer',
  ),
  ...spelled(forSkill('', 'amazon web services|aws').rules, 'amazon web services'),
  ...spelled(forSkill('', 'gcp|google cloud').rules, 'google cloud', 'gcp'),
  ...spelled(
    forRole('', '(customer|client) support (\\p{L}+ )?|customer (service|care) (\\p{L}+ )?', {
      also: 'customer (support|care|service|happiness)|support (specialist|associate)',
      related: 'customer experience|support|help ?desk',
      not: 'engineer|enablement',
    }).rules,
    'customer service',
    'customer care',
  ),
];
