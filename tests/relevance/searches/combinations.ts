import type { Search } from '../judgements.ts';
import { ENGINEER, forRoleIn, forRoleWithin } from './patterns.ts';

const BERLIN = { city: 'Berlin, DE', country: 'DE' };
const LONDON = { city: 'London, GB', country: 'GB' };
const NEW_YORK = { city: 'New York City, US', country: 'US' };
const PARIS = { city: 'Paris, FR', country: 'FR' };
const SAN_FRANCISCO = { city: 'San Francisco, US', country: 'US' };
const TORONTO = { city: 'Toronto, CA', country: 'CA' };

const SOFTWARE = `(software|back ?end|front ?end|full ?stack|platform|product|web) ${ENGINEER}|${ENGINEER},? (back ?end|front ?end)`;

/** Searches that combine a role with a place, a skill, seniority, hours, pay or similar conditions. */
export const combinations: Search[] = [
  forRoleIn('data engineer berlin', { role: 'data engineer', related: 'data', ...BERLIN }),
  forRoleIn('software engineer berlin', { role: SOFTWARE, related: ENGINEER, ...BERLIN }),
  forRoleIn('account executive london', {
    role: 'account executive',
    related: 'sales|account',
    ...LONDON,
  }),
  forRoleIn('product manager london', { role: 'product manager', related: 'product', ...LONDON }),
  forRoleIn('customer success manager new york', {
    role: 'customer success',
    related: 'account manager|customer',
    ...NEW_YORK,
  }),
  forRoleIn('software engineer nyc', { role: SOFTWARE, related: ENGINEER, ...NEW_YORK }),
  forRoleIn('data analyst paris', {
    role: '(data|bi|business intelligence|product) analyst',
    related: 'analyst|data scientist|data',
    ...PARIS,
  }),
  forRoleIn('backend developer paris', { role: `back ?end`, related: ENGINEER, ...PARIS }),
  forRoleIn('product designer san francisco', {
    role: 'product designer',
    related: 'designer|product design',
    ...SAN_FRANCISCO,
  }),
  forRoleIn('machine learning engineer san francisco', {
    role: '(machine learning|ml|ai) (\\p{L}+ )?engineer',
    related: 'machine learning|ai|ml',
    ...SAN_FRANCISCO,
  }),
  forRoleIn('recruiter san francisco', {
    role: 'recruiter|sourcer',
    related: 'recruiting|talent',
    ...SAN_FRANCISCO,
  }),
  forRoleIn('sales toronto', {
    role: 'sales|account executive',
    related: 'business development',
    ...TORONTO,
  }),
  forRoleIn('software developer toronto', {
    role: `${SOFTWARE}|developer`,
    related: ENGINEER,
    ...TORONTO,
  }),
  forRoleIn('frontend engineer stockholm', {
    role: 'front ?end|full ?stack',
    related: ENGINEER,
    city: 'Stockholm, SE',
    country: 'SE',
  }),
  forRoleIn('software engineer munich', {
    role: SOFTWARE,
    related: ENGINEER,
    city: 'Munich, DE',
    country: 'DE',
  }),
  forRoleWithin('compliance officer luxembourg', {
    role: 'compliance',
    related: 'risk|regulatory|third party',
    area: 'LU',
  }),
  forRoleWithin('marketing manager canada', {
    role: 'marketing (\\p{L}+ )?manager|marketing (lead|specialist)',
    related: 'marketing',
    area: 'CA',
  }),
  forRoleWithin('solutions engineer germany', {
    role: 'solutions? engineer',
    related: 'solutions?|customer engineer',
    area: 'DE',
  }),
  forRoleWithin('software engineer india', {
    role: `${ENGINEER}|software`,
    related: 'engineering|technical',
    area: 'IN',
  }),
  forRoleWithin('sales jobs in mexico', {
    role: 'sales|account executive|business development',
    related: 'customer|partner',
    area: 'MX',
  }),
  {
    q: 'remote react developer',
    rules: [
      {
        grade: 3,
        title: ENGINEER,
        not: 'back ?end|test|automation',
        requires: 'react',
        workplace: 'remote',
      },
      { grade: 2, title: ENGINEER, not: 'back ?end', mentions: 'react', workplace: 'remote' },
      { grade: 1, title: 'front ?end|full ?stack', workplace: 'remote' },
      { grade: 1, title: 'front ?end|full ?stack|react', mentions: 'react' },
    ],
  },
  {
    q: 'remote product manager',
    rules: [
      { grade: 3, title: 'product manager', workplace: 'remote' },
      { grade: 1, title: 'product manager' },
      { grade: 1, title: 'product (owner|lead)|program manager', workplace: 'remote' },
    ],
  },
  {
    q: 'remote customer support',
    rules: [
      {
        grade: 3,
        title: '(customer|client|user|patient|technical) (support|service|care|happiness)',
        workplace: 'remote',
      },
      { grade: 1, title: 'support|customer (success|experience)', workplace: 'remote' },
      { grade: 1, title: 'customer (support|service|care)' },
    ],
  },
  {
    q: 'remote nurse',
    rules: [
      { grade: 3, title: 'nurse|nursing|rn|lpn|lvn', workplace: 'remote' },
      { grade: 2, title: 'nurse|nursing|rn|lpn|lvn' },
      { grade: 1, title: 'clinical|counselor|therapist|dietitian|physician', workplace: 'remote' },
    ],
  },
  {
    q: 'senior data engineer remote',
    rules: [
      {
        grade: 3,
        title:
          '(senior|sr\\.?|staff|lead) .*data (\\p{L}+ )?engineer|(senior|staff).*data engineering',
        workplace: 'remote',
      },
      { grade: 2, title: 'data (\\p{L}+ )?engineer', workplace: 'remote' },
      { grade: 1, title: 'data (\\p{L}+ )?engineer' },
    ],
  },
  {
    q: 'junior designer',
    rules: [
      {
        grade: 3,
        title:
          '(junior|jr\\.?|associate|entry level|graduate).*designer|(product|graphic|ux|ui|visual|game|brand) design(er)?.*(intern|apprentice)',
      },
      { grade: 1, title: 'designer', not: 'senior|sr|lead|staff|principal|head|founding|director' },
    ],
  },
  {
    q: 'part time nurse',
    rules: [
      { grade: 3, title: 'nurse|nursing|rn|lpn|lvn', employment: 'part-time' },
      { grade: 2, title: 'nurse|nursing|rn|lpn|lvn' },
      {
        grade: 1,
        title: 'physician|clinical|counselor|therapist|pharmac',
        employment: 'part-time',
      },
    ],
  },
  {
    q: 'part time',
    rules: [
      { grade: 3, employment: 'part-time' },
      { grade: 3, title: 'part time' },
    ],
  },
  {
    q: 'freelance',
    rules: [
      { grade: 3, title: 'freelance|freelancer' },
      {
        grade: 2,
        employment: 'contract',
        mentions: 'freelance|freelancer|independent contractor',
      },
      { grade: 2, title: 'contract|contractor', not: 'smart contract|contracts' },
      { grade: 1, employment: 'contract' },
    ],
  },
  {
    q: 'contract recruiter',
    rules: [
      { grade: 3, title: 'recruiter|sourcer', employment: 'contract' },
      { grade: 3, title: '(recruiter|sourcer).*contract' },
      { grade: 2, title: 'recruiter|sourcer|talent acquisition' },
      { grade: 1, title: 'recruiting|talent' },
    ],
  },
  {
    q: 'visa sponsorship software engineer',
    rules: [
      {
        grade: 0,
        title: SOFTWARE,
        mentions: '(not|unable to|cannot|can’t|no) (\\p{L}+ ){0,6}sponsor(ship)?',
      },
      {
        grade: 3,
        title: SOFTWARE,
        mentions:
          'sponsor(ship)? (\\p{L}+ ){0,4}visa|visa (\\p{L}+ ){0,3}sponsor(ship)?|relocation (\\p{L}+ ){0,4}visa',
      },
      { grade: 1, title: ENGINEER, mentions: 'visa (\\p{L}+ ){0,3}sponsor(ship)?' },
    ],
  },
  {
    q: 'marketing manager over 100k',
    rules: [
      { grade: 3, title: 'marketing (\\p{L}+ )?manager|manager.*marketing', pay: 100_000 },
      { grade: 2, title: 'marketing', pay: 100_000 },
      { grade: 1, title: 'marketing (\\p{L}+ )?manager' },
    ],
  },
  {
    q: 'software engineer $200k',
    rules: [
      { grade: 3, title: SOFTWARE, pay: 200_000 },
      { grade: 2, title: ENGINEER, pay: 200_000 },
    ],
  },
  {
    q: 'software engineering internship summer 2026',
    rules: [
      {
        grade: 3,
        title:
          '(software|engineer(ing)?|developer).*intern(ship)?.*2026|intern(ship)?.*(software|engineer).*2026',
      },
      {
        grade: 2,
        title:
          '(software|engineering|developer|engineer).*intern(ship)?|intern(ship)?.*(software|engineer)',
      },
      { grade: 1, employment: 'internship' },
      { grade: 1, title: 'intern|internship|new grad' },
    ],
  },
  {
    q: 'marketing internship paris',
    rules: [
      {
        grade: 3,
        title: 'marketing|influencer|content|creator|community|ads',
        employment: 'internship',
        place: 'Paris, FR',
      },
      { grade: 2, employment: 'internship', place: 'Paris, FR' },
      { grade: 1, title: 'marketing', place: 'Paris, FR' },
    ],
  },
  {
    q: 'entry level sales',
    rules: [
      {
        grade: 3,
        title:
          '(sales|business) development rep(resentative)?|sales representative|sdr|bdr|entry level|sales.*(graduate|intern)',
      },
      {
        grade: 2,
        title: 'sales associate|inside sales|sales program|account executive i',
      },
      {
        grade: 1,
        title: 'sales|account executive',
        not: 'senior|director|manager|vp|head|vice president|enterprise|strategic',
      },
    ],
  },
  {
    q: 'director of marketing',
    rules: [
      {
        grade: 3,
        role: 'director of (\\p{L}+ )?marketing|director,? (\\p{L}+ )?marketing|marketing director',
      },
      {
        grade: 2,
        title: '(head|vp|vice president)( of|,) (\\p{L}+ )?marketing|director.*marketing',
      },
      { grade: 1, title: 'marketing (lead|manager)' },
    ],
  },
  {
    q: 'german speaking customer success',
    rules: [
      { grade: 3, title: 'customer (success|support|experience).*german' },
      { grade: 3, title: 'customer success', requires: 'german' },
      { grade: 2, title: 'customer|account', mentions: 'german', place: 'DE' },
      { grade: 1, title: 'customer success', place: 'DE' },
      { grade: 1, title: 'german' },
    ],
  },
  {
    q: 'ai startup founding designer',
    rules: [
      { grade: 3, title: 'founding (\\p{L}+ )?(designer|design engineer)' },
      { grade: 1, title: '(product )?designer', mentions: 'startup' },
    ],
  },
];
