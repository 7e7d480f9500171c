import { z } from 'zod';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { idParams, nothing } from './parameters.ts';

const moment = z.iso.datetime();

const identity = z
  .object({
    id: z.string(),
    provider: z
      .string()
      .describe('`Email` for an address that was proven by a code; otherwise another provider.'),
    email: z
      .string()
      .nullable()
      .describe('The email address that the identity proves; null if it proves none.'),
    since: moment,
    lastused: moment.describe('When the person last signed in with the identity.'),
    removable: z
      .boolean()
      .describe(
        'Whether the identity can be removed, because another one with a verified address remains.',
      ),
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
    params: idParams,
    success: 204,
    response: nothing,
    errors: [401, 404, 409],
  },
} satisfies Record<EndpointKey, Endpoint>;
