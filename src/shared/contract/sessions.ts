import { z } from 'zod';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { idParamsOf, nothing } from './parameters.ts';

const EXAMPLE_SESSION_ID = 'J2fXkq8lqL9v0dYt5mNwZ';

const session = z
  .object({
    id: z.string().meta({ example: EXAMPLE_SESSION_ID }),
    device: z
      .string()
      .describe('The browser and the system, such as `Firefox on Windows`; empty if unknown.')
      .meta({ example: 'Firefox on Windows' }),
    current: z
      .boolean()
      .describe('Whether the access token of this request belongs to the session.')
      .meta({ example: true }),
    since: z.iso.datetime().meta({ example: '2026-11-02T08:15:00.000Z' }),
    lastused: z.iso.datetime().describe('When a page last opened or renewed the session.'),
  })
  .meta({ id: 'Session' });

export type Session = z.infer<typeof session>;

export const sessionEndpoints = {
  'GET /api/sessions': {
    operationId: 'listSessions',
    summary: 'Lists the caller’s own sessions at the embedded identity provider',
    access: 'authenticated',
    response: z
      .object({ results: z.array(session) })
      .meta({ id: 'SessionList', description: 'The sessions, the one used last first.' }),
    errors: [401],
  },
  'DELETE /api/sessions': {
    operationId: 'endAllSessions',
    summary: 'Signs the caller out everywhere. The access tokens of these sessions end at once',
    access: 'authenticated',
    success: 204,
    response: nothing,
    errors: [401],
  },
  'DELETE /api/sessions/:id': {
    operationId: 'endSession',
    summary: 'Ends one of the caller’s own sessions. Its access tokens end at once',
    access: 'authenticated',
    params: idParamsOf(EXAMPLE_SESSION_ID),
    success: 204,
    response: nothing,
    errors: [401, 404],
  },
} satisfies Record<EndpointKey, Endpoint>;
