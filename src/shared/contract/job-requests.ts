import { z } from 'zod';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import type { EmploymentType } from '#shared/domain/employment-types.ts';
import { EMPLOYMENTS } from '#shared/domain/employments.ts';
import { SALARY_RANGES, type Salary } from '#shared/domain/salary-ranges.ts';
import { WORKPLACES } from '#shared/domain/workplaces.ts';
import { categoryCorrections } from './categories.ts';
import { EXAMPLE_COMPANY_ID } from './companies.ts';
import { STATED_FACTS } from './job-facts.ts';
import { editedTexts, postedTexts } from './job-fields.ts';
import { jsonSchemas } from './json-schema.ts';
import { DAYS_OPEN, optionalClosingDate, sameId } from './parameters.ts';
import { type StatedPay, statedPay } from './stated-pay.ts';

/** The message if a request states neither a salary range nor pay, or an unknown range. */
export const SALARY_MESSAGE = 'must be one of the salary ranges';

const company = z.object(
  {
    id: z
      .string('must be chosen')
      .min(1, 'must be chosen')
      .register(jsonSchemas, { json: { type: 'string', format: 'uuid', 'x-opaque': true } })
      .describe('The company’s id. A company admin must send the id of their own company.')
      .meta({ example: EXAMPLE_COMPANY_ID }),
  },
  'must be chosen',
);

const salary = z
  .enum(['', ...SALARY_RANGES.map(({ value }) => value)], SALARY_MESSAGE)
  .meta({ example: '$60K - $70K' });
const SALARY_DESCRIPTION =
  'The salary range in US dollars per year; empty only with `pay`, on a board that requires no pay';

/** Accepts one of the values, or null. An empty string counts as null. */
function optionalFact<const Value extends string>(values: readonly Value[]) {
  return z
    .enum<readonly (Value | '')[]>(['', ...values], `must be one of ${values.join(', ')}`)
    .nullable()
    .transform((value) => (value === '' ? null : (value as Value | null)));
}

const workplace = optionalFact(WORKPLACES).meta({ example: 'on-site' });
const employment = optionalFact(EMPLOYMENTS).meta({ example: null });

const WORKPLACE = 'Where people work; null or empty if it is not stated.';
const EMPLOYMENT =
  'How much and how long people work; null or empty if it is not stated, so that it follows from the type.';
const PAY = 'The pay that the employer states; null if none is stated.';
const IF_ABSENT = 'If absent, the stored value remains';

/** The rule that a job needs a salary range or stated pay. */
const salaryOrPay = {
  path: ['salary'],
  message: SALARY_MESSAGE,
  // Check this rule even if other fields are invalid, so that all errors are shown at once.
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

/** Whether a request states a salary range or pay. */
export const hasSalaryOrPay = ({
  salary,
  pay,
}: {
  salary: Salary;
  pay?: StatedPay | null | undefined;
}) => salary !== '' || (pay ?? null) !== null;

/** The message if an edit states neither an apply URL nor an email address. */
export const APPLY_MESSAGE = 'must not be empty';

/** The rule that an edited job needs a way to apply. An edit that omits the address keeps the stored one. */
const wayToApply = { ...salaryOrPay, path: ['applyurl'], message: APPLY_MESSAGE };

/** Whether an edit states a way to apply, or may keep the stored one. */
const hasWayToApply = ({
  applyurl,
  applyemail,
}: {
  applyurl: string;
  applyemail?: string | undefined;
}) => applyurl !== '' || applyemail !== '';

/** `wayToApply` as a JSON Schema, for the API description. */
const WAY_TO_APPLY = {
  if: { properties: { applyurl: { type: 'string', pattern: '^\\s*$' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    properties: { applyemail: { type: 'string', pattern: '\\S' } },
    required: ['applyemail'],
  },
};

/** `salaryOrPay` as a JSON Schema, for the API description. */
const SALARY_OR_PAY = {
  if: { properties: { salary: { const: '' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    properties: { pay: { type: 'object', properties: { source: { const: 'field' } } } },
    required: ['pay'],
  },
};

const CLOSING_DATE =
  'The closing date: the last day on which the job is open, today or later where it is; empty if the job has none.';

/** A new job, with pay or without. Spec: "Forms". A client may also send `date`, which is ignored. */
export const newJob = z.object({
  ...postedTexts,
  company,
  salary: salary.describe(`${SALARY_DESCRIPTION}.`),
  validthrough: optionalClosingDate()
    .optional()
    .describe(`${CLOSING_DATE} If absent, it is ${DAYS_OPEN} after the publication.`),
  workplace: workplace.default(null).describe(WORKPLACE),
  employment: employment.default(null).describe(EMPLOYMENT),
  pay: statedPay.default(null).describe(PAY),
  corrections: categoryCorrections.optional(),
});

/** A new job on a board that requires pay, which is the default. */
export const newJobWithPay = newJob
  .refine(hasSalaryOrPay, salaryOrPay)
  .meta({ id: 'NewJob', ...SALARY_OR_PAY });

/** A new job on a board whose rules may change: they are read for each request. */
export const newJobByRules = (rules: Pick<BoardRules, 'payRequired' | 'types'>) =>
  newJob
    .refine((job) => !rules.payRequired || hasSalaryOrPay(job), salaryOrPay)
    .refine(({ type }) => rules.types.includes(type), {
      path: ['type'],
      error: () => typeMessage(rules.types),
    });

/** The message about an employment type that the board does not offer. */
export const typeMessage = (types: readonly EmploymentType[]) =>
  `must be one of the employment types of this board: ${types.join(', ')}`;

const VERSION = 'must be the version of an edit';

export const editedJob = z
  .object({
    ...editedTexts,
    company,
    salary: salary.describe(
      `${SALARY_DESCRIPTION}, or if the stored job states neither, such as an imported one.`,
    ),
    id: sameId,
    validthrough: optionalClosingDate()
      .optional()
      .describe(`${CLOSING_DATE} If absent, the stored date remains.`),
    workplace: workplace.optional().describe(`${WORKPLACE} ${IF_ABSENT}, unless the type changes.`),
    employment: employment
      .optional()
      .describe(`${EMPLOYMENT} ${IF_ABSENT}, unless the type changes.`),
    pay: statedPay.optional().describe(`${PAY} ${IF_ABSENT}.`),
    corrections: categoryCorrections.optional(),
    replaces: z
      .int(VERSION)
      .min(1, VERSION)
      .max(2_147_483_647, VERSION)
      .optional()
      .describe(
        'The version of the edit in review that this edit replaces. Without it, a request does not replace the edit of another person.',
      ),
    stated: z
      .array(z.enum(STATED_FACTS, `must be one of ${STATED_FACTS.join(', ')}`))
      .default([])
      .describe(
        'Which of these facts the request states. A fact that is not listed stays as stored if the request has the value that a read of the job returns. A client that only sends back what it has read therefore states nothing.',
      )
      .meta({ example: ['salary', 'workplace'] }),
  })
  .refine(hasWayToApply, wayToApply)
  .meta({ id: 'EditedJob', ...WAY_TO_APPLY });

/** An edit of a job that states a salary range or pay, which the edit may replace, but not remove. */
export const editedJobWithPay = editedJob.refine(hasSalaryOrPay, salaryOrPay);

export const reopenedJob = z
  .object({
    validthrough: optionalClosingDate()
      .optional()
      .describe(
        `${CLOSING_DATE} If absent, the stored date remains; if it has passed, the date in ${DAYS_OPEN} replaces it.`,
      ),
  })
  .meta({ id: 'ReopenedJob' });

export type NewJob = z.output<typeof newJob>;
export type EditedJob = z.output<typeof editedJob>;
export type ReopenedJob = z.output<typeof reopenedJob>;
