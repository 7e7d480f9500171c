import { z } from 'zod';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import type { JobText } from '#shared/domain/job-fields.ts';
import {
  DESCRIPTION_LENGTH,
  EMAIL_LENGTH,
  LOCATION_LENGTH,
  TITLE_LENGTH,
  URL_LENGTH,
} from '#shared/limits.ts';
import {
  nonBlankText,
  optionalEmailAddress,
  optionalLine,
  optionalWebAddress,
  singleLine,
  text,
} from './parameters.ts';

/** The schemas of a text field in a new job, in an edit, in a draft, which may be incomplete, and in a response. */
type TextSchemas = Record<'posted' | 'edited' | 'drafted' | 'read', z.ZodType>;

/** A required line of text. */
function line(length: number, example: string) {
  return {
    posted: singleLine(length).meta({ example }),
    edited: singleLine(length).meta({ example }),
    drafted: optionalLine(length).default('').meta({ example }),
    read: z.string(),
  };
}

const type = z.enum(EMPLOYMENT_TYPES, 'must be one of the employment types');

const APPLY_URL = 'The URL of the application page';
const APPLY_EMAIL = 'The email address to which people apply, which everyone can read';
const EXAMPLE_APPLY_URL = 'https://harbour-looms.example/work/loom-mechanic';

/** The description of the job in the examples. */
export const EXAMPLE_DESCRIPTION =
  '## The work\n\nYou keep **forty looms** running, and find out why one stops.';

/**
 * The text fields of a job. An edit requires the description and a way to apply (Spec: "Forms"). A field that an edit may
 * omit is optional in `edited`, and its stored value then remains.
 */
const jobTexts = {
  title: line(TITLE_LENGTH, 'Loom mechanic'),
  type: {
    posted: type,
    edited: type,
    drafted: type.default('Full-Time').meta({ example: 'Full-Time' }),
    read: z.enum(EMPLOYMENT_TYPES),
  },
  location: line(LOCATION_LENGTH, 'Lisbon, Portugal'),
  description: {
    posted: text(DESCRIPTION_LENGTH)
      .default('')
      .describe('Markdown')
      .meta({ example: EXAMPLE_DESCRIPTION }),
    edited: nonBlankText(DESCRIPTION_LENGTH)
      .describe('Markdown')
      .meta({ example: EXAMPLE_DESCRIPTION }),
    drafted: text(DESCRIPTION_LENGTH)
      .default('')
      .describe('Markdown')
      .meta({ example: EXAMPLE_DESCRIPTION }),
    read: z
      .string()
      .describe('Markdown, or the format that the query parameter `description` requests.')
      .meta({ example: EXAMPLE_DESCRIPTION }),
  },
  applyurl: {
    posted: optionalWebAddress()
      .default('')
      .describe(`${APPLY_URL}.`)
      .meta({ example: EXAMPLE_APPLY_URL }),
    edited: optionalWebAddress()
      .describe(`${APPLY_URL}; empty only with \`applyemail\`.`)
      .meta({ example: EXAMPLE_APPLY_URL }),
    drafted: text(URL_LENGTH)
      .trim()
      .default('')
      .describe(`${APPLY_URL}.`)
      .meta({ example: EXAMPLE_APPLY_URL }),
    read: z
      .string()
      .describe(`${APPLY_URL}; empty if unknown.`)
      .meta({ example: EXAMPLE_APPLY_URL }),
  },
  applyemail: {
    posted: optionalEmailAddress.default('').describe(`${APPLY_EMAIL}.`).meta({ example: '' }),
    edited: optionalEmailAddress
      .optional()
      .describe(`${APPLY_EMAIL}. If absent, the stored value remains.`)
      .meta({ example: '' }),
    drafted: text(EMAIL_LENGTH)
      .trim()
      .default('')
      .describe(`${APPLY_EMAIL}.`)
      .meta({ example: '' }),
    read: z.string().describe(`${APPLY_EMAIL}; empty if unknown.`).meta({ example: '' }),
  },
} satisfies Record<JobText, TextSchemas>;

type JobTexts = typeof jobTexts;

/** The schemas of all text fields in one kind of request or response. */
function textsOf<Kind extends keyof TextSchemas>(kind: Kind) {
  const schemas = Object.entries(jobTexts).map(([name, kinds]) => [name, kinds[kind]]);
  return Object.fromEntries(schemas) as { [Name in JobText]: JobTexts[Name][Kind] };
}

export const postedTexts = textsOf('posted');
export const editedTexts = textsOf('edited');
export const draftedTexts = textsOf('drafted');
export const readTexts = textsOf('read');
