import { z } from 'zod';
import { type BoardSettings, SETTING_NAMES } from '#shared/domain/board-settings.ts';
import { JOB_REVIEWS } from '#shared/domain/job-drafts.ts';
import { MAX_FOOTER_LINKS, SITE_NAME_LENGTH, SITE_TEXT_LENGTH } from '#shared/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { optionalLine, singleLine, webAddress } from './parameters.ts';

const YEARS = /^\d{4}(–\d{4})?$/;

const shortText = singleLine(SITE_NAME_LENGTH);
const longText = singleLine(SITE_TEXT_LENGTH);

/** The schema of the settings: of the API, of files, and of the rows in the database. */
export const boardSettings = z
  .object({
    name: shortText.describe('The name of the board.').meta({ example: 'Nordlicht Jobs' }),
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
  } satisfies { [Name in keyof BoardSettings]: z.ZodType<BoardSettings[Name]> })
  .meta({ id: 'BoardSettings', description: 'The settings of a board.' });

const storedSettings = z
  .object({
    settings: boardSettings,
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

export const boardSettingsEndpoints = {
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
