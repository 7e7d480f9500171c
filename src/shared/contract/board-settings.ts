import { z } from 'zod';
import {
  accentContrast,
  isReadable,
  readableAccent,
  TEXT_CONTRAST,
} from '#shared/domain/accent.ts';
import { MODERATIONS, REGISTRATIONS } from '#shared/domain/board-rules.ts';
import { type BoardSettings, SETTING_NAMES } from '#shared/domain/board-settings.ts';
import { CURRENCIES } from '#shared/domain/currencies.ts';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { JOB_REVIEWS } from '#shared/domain/job-drafts.ts';
import { isTimeZone } from '#shared/domain/time-zone.ts';
import {
  JOB_LIFETIME_DAYS,
  MAX_DAYS_OPEN,
  MAX_FOOTER_LINKS,
  SITE_NAME_LENGTH,
  SITE_TEXT_LENGTH,
} from '#shared/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { jsonSchemas } from './json-schema.ts';
import {
  nothing,
  optionalEmailAddress,
  optionalLine,
  singleLine,
  webAddress,
} from './parameters.ts';

const DAYS_OPEN = `must be a whole number from 1 to ${MAX_DAYS_OPEN}`;

const YEARS = /^\d{4}(–\d{4})?$/;

const shortText = singleLine(SITE_NAME_LENGTH);
const longText = singleLine(SITE_TEXT_LENGTH);

const accent = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(#[0-9a-f]{6})?$/, { error: 'must be a color such as #1a7f4e', abort: true })
  .refine((color) => color === '' || isReadable(color), {
    error: ({ input }) => unreadable(String(input)),
  });

function unreadable(color: string): string {
  // Round down, so that no contrast that is too low is shown as one that is high enough.
  const stated = Math.floor(accentContrast(color) * 10) / 10;
  return `must have a contrast of at least ${TEXT_CONTRAST}:1 with the background of pages, not ${stated}:1; choose a darker color, such as ${readableAccent(color)}`;
}

const picture = z
  .string()
  .trim()
  .regex(
    /^(\/uploads\/[0-9a-f]{64}\.webp)?$/,
    'must be the path of a picture that was uploaded here',
  );

const EXAMPLE_PICTURE = `/uploads/${'8d5f0c2b7e41a693'.repeat(4)}.webp`;

/** The schema of the settings: of the API, of files, and of the rows in the database. */
export const boardSettings = z
  .object({
    name: shortText.describe('The name of the board.').meta({ example: 'Nordlicht Jobs' }),
    tagline: optionalLine(SITE_TEXT_LENGTH)
      .describe(
        'What the board is, in a few words. The title of the home page shows it after the name.',
      )
      .meta({ example: 'Jobs at sea and at the coast' }),
    heading: longText
      .describe('The heading of the home page.')
      .meta({ example: 'Jobs in the north' }),
    subheading: optionalLine(SITE_TEXT_LENGTH)
      .describe('The line below that heading.')
      .meta({ example: 'From Kiel to Tromsø' }),
    seekersheading: shortText
      .describe('The heading of the card for people who seek jobs, on the home page.')
      .meta({ example: 'For sailors' }),
    seekerstext: longText.describe('The text of that card.').meta({ example: 'See all ships' }),
    seekersbutton: shortText
      .describe('The label of its button, which opens the list of jobs.')
      .meta({ example: 'Browse jobs' }),
    employersheading: shortText
      .describe('The heading of the card for employers, on the home page.')
      .meta({ example: 'For shipyards' }),
    employerstext: longText
      .describe('The text of that card.')
      .meta({ example: 'Find a crew for your ship' }),
    employersbutton: shortText
      .describe('The label of its button, which opens the form for a new job.')
      .meta({ example: 'Post a job' }),
    description: optionalLine(SITE_TEXT_LENGTH)
      .describe('What search engines and link previews show below the title of the home page.')
      .meta({ example: 'Jobs at sea and at the coast' }),
    contact: optionalEmailAddress
      .describe(
        'The email address at which people reach the operator. Replies to emails of the board go there.',
      )
      .meta({ example: 'crew@nordlicht.example' }),
    legalname: optionalLine(SITE_TEXT_LENGTH)
      .describe('Who runs the board, in the footer. By default, the name of the board.')
      .meta({ example: 'Nordlicht Verlag GmbH' }),
    years: z
      .string()
      .trim()
      .regex(YEARS, 'must be a year or two, such as 2025 or 2025–2026')
      .describe('The years of the copyright, in the footer.')
      .meta({ example: '2025–2026' }),
    links: z
      .array(
        z.object({
          label: shortText.meta({ example: 'Status' }),
          url: webAddress.meta({ example: 'https://status.nordlicht.example' }),
        }),
      )
      .max(MAX_FOOTER_LINKS, `must be at most ${MAX_FOOTER_LINKS} links`)
      .describe('Further links in the footer, each with a `label` and a `url`.'),
    accent: accent
      .describe(
        'The color of links and buttons, as `#rrggbb`; the colors of the dark scheme are derived from it. Empty for the default one.',
      )
      .meta({ example: '#1a7f4e' }),
    logo: picture
      .describe(
        'The logo beside the name of the board, as a path that `uploadLogo` returned. Without one, a sign is drawn.',
      )
      .meta({ example: EXAMPLE_PICTURE }),
    logodark: picture
      .describe('The logo in the dark scheme, if it differs.')
      .meta({ example: EXAMPLE_PICTURE }),
    icon: picture
      .describe('The icon of pages in browsers and of feeds. By default, the sign that is drawn.')
      .meta({ example: EXAMPLE_PICTURE }),
    icondark: picture
      .describe('The icon in the dark scheme, if it differs.')
      .meta({ example: EXAMPLE_PICTURE }),
    review: z
      .enum(JOB_REVIEWS, `must be one of ${JOB_REVIEWS.join(', ')}`)
      .describe(
        'Which jobs of company admins a site admin reads before they are published: `first` those of companies without a published job.',
      )
      .meta({ example: 'first' }),
    payrequired: z
      .boolean('must be true or false')
      .describe('Whether a new job must state a salary range or pay.')
      .meta({ example: true }),
    types: z
      .array(z.enum(EMPLOYMENT_TYPES, `must be one of ${EMPLOYMENT_TYPES.join(', ')}`))
      .min(1, 'must contain a type')
      .overwrite((types) => EMPLOYMENT_TYPES.filter((type) => types.includes(type)))
      .describe(
        'The employment types that a new job may have. Jobs from sources and earlier jobs may have others.',
      )
      .meta({ example: ['Full-Time', 'Part-Time'] }),
    currency: z
      .string()
      .refine((code) => code === '' || CURRENCIES.includes(code), {
        error: 'must be the code of a currency, such as EUR',
      })
      .register(jsonSchemas, { json: { type: 'string', enum: ['', ...CURRENCIES] } })
      .describe('The currency that the form for a new job proposes (ISO 4217); empty for none.')
      .meta({ example: 'EUR' }),
    daysopen: z
      .int(DAYS_OPEN)
      .min(1, DAYS_OPEN)
      .max(MAX_DAYS_OPEN, DAYS_OPEN)
      .describe(
        `How many days a new or renewed job is open unless its employer chooses a different closing date. By default ${JOB_LIFETIME_DAYS}.`,
      )
      .meta({ example: 30 }),
    timezone: z
      .string()
      .trim()
      .refine(isTimeZone, 'must be an IANA time zone, such as Europe/Berlin')
      .describe('The time zone in which jobs close whose places do not say it (IANA).')
      .meta({ example: 'Europe/Berlin' }),
    registration: z
      .enum(REGISTRATIONS, `must be one of ${REGISTRATIONS.join(', ')}`)
      .describe(
        'Who may claim or register a company: `everyone` with an account, or `nobody`, so that site admins add the employers.',
      )
      .meta({ example: 'everyone' }),
    moderation: z
      .enum(MODERATIONS, `must be one of ${MODERATIONS.join(', ')}`)
      .describe(
        'How often site admins get an email about the inbox: `daily`, `hourly` if something new waits, or `never`. Each of them can turn it off.',
      )
      .meta({ example: 'hourly' }),
  } satisfies { [Name in keyof BoardSettings]: z.ZodType<BoardSettings[Name]> })
  .meta({ id: 'BoardSettings', description: 'The settings of a board.' });

const storedSettings = z
  .object({
    settings: boardSettings,
    version: z.int().nonnegative().describe('The revision, which `If-Match` names.'),
    fixed: z
      .array(
        z.object({
          setting: z.enum(SETTING_NAMES).meta({ example: 'name' }),
          variable: z.string().meta({ example: 'SITE_NAME' }),
        }),
      )
      .describe(
        'The settings that a variable of the environment sets. What is saved for them takes effect once the variable is removed.',
      ),
  })
  .meta({ id: 'StoredSettings', description: 'The settings of the board, as they take effect.' });

export type StoredSettings = z.infer<typeof storedSettings>;

const setupStep = z
  .object({
    step: z
      .enum(['checklist', 'done'], 'must be one of checklist, done')
      .describe('The next step. An earlier one than the current step changes nothing.')
      .meta({ example: 'done' }),
  })
  .meta({ id: 'SetupStep' });

export const boardSettingsEndpoints = {
  'PUT /api/admin/setup': {
    operationId: 'advanceSetup',
    summary: 'Ends the questions, or the checklist, that a new board shows on the screen Overview',
    access: ['siteadmin'],
    body: setupStep,
    success: 204,
    response: nothing,
    errors: [400, 401, 403],
  },
  'GET /api/admin/settings': {
    operationId: 'readSettings',
    summary: 'Reads the settings of the board',
    access: ['siteadmin'],
    etag: 'returned',
    response: storedSettings,
    errors: [401, 403],
  },
  'PUT /api/admin/settings': {
    operationId: 'updateSettings',
    summary:
      'Changes settings of the board. Every server shows the change within a second. Settings that are not sent stay the same.',
    access: ['siteadmin'],
    body: boardSettings.partial().meta({ id: 'SettingsChange' }),
    etag: 'checked',
    response: storedSettings,
    errors: [400, 401, 403, 412],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
