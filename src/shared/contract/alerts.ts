import { z } from 'zod';
import { ALERT_FREQUENCIES, ALERT_PAUSES, MAILED_FREQUENCIES } from '#shared/domain/alerts.ts';
import { MAX_ALERTS, QUERY_LENGTH } from '#shared/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { count, emailAddress, id, idParamsOf, nothing, text } from './parameters.ts';

const moment = z.iso.datetime();

const EXAMPLE_SEARCH_ID = '0199d2b7-6e15-7a40-9c3e-8b1f5a2d7e60';

const search = text(QUERY_LENGTH)
  .describe(
    'The search, as the query string of the page with its jobs. The order and jobs that only mention the words are left out.',
  )
  .meta({ example: '?q=loom&location=Lisbon' });

const timezone = text(60)
  .optional()
  .describe(
    'The time zone (IANA) in which emails come at 8. Default, also for an unknown one: that of the board.',
  )
  .meta({ example: 'Europe/Lisbon' });

const FREQUENCY =
  '`immediate`: when a job appears. `daily` and `weekly`: at 8 in the time zone, if there are new jobs.';

export const newAlert = z
  .object({
    search,
    email: emailAddress.describe('Gets an email in which its owner confirms the alert.'),
    frequency: z
      .enum(MAILED_FREQUENCIES, 'must be one of the choices')
      .describe(FREQUENCY)
      .meta({ example: 'daily' }),
    timezone,
  })
  .meta({ id: 'NewAlert' });

const frequency = z
  .enum(ALERT_FREQUENCIES, 'must be one of the choices')
  .describe(`${FREQUENCY} \`never\`: the new jobs are only shown on the site.`)
  .meta({ example: 'daily' });

const savedSearch = z
  .object({
    id: id.meta({ example: EXAMPLE_SEARCH_ID }),
    query: z
      .string()
      .describe('The query string of the page with the jobs; empty for all jobs.')
      .meta({ example: '?q=loom&location=Lisbon' }),
    frequency,
    typed: z
      .string()
      .optional()
      .describe('The words as typed, if their spelling was corrected when the search was saved.')
      .meta({ example: 'lom' }),
    companyname: z
      .string()
      .optional()
      .describe('The name of the company, if the search is limited to one.')
      .meta({ example: undefined }),
    newjobs: count
      .describe('The number of open jobs that are new since `seen`.')
      .meta({ example: 2 }),
    seen: moment
      .describe('The time until which the person has seen the new jobs.')
      .meta({ example: '2026-11-24T08:12:00.000Z' }),
    created: moment.meta({ example: '2026-11-14T16:05:00.000Z' }),
  })
  .meta({ id: 'SavedSearch' });

export type SavedSearch = z.infer<typeof savedSearch>;

const savedSearchList = z
  .object({
    email: z
      .string()
      .nullable()
      .describe('The verified address to which emails go; null if the account has none.')
      .meta({ example: 'grace@harbour-looms.example' }),
    paused: z
      .enum(ALERT_PAUSES)
      .nullable()
      .describe(
        'Why no emails are sent: the person paused them (`person`), did not answer whether they are still useful (`unanswered`), or the mail server refused one (`undeliverable`). Null if they are sent.',
      )
      .meta({ example: null }),
    manage: z
      .string()
      .nullable()
      .describe(
        'The path of the page on which the person changes, pauses and resumes all emails, without signing in. It is valid for a day. Null if no emails are sent to the account.',
      )
      .meta({ example: '/alerts/manage/AZnSt24VekCcPosfWi1-YAAAAABq4s3Q' }),
    results: z.array(savedSearch).max(MAX_ALERTS).describe('The searches, the first saved first.'),
  })
  .meta({ id: 'SavedSearchList' });

export type SavedSearchList = z.infer<typeof savedSearchList>;

const savedSearchParams = idParamsOf(EXAMPLE_SEARCH_ID);

export const alertEndpoints = {
  'POST /api/alerts': {
    operationId: 'requestAlert',
    summary:
      'Asks the owner of an address by email to confirm an alert. Nobody needs to sign in, and the response is the same for every address',
    access: 'public',
    rateLimit: 'alert',
    body: newAlert,
    success: 204,
    response: nothing,
    errors: [400, 429, 503],
  },
  'GET /api/saved-searches': {
    operationId: 'listSavedSearches',
    summary: 'Lists the caller’s own searches with their numbers of new jobs',
    access: 'authenticated',
    response: savedSearchList,
    errors: [401],
  },
  'POST /api/saved-searches': {
    operationId: 'saveSearch',
    summary: `Saves a search, at most ${MAX_ALERTS}. A search that is saved already gets the new frequency`,
    access: 'authenticated',
    body: z.object({ search, frequency, timezone }).meta({ id: 'NewSavedSearch' }),
    success: 201,
    response: savedSearch,
    errors: [400, 401, 403, 409, 503],
  },
  'PUT /api/saved-searches/:id': {
    operationId: 'changeSavedSearch',
    summary: 'Changes how often a search sends emails, or notes that its new jobs were seen',
    access: 'authenticated',
    params: savedSearchParams,
    body: z
      .object({
        frequency: frequency.optional(),
        seen: z
          .literal(true, 'must be true')
          .optional()
          .describe('Notes that the person has seen the new jobs.'),
      })
      .meta({ id: 'SavedSearchChange' }),
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 404, 409, 503],
  },
  'DELETE /api/saved-searches/:id': {
    operationId: 'deleteSavedSearch',
    summary: 'Deletes a search',
    access: 'authenticated',
    params: savedSearchParams,
    success: 204,
    response: nothing,
    errors: [401, 403, 404],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
