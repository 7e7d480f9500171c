import { z } from 'zod';
import { EMPLOYMENT_TYPES } from '#shared/constants/employment-types.ts';
import { DESCRIPTION_LENGTH, LOCATION_LENGTH, TITLE_LENGTH } from '#shared/constants/limits.ts';
import { SALARY_RANGES } from '#shared/constants/salary-ranges.ts';
import { jsonSchemas } from './json-schema.ts';
import {
  nonBlankText,
  optionalDayToCome,
  optionalWebAddress,
  sameId,
  singleLine,
  text,
  webAddress,
} from './parameters.ts';

/**
 * What an employer writes of a job. Spec: "Forms". An id and a date may be sent too, and change nothing:
 * those are the board's.
 */
const jobText = {
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
        .describe('The id of a company on the board; for a company admin, of their own.'),
    },
    'must be chosen',
  ),
};

const LAST_DAY =
  'The last day on which it is open, in UTC, and today at the earliest; empty where none is known.';

export const newJob = z
  .object({
    ...jobText,
    description: text(DESCRIPTION_LENGTH).default('').describe('Markdown'),
    applyurl: optionalWebAddress().default('').describe('Where to apply.'),
    validthrough: optionalDayToCome().default('').describe(LAST_DAY),
  })
  .meta({ id: 'NewJob' });

/** An edited job has all its fields. Spec: "Forms". */
export const editedJob = z
  .object({
    ...jobText,
    id: sameId,
    description: nonBlankText(DESCRIPTION_LENGTH).describe('Markdown'),
    applyurl: webAddress.describe('Where to apply.'),
    validthrough: optionalDayToCome()
      .optional()
      .describe(`${LAST_DAY} It stays where none is sent.`),
  })
  .meta({ id: 'EditedJob' });

export const reopenedJob = z
  .object({ validthrough: optionalDayToCome().default('').describe(LAST_DAY) })
  .meta({ id: 'ReopenedJob' });

export type NewJob = z.output<typeof newJob>;
export type EditedJob = z.output<typeof editedJob>;
export type ReopenedJob = z.output<typeof reopenedJob>;
