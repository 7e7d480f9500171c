import type { Rule, Search } from '../judgements.ts';
import { ENGINEER, forLevel } from './patterns.ts';
import { ROLES } from './usual-roles.ts';

const SENIOR = 'senior|sr\\.?';
const LEADER = 'vp|vice president|head|director';

/** A search for a role that is remote. The role elsewhere is only related. */
const remote = (q: string, title: string, eligible?: string): Search => ({
  q,
  rules: [
    ...(eligible
      ? [{ grade: 3, title, eligible } satisfies Rule]
      : [{ grade: 3, title, workplace: 'remote' } satisfies Rule]),
    { grade: 1, title },
  ],
});

/** A search for a role whose pay reaches an amount. The same role without it is only related. */
const paid = (q: string, title: string, pay: number): Search => ({
  q,
  rules: [
    { grade: 3, title, pay },
    { grade: 1, title },
  ],
});

const SPONSORED: Rule[] = [
  {
    grade: 0,
    mentions: '(not|unable to|cannot|can’t|no) (\\p{L}+ ){0,6}sponsor(ship)?',
  },
  {
    grade: 3,
    mentions:
      'sponsor(ship)? (\\p{L}+ ){0,4}visa|visa (\\p{L}+ ){0,3}sponsor(ship)?|relocation (\\p{L}+ ){0,4}visa|h-?1-?b',
  },
];

/** Searches for seniority, hours, pay, visas, and remote work. */
export const conditions: Search[] = [
  forLevel('junior developer', 'junior|jr\\.?|graduate|intermediate', ENGINEER, 'associate'),
  forLevel('senior designer', SENIOR, '(\\p{L}+ )?designer', 'lead|staff|principal'),
  forLevel('senior recruiter', SENIOR, '(\\p{L}+ )?recruiter', 'lead'),
  forLevel('senior software engineer', SENIOR, `software (\\p{L}+ )?${ENGINEER}`, 'staff'),
  forLevel('staff engineer', 'staff', `(\\p{L}+ ){0,3}${ENGINEER}`, 'principal'),
  forLevel('principal engineer', 'principal', `(\\p{L}+ ){0,3}${ENGINEER}`, 'staff'),
  forLevel('lead product manager', 'lead|principal|group', 'product manager', 'staff|senior'),
  forLevel('junior data scientist', 'junior|jr\\.?', 'data scientist'),
  forLevel('associate product manager', 'associate|junior', 'product manager'),
  {
    q: 'head of design',
    rules: [
      { grade: 3, title: 'head of (\\p{L}+ )?design|director,? (of )?(\\p{L}+ )?design' },
      { grade: 2, title: 'design (director|manager)|manager,? (\\p{L}+ )?design' },
      { grade: 1, title: 'lead.*designer|designer.*lead|principal.*designer' },
    ],
  },
  {
    q: 'vp engineering',
    rules: [
      { grade: 3, title: '(vp|vice president)(,| of)? (.{1,20} )?engineering' },
      { grade: 2, title: `(head|director)( of|,) (\\p{L}+ )?engineering|chief technology officer` },
      { grade: 1, title: 'engineering manager|manager,? engineering|vp' },
    ],
  },
  {
    q: 'director of product',
    rules: [
      {
        grade: 3,
        title: 'director,? (of )?product( management)?|product director|head of product',
        not: 'marketing|design|security',
      },
      { grade: 1, title: 'product (lead|manager)|director.*product' },
    ],
  },
  {
    q: 'head of marketing',
    rules: [
      { grade: 3, title: `(${LEADER})( of|,) (\\p{L}+ )?marketing|chief marketing officer` },
      { grade: 1, title: 'marketing (lead|manager)' },
    ],
  },
  {
    q: 'entry level',
    rules: [
      {
        grade: 3,
        title:
          'junior|jr|entry level|new grad|graduate|associate|intern|internship|apprentice|trainee|working student',
        not: 'associate director|senior',
      },
      { grade: 1, title: 'representative|coordinator|assistant|bdr|sdr' },
    ],
  },
  {
    q: 'new grad software engineer',
    rules: [
      {
        grade: 3,
        title:
          '(engineer|developer).*(new grad|graduate)|junior (software|back ?end) engineer|(new grad|graduate).*(engineer|developer)',
      },
      {
        grade: 1,
        title: 'software engineer.*intern|new grad|graduate|junior|software engineering intern',
      },
    ],
  },
  {
    q: 'senior frontend developer remote',
    rules: [
      {
        grade: 3,
        title: `(${SENIOR}|staff|lead).*front ?end|(${SENIOR}).*react`,
        workplace: 'remote',
      },
      { grade: 1, title: 'front ?end' },
    ],
  },
  { q: 'visa sponsorship', rules: SPONSORED },
  { q: 'jobs with visa sponsorship', rules: SPONSORED },
  {
    q: 'relocation support',
    rules: [
      { grade: 0, mentions: '(no|not|without) (\\p{L}+ ){0,4}relocat(ion|e)' },
      { grade: 3, title: 'relocation' },
      {
        grade: 3,
        mentions: 'relocation (\\p{L}+ ){0,3}(support|assistance|package|bonus|help|budget)',
      },
      { grade: 3, mentions: '(support|assist|help|cover) (\\p{L}+ ){0,4}relocation' },
      { grade: 1, mentions: 'relocation' },
    ],
  },
  {
    q: 'part time support',
    rules: [
      { grade: 3, title: 'support|care|coordinator|specialist', employment: 'part-time' },
      { grade: 3, title: 'support.*part time|part time.*support' },
      { grade: 1, employment: 'part-time' },
      { grade: 1, title: ROLES.support.title },
    ],
  },
  {
    q: 'freelance designer',
    rules: [
      { grade: 3, title: 'designer', employment: 'contract' },
      { grade: 3, title: '(freelance|contract).*designer|designer.*(freelance|contract)' },
      { grade: 1, title: 'designer|freelance' },
    ],
  },
  {
    q: 'contract recruiter new york',
    rules: [
      { grade: 3, title: 'recruiter|sourcer', employment: 'contract', place: 'New York City, US' },
      {
        grade: 3,
        title: '(recruiter|sourcer|recruiting).*contract',
        place: 'New York City, US',
      },
      { grade: 1, title: 'recruiter|sourcer|recruiting' },
    ],
  },
  {
    q: 'internship berlin',
    rules: [
      { grade: 3, employment: 'internship', place: 'Berlin, DE' },
      { grade: 3, title: 'intern|internship', place: 'Berlin, DE' },
      { grade: 1, title: 'intern|internship', place: 'DE' },
    ],
  },
  {
    q: 'summer internship san francisco',
    rules: [
      { grade: 3, title: 'intern.*summer|summer.*intern', place: 'San Francisco, US' },
      { grade: 2, title: 'intern|internship', place: 'San Francisco, US' },
      { grade: 1, title: 'intern|internship' },
    ],
  },
  {
    q: 'internship paris france',
    rules: [
      { grade: 3, employment: 'internship', place: 'Paris, FR' },
      { grade: 3, title: 'intern|internship|apprentice|stage', place: 'Paris, FR' },
      { grade: 1, title: 'intern|internship' },
    ],
  },
  remote('remote designer', 'designer'),
  remote('fully remote product designer', 'product designer'),
  remote('remote account executive', 'account executive'),
  remote('remote recruiter', 'recruiter|sourcer|talent acquisition'),
  remote('therapist remote', 'therapist|counselor'),
  remote('remote software engineer usa', ROLES.software.title, 'US'),
  remote('remote software engineer europe', ROLES.software.title, 'DE'),
  remote('remote data engineer canada', 'data (\\p{L}+ )?engineer', 'CA'),
  remote('remote sales us', ROLES.sales.title, 'US'),
  remote('remote customer success uk', 'customer success', 'GB'),
  {
    q: 'remote uk',
    rules: [
      { grade: 3, eligible: 'GB' },
      { grade: 1, workplace: 'remote' },
    ],
  },
  {
    q: 'remote france',
    rules: [
      { grade: 3, eligible: 'FR' },
      { grade: 1, workplace: 'remote' },
    ],
  },
  {
    q: 'hybrid toronto',
    rules: [
      { grade: 3, workplace: 'hybrid', place: 'Toronto, CA' },
      { grade: 1, place: 'Toronto, CA' },
    ],
  },
  paid('software engineer 250k', ROLES.software.title, 250_000),
  paid('product manager 200k+', 'product manager', 200_000),
  paid('designer over 150k', 'designer', 150_000),
  paid('data scientist 180000', 'data scientist', 180_000),
];
