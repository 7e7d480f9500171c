import { z } from 'zod';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { idParamsOf, nothing } from './parameters.ts';

const moment = z.iso.datetime();

const EXAMPLE_IDENTITY_ID = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg';

const identity = z
  .object({
    id: z.string().meta({ example: EXAMPLE_IDENTITY_ID }),
    provider: z
      .string()
      .describe('`Email` for an address that was proven by a code; otherwise another provider.')
      .meta({ example: 'Google' }),
    email: z
      .string()
      .nullable()
      .describe('The email address that the identity proves; null if it proves none.'),
    since: moment.meta({ example: '2026-11-02T08:15:00.000Z' }),
    lastused: moment.describe('When the person last signed in with the identity.'),
    removable: z
      .boolean()
      .describe(
        'Whether the identity can be removed, because another one with a verified address remains.',
      )
      .meta({ example: true }),
  })
  .meta({ id: 'Identity' });

export type Identity = z.infer<typeof identity>;

export const identityEndpoints = {
  'GET /api/identities': {
    operationId: 'listIdentities',
    summary: 'Lists the identities with which the caller signs in at the embedded provider',
    access: 'authenticated',
    response: z
      .object({ results: z.array(identity) })
      .meta({ id: 'IdentityList', description: 'The identities, the oldest first.' }),
    errors: [401],
  },
  'DELETE /api/identities/:id': {
    operationId: 'removeIdentity',
    summary:
      'Removes one of the caller’s own identities. Whoever proves it later signs in to another account, unless it proves an address that a remaining one proves too',
    access: 'authenticated',
    params: idParamsOf(EXAMPLE_IDENTITY_ID),
    success: 204,
    response: nothing,
    errors: [401, 404, 409],
  },
} satisfies Record<EndpointKey, Endpoint>;
