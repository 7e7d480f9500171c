import type { Rule, Search } from '../judgements.ts';
import { ENGINEER, forRole, forSkill } from './patterns.ts';

const misspelled = (q: string, { rules }: { rules: Rule[] }): Search => ({ q, rules });

const SOFTWARE = forRole('', `software ${ENGINEER}`, {
  also: `(back ?end|front ?end|full ?stack|platform|product|mobile) (software )?${ENGINEER}`,
  related: ENGINEER,
  not: 'manager|director|sales',
});
const PRODUCT = forRole('', 'product manager', {
  also: 'product management',
  related: 'product (lead|owner)',
  not: 'product marketing',
});
const DATA_SCIENTIST = forRole('', 'data scientist', {
  also: 'data science',
  related: 'data analyst|scientist',
});
const MARKETING = forRole('', '(\\p{L}+ )?marketing manager', {
  also: 'marketing.*(manager|lead)|marketing specialist',
  related: 'marketing',
});
const ACCOUNTANT = forRole('', '(\\p{L}+ )?accountant', {
  also: 'accountant|accounting',
  related: 'billing|finance',
});
const DESIGNER = forRole('', 'product designer', {
  also: 'product design|(ux|ui/ux) designer',
  related: 'designer',
});

/** Searches with one or two typing errors, or with words joined or split. */
export const misspellings: Search[] = [
  misspelled('sofware engineer', SOFTWARE),
  misspelled('software enginer', SOFTWARE),
  misspelled('softwere enginear', SOFTWARE),
  misspelled('softwareengineer', SOFTWARE),
  misspelled('soft ware engineer', SOFTWARE),
  misspelled('product manger', PRODUCT),
  misspelled('prodcut manager', PRODUCT),
  misspelled('prodcut manger', PRODUCT),
  misspelled('productmanager', PRODUCT),
  misspelled('data scientst', DATA_SCIENTIST),
  misspelled('datascientist', DATA_SCIENTIST),
  misspelled('marketting manager', MARKETING),
  misspelled('marketing managr', MARKETING),
  misspelled('acountant', ACCOUNTANT),
  misspelled('accountent', ACCOUNTANT),
  misspelled('product desinger', DESIGNER),
  misspelled('kuberntes', forSkill('', 'kubernetes|k8s')),
  misspelled('typscript', forSkill('', 'typescript')),
  misspelled('pyhton', forSkill('', 'python')),
  misspelled('terrafrom', forSkill('', 'terraform')),
  misspelled('saleforce', forSkill('', 'salesforce')),
  misspelled('java script', forSkill('', 'javascript|js')),
  misspelled(
    'recuiter',
    forRole('', '(\\p{L}+ )?recruiter', {
      also: 'recruiter|talent acquisition|sourcer',
      related: 'recruiting|talent',
    }),
  ),
  misspelled(
    'costumer success manager',
    forRole('', '(\\p{L}+ )?customer success manager', {
      also: 'customer success',
      related: 'account manager|customer',
    }),
  ),
  misspelled(
    'machine lerning engineer',
    forRole('', '(machine learning|ml) (\\p{L}+ )?engineer', {
      also: 'machine learning|ml|ai engineer',
      related: 'ai|data scientist',
      not: 'sales|marketing|counsel',
    }),
  ),
  misspelled(
    'complience officer',
    forRole('', '(\\p{L}+ )?compliance officer', {
      also: 'compliance',
      related: 'risk|aml|regulatory',
    }),
  ),
  misspelled(
    'executive asistant',
    forRole('', '(senior )?executive (business )?assistant', {
      also: 'executive assistant',
      related: 'assistant|office',
    }),
  ),
  misspelled(
    'buisness analyst',
    forRole('', 'business (\\p{L}+ )?analyst', {
      also: '(operations|product|process) analyst',
      related: 'analyst',
    }),
  ),
  misspelled('san fransisco', { rules: [{ grade: 3, place: 'San Francisco, US' }] }),
  misspelled('barcelone', { rules: [{ grade: 3, place: 'Barcelona, ES' }] }),
];
