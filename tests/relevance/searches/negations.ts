import type { Search } from '../judgements.ts';
import { ENGINEER } from './patterns.ts';

/** A search for titles without some words. Jobs whose title has an excluded word are wrong. */
const without = (q: string, title: string, not: string): Search => ({
  q,
  rules: [
    { grade: 0, title: not },
    { grade: 3, title },
  ],
});

const DESIGNER = 'designer';
const MARKETING = 'marketing|marketer';

/** Searches that exclude words. */
export const negations: Search[] = [
  without('engineer not manager', 'engineer', 'manager'),
  without('senior engineer no manager', '(senior|sr\\.?).*engineer', 'manager'),
  without('designer without lead', DESIGNER, 'lead'),
  without('designer not senior', DESIGNER, 'senior|sr'),
  without('designer not game', DESIGNER, 'game|level|economy'),
  without('product designer but not lead', 'product designer', 'lead'),
  without('sales not manager', 'sales|account executive', 'manager'),
  without('product manager not senior', 'product manager', 'senior|sr'),
  without('software engineer -intern', `software ${ENGINEER}`, 'intern|internship'),
  without('software engineer no internship', `software ${ENGINEER}`, 'intern|internship'),
  without('recruiter not technical', 'recruiter', 'technical'),
  without('data scientist without senior', 'data scientist', 'senior|sr'),
  without('account executive not enterprise', 'account executive', 'enterprise'),
  without('account executive -enterprise -strategic', 'account executive', 'enterprise|strategic'),
  without('marketing no intern', MARKETING, 'intern|internship'),
  without('analyst not fraud', 'analyst', 'fraud'),
  without('customer success not director', 'customer success', 'director'),
  without('developer not game', 'developer', 'game|business developer|relations|advocate'),
  without('engineer except sales', ENGINEER, 'sales'),
  without('artist not vfx', 'artist', 'vfx'),
];
