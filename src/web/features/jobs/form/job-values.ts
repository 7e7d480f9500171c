import type { Account } from '#shared/contract/accounts.ts';
import type { JobDraft } from '#shared/contract/job-drafts.ts';
import { STATED_FACTS } from '#shared/contract/job-facts.ts';
import type { Job, PayUnit } from '#shared/contract/job-responses.ts';
import { DEFAULT_EMPLOYMENT_TYPE, type EmploymentType } from '#shared/domain/employment-types.ts';
import type { Employment } from '#shared/domain/employments.ts';
import { JOB_LABELS, JOB_TEXTS, type JobField } from '#shared/domain/job-fields.ts';
import { defaultClosingDate } from '#shared/domain/job-lifetime.ts';
import type { Salary } from '#shared/domain/salary-ranges.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';
import { pick } from '#shared/pick.ts';
import { formatAmount, parseAmount } from './amount.ts';
import { choiceOf, correctionsOf } from './category-choice.ts';
import type { FormRules } from './form-rules.ts';

/** An empty value for each field. */
const EMPTY = Object.fromEntries(Object.keys(JOB_LABELS).map((field) => [field, ''])) as JobValues;

/** The wording of error messages. */
export const ERROR_TEXTS = {
  labels: { ...JOB_LABELS, validthrough: 'The closing date' },
  missing: {
    title: 'Enter a job title.',
    description: 'Enter a description.',
    salary: 'Select a salary range, or state the pay.',
    'pay.currency': 'Select a currency.',
    location: 'Enter a location.',
    'company.id': 'Select a company.',
    applyurl: 'Enter the URL or the email address where people apply.',
  },
} as const;

export type JobValues = Record<JobField, string>;

/** Whether a job states a salary range or pay. Pay that only its description contains does not count. */
export function statesPay({ stated, pay }: Pick<Job, 'stated' | 'pay'>): boolean {
  return stated.includes('salary') || pay?.source === 'field';
}

/** Whether an amount of pay is given. A currency or unit without an amount does not count. */
export function hasPay(values: Pick<JobValues, 'pay.minimum' | 'pay.maximum'>): boolean {
  return Boolean(values['pay.minimum'].trim() || values['pay.maximum'].trim());
}

export function newJobValues(
  { company }: Pick<Account, 'company'>,
  { types, currency, daysOpen }: FormRules,
): JobValues {
  return {
    ...EMPTY,
    ...payValues(undefined),
    'pay.currency': currency,
    type: types.includes(DEFAULT_EMPLOYMENT_TYPE) ? DEFAULT_EMPLOYMENT_TYPE : (types[0] ?? ''),
    // The company of a company admin; empty for a site admin.
    'company.id': company,
    validthrough: defaultClosingDate(new Date(), daysOpen),
  };
}

/**
 * The values for a duplicate of a job. The duplicate gets the closing date of a new job, because the old date rarely
 * fits.
 */
export function duplicateValues(job: Job, { types, daysOpen }: FormRules): JobValues {
  const values = jobValues(job);
  return {
    ...values,
    type: types.some((type) => type === job.type) ? job.type : (types[0] ?? job.type),
    validthrough: defaultClosingDate(new Date(), daysOpen),
  };
}

/** The values of an unpublished job. */
export function draftValues({ job }: Pick<JobDraft, 'job'>, { daysOpen }: FormRules): JobValues {
  const proposed = defaultClosingDate(new Date(), daysOpen);
  return jobValues({ ...job, validthrough: job.validthrough ?? proposed });
}

/** The values of a stored job. A fact that was only derived is empty, so that saving the form does not state it. */
export function jobValues(job: JobDraft['job'] & Pick<Job, 'validthrough'>): JobValues {
  const { company, validthrough, pay, corrections } = job;
  const [salary, workplace, employment] = STATED_FACTS.map(
    (fact) => (job.stated.includes(fact) && job[fact]) || '',
  );
  return {
    ...pick(job, JOB_TEXTS),
    salary: salary ?? '',
    workplace: workplace ?? '',
    employment: employment ?? '',
    ...payValues(pay?.source === 'field' ? pay : undefined),
    'company.id': company.id,
    validthrough,
    corrections: corrections ? choiceOf(corrections) : '',
  };
}

/** An exact amount is both the minimum and the maximum. */
function payValues(pay: Job['pay'] | undefined) {
  return {
    'pay.minimum': pay?.minimum ? formatAmount(pay.minimum) : '',
    'pay.maximum': pay?.maximum ? formatAmount(pay.maximum) : '',
    'pay.currency': pay?.currency ?? '',
    'pay.unit': pay?.unit ?? 'year',
  };
}

/** Builds the request body. The casts are safe, because the contract's schema validates the body before it is sent. */
export function toBody(values: JobValues) {
  const { type, salary, workplace, employment, corrections } = values;
  return {
    ...pick(values, JOB_TEXTS),
    type: type as EmploymentType,
    salary: salary as Salary,
    workplace: workplace as Workplace | '',
    employment: employment as Employment | '',
    pay: hasPay(values) ? payOf(values) : null,
    stated: STATED_FACTS.filter((fact) => values[fact] !== ''),
    company: { id: values['company.id'] },
    validthrough: values.validthrough,
    ...(corrections && { corrections: correctionsOf(corrections) }),
  };
}

/**
 * Builds the request body for a job that is not published yet. The proposed closing date is left out, so that the days
 * count from the publication, which may be later.
 */
export function toUnpublishedBody(values: JobValues, { daysOpen }: FormRules) {
  const isProposed = values.validthrough === defaultClosingDate(new Date(), daysOpen);
  return { ...toBody(values), ...(isProposed && { validthrough: undefined }) };
}

function payOf(values: JobValues) {
  const currency = values['pay.currency'];
  // The contract rejects NaN, so invalid text becomes an error.
  const amountIn = (text: string) =>
    text.trim() ? (parseAmount(text, currency) ?? Number.NaN) : null;
  return {
    minimum: amountIn(values['pay.minimum']),
    maximum: amountIn(values['pay.maximum']),
    currency,
    unit: values['pay.unit'] as PayUnit,
  };
}
