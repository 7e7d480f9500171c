import { z } from 'zod';
import { MAX_PASSKEYS, PASSKEY_NAME_LENGTH } from '#shared/limits.ts';
import { EXAMPLE_ACCOUNT_NAME } from './accounts.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { id, idParamsOf, nothing, optionalLine, text } from './parameters.ts';

const moment = z.iso.datetime();

const EXAMPLE_PASSKEY_ID = '0199c7d0-8a41-7c22-b3de-4f6a1c9e0d57';

const EXAMPLE_PASSKEY_NAME = 'Laptop at work';

const passkey = z
  .object({
    id: id.meta({ example: EXAMPLE_PASSKEY_ID }),
    name: z.string().meta({ example: EXAMPLE_PASSKEY_NAME }),
    since: moment.meta({ example: '2026-11-02T08:20:00.000Z' }),
    lastused: moment
      .nullable()
      .describe('When the person last signed in with the passkey; null if never.')
      .meta({ example: null }),
  })
  .meta({ id: 'Passkey' });

export type Passkey = z.infer<typeof passkey>;

/** Base64url text. https://www.rfc-editor.org/rfc/rfc4648#section-5 */
const base64url = (maxLength: number, example: string) =>
  text(maxLength, { pattern: '^[\\w-]+$', minLength: 1 })
    .regex(/^[\w-]+$/, 'must be Base64url text')
    .meta({ example });

/**
 * The browser's response to `creationOptions`, as `PublicKeyCredential.toJSON` returns it.
 * https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson
 */
export const registrationResponse = z.object({
  id: base64url(2_000, 'Yk3oQm6cRzKqv0sT'),
  rawId: base64url(2_000, 'Yk3oQm6cRzKqv0sT'),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_000, 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0'),
    attestationObject: base64url(20_000, 'o2NmbXRkbm9uZQ'),
    transports: z.array(text(40)).max(10).default([]),
  }),
});

/** https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialcreationoptionsjson */
export const creationOptions = z.object({
  rp: z.object({
    id: z.string().meta({ example: 'jobs.example' }),
    name: z.string().meta({ example: 'Jobs' }),
  }),
  user: z.object({
    id: z.string().meta({ example: 'pmWkWSBCL51B' }),
    name: z.string().meta({ example: 'ada@harbour-looms.example' }),
    displayName: z.string().meta({ example: EXAMPLE_ACCOUNT_NAME }),
  }),
  challenge: z.string().meta({ example: 'sW0cOOB1xOUJ8kwUKfVb3Vs5Bz3eQMIo9x2cGLNLXQ8' }),
  pubKeyCredParams: z.array(
    z.object({ type: z.literal('public-key'), alg: z.int().meta({ example: -7 }) }),
  ),
  timeout: z.int().meta({ example: 300_000 }),
  excludeCredentials: z
    .array(
      z.object({
        type: z.literal('public-key'),
        id: z.string(),
        transports: z.array(z.string()),
      }),
    )
    .meta({ example: [] }),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    userVerification: z.literal('required'),
  }),
});

export type CreationOptions = z.infer<typeof creationOptions>;

export const passkeyEndpoints = {
  'GET /api/passkeys': {
    operationId: 'listPasskeys',
    summary: 'Lists the caller’s own passkeys at the embedded identity provider',
    access: 'authenticated',
    response: z
      .object({
        available: z
          .boolean()
          .describe('Whether the caller can sign in by passkeys.')
          .meta({ example: true }),
        results: z.array(passkey),
      })
      .meta({ id: 'PasskeyList', description: 'The passkeys, the oldest first.' }),
    errors: [401],
  },
  'POST /api/passkeys/options': {
    operationId: 'createPasskeyOptions',
    summary: `Returns the options with which a browser creates a passkey. A person may have ${MAX_PASSKEYS}`,
    access: 'authenticated',
    response: z
      .object({
        options: creationOptions.describe(
          'The argument of `PublicKeyCredential.parseCreationOptionsFromJSON`.',
        ),
      })
      .meta({ id: 'PasskeyOptions', description: 'The options. They are valid for five minutes.' }),
    errors: [401, 409],
  },
  'POST /api/passkeys': {
    operationId: 'addPasskey',
    summary: 'Adds a passkey that a browser has created with these options',
    access: 'authenticated',
    body: z.object({
      name: optionalLine(PASSKEY_NAME_LENGTH)
        .optional()
        .describe(
          'A name by which the person recognizes the passkey. By default, the browser and the system.',
        )
        .meta({ example: EXAMPLE_PASSKEY_NAME }),
      credential: registrationResponse.describe('The result of `PublicKeyCredential.toJSON`.'),
    }),
    success: 201,
    response: passkey,
    errors: [400, 401, 409],
  },
  'DELETE /api/passkeys/:id': {
    operationId: 'removePasskey',
    summary: 'Removes one of the caller’s own passkeys',
    access: 'authenticated',
    params: idParamsOf(EXAMPLE_PASSKEY_ID),
    success: 204,
    response: nothing,
    errors: [401, 404],
  },
} satisfies Record<EndpointKey, Endpoint>;
