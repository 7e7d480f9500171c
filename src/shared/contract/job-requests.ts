import { z } from 'zod';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import { DESCRIPTION_LENGTH, LOCATION_LENGTH, TITLE_LENGTH } from '#shared/limits.ts';
import { jsonSchemas } from './json-schema.ts';
import {
  nonBlankText,
  optionalFutureDate,
  optionalWebAddress,
  sameId,
  singleLine,
  text,
  webAddress,
} from './parameters.ts';

/** The fields that an employer edits. Spec: "Forms". A client may also send `date`, which is ignored. */
const editableFields = {
  title: singleLine(TITLE_LENGTH),
  type: z.enum(EMPLOYMENT_TYPES, 'must be one of the employment types'),
  location: singleLine(LOCATION_LENGTH),
  salary: z.enum(
    SALARY_RANGES.map(({ value }) => value),
    'must be one of the salary ranges',
  ),
  company: z.object(
    {
      id: z
        .string('must be chosen')
        .min(1, 'must be chosen')
        .register(jsonSchemas, { json: { type: 'string', format: 'uuid', 'x-opaque': true } })
        .describe('The company’s id. A company admin must send the id of their own company.'),
    },
    'must be chosen',
  ),
};

const CLOSING_DATE =
  'The closing date: the last day on which the job is open (UTC), today or later; empty without one.';

export const newJob = z
  .object({
    ...editableFields,
    description: text(DESCRIPTION_LENGTH).default('').describe('Markdown'),
    applyurl: optionalWebAddress().default('').describe('The URL of the application page.'),
    validthrough: optionalFutureDate().default('').describe(CLOSING_DATE),
  })
  .meta({ id: 'NewJob' });

/** An edit requires the description and the apply URL. Spec: "Forms". */
export const editedJob = z
  .object({
    ...editableFields,
    id: sameId,
    description: nonBlankText(DESCRIPTION_LENGTH).describe('Markdown'),
    applyurl: webAddress.describe('The URL of the application page.'),
    validthrough: optionalFutureDate()
      .optional()
      .describe(`${CLOSING_DATE} If absent, the stored day remains.`),
  })
  .meta({ id: 'EditedJob' });

export const reopenedJob = z
  .object({ validthrough: optionalFutureDate().default('').describe(CLOSING_DATE) })
  .meta({ id: 'ReopenedJob' });

export type NewJob = z.output<typeof newJob>;
export type EditedJob = z.output<typeof editedJob>;
export type ReopenedJob = z.output<typeof reopenedJob>;
