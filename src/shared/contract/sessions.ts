import { z } from 'zod';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { idParams, nothing } from './parameters.ts';

const session = z
  .object({
    id: z.string(),
    device: z
      .string()
      .describe('The browser and the system, such as `Firefox on Windows`; empty if unknown.'),
    current: z
      .boolean()
      .describe('Whether the access token of this request belongs to the session.'),
    since: z.iso.datetime(),
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
    params: idParams,
    success: 204,
    response: nothing,
    errors: [401, 404],
  },
} satisfies Record<EndpointKey, Endpoint>;
