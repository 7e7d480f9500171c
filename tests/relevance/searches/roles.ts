import type { Search } from '../judgements.ts';
import { forField, forTitle } from './patterns.ts';
import { ROLES } from './usual-roles.ts';

/** Searches for a role or a field of work in one or two words. */
export const roles: Search[] = [
  forTitle('developer', ROLES.developer),
  forTitle('frontend', ROLES.frontEnd),
  forTitle('backend', ROLES.backEnd),
  forTitle('devops', ROLES.devops),
  forField('security', 'security', { related: 'compliance|risk|identity' }),
  forTitle('support', ROLES.support),
  forTitle('customer success', ROLES.customerSuccess),
  forTitle('marketing', ROLES.marketing),
  forTitle('finance', ROLES.finance),
  forTitle('hr', ROLES.hr),
  forField('recruiting', 'recruiting|recruiter|recruitment|sourcer|talent', {
    not: 'talent pool|experience',
  }),
  forTitle('talent acquisition', ROLES.recruiter),
  forTitle('attorney', ROLES.lawyer),
  forField('legal', 'legal|counsel|paralegal|lawyer|attorney', { related: 'contracts|compliance' }),
  forTitle('counsel', ROLES.lawyer),
  forField('product', 'product (manager|management|owner|lead|director)|head of product', {
    also: 'product (designer|operations|analyst|marketing|engineer)',
    related: 'product',
  }),
  forField('scientist', 'scientist', { related: 'science|researcher|chemist|entomologist' }),
  forField('researcher', 'researcher|research (scientist|engineer|manager)', {
    related: 'research|scientist',
  }),
  forField('architect', 'architect', { related: 'architecture|technical lead' }),
  forField('consultant', 'consultant', { related: 'advisory|advisor|architect|specialist' }),
  forField('administrator', 'administrator|admin', { related: 'administrative|operations' }),
  forField('coordinator', 'coordinator', { related: 'associate|assistant' }),
  forTitle('assistant', {
    ...ROLES.assistant,
    title: 'assistant',
    related: 'executive business partner|administrative|coordinator',
  }),
  forField('animator', 'animator|animation', { related: 'motion|artist' }),
  forField('3d artist', '3d (\\p{L}+ )?(artist|generalist|animator)|game artist|vfx artist', {
    related: 'artist|animator',
  }),
  forField('2d artist', '2d (artist|animator)', { related: 'artist|animator' }),
  forField('electrician', 'electrician', { related: 'electrical' }),
  forField('plumber', 'plumber', { related: 'plumbing|piping' }),
  forField('technician', 'technician', { related: 'lab|operator|electrician' }),
  forField('tutor', 'tutor|teacher|instructor', { related: 'education|learning' }),
  forField('counselor', 'counselor|therapist', { related: 'clinical|mental health' }),
  forField('pharmacy', 'pharmacy|pharmacist', { related: 'prescription|prior authorization' }),
  forField('chemical engineer', 'chemical (\\p{L}+ )?engineer|process (\\p{L}+ )?engineer', {
    related: 'chemistry|metallurg(y|ist|ical)|process',
  }),
  forField('treasury', 'treasury', { related: 'finance|financial|liquidity' }),
  forField('tax', 'tax', { related: 'accountant|accounting|finance' }),
  forField('credit analyst', 'credit (\\p{L}+ )?analyst|analyst,? credit', {
    related: 'credit|risk|fraud|underwriter',
  }),
  forField('mortgage', 'mortgage', { related: 'lending|loan|underwriter' }),
  forField('kyc', 'kyc|kyb|kyb/kyc|due diligence', { related: 'aml|compliance|onboarding' }),
  forField('partnerships', 'partnerships?|partner (manager|engagement|marketing)', {
    related: 'partner|business development',
    not: 'people|hr|human',
  }),
  forField('sales enablement', 'sales enablement', { related: 'enablement|sales operations' }),
  forField('deal desk', 'deal desk', { related: 'revenue operations|sales operations' }),
  forField('public relations', 'public relations|pr|communications', { related: 'public affairs' }),
  forField('brand designer', 'brand designer|brand/graphic designer|graphic designer', {
    related: 'visual designer|designer|brand',
  }),
  forField('ceo', 'ceo|president', { related: 'chief|general manager', not: 'to the ceo|vice' }),
  forField('cmo', 'cmo|chief marketing officer', {
    related: '(head|vp|director)( of|,) (\\p{L}+ )?marketing',
  }),
  forField(
    'system administrator',
    '(systems?|it|help desk) administrator|system(s)? admin|it (operations|specialist)',
    { related: 'administrator|it manager|help desk' },
  ),
  forField('help desk', 'help desk|it support|service desk', { related: 'it|support' }),
  forField('it', 'it|information technology|help desk', {
    related: 'systems administrator|corporate it',
    not: 'make it|do it',
  }),
  forField('level designer', 'level designer', { related: 'game designer|designer' }),
  forField('creative director', 'creative director|art director', {
    related: 'creative|design director',
  }),
  forField('creative strategist', 'creative strategist', { related: 'creative|strategist' }),
  forField('data architect', 'data architect', { related: 'architect|data engineer' }),
  forField('applied scientist', 'applied (\\p{L}+ )?scientist|applied ai', {
    related: 'scientist|machine learning',
  }),
  forField('smart contract engineer', 'smart contract|solidity|blockchain (\\p{L}+ )?engineer', {
    related: 'blockchain|defi|crypto',
  }),
  forField('medical assistant', 'medical assistant', { related: 'clinical|patient|nurse|care' }),
  forField('growth', 'growth', { related: 'marketing|acquisition' }),
  forField('enablement', 'enablement', { related: 'training|education' }),
  forField('operations', 'operations|ops', { related: 'strategy|generalist' }),
  forField('strategy', 'strategy|strategist|strategic', { related: 'operations|chief of staff' }),
  forField('sourcer', 'sourcer', { related: 'recruiter|sourcing|talent acquisition' }),
];
