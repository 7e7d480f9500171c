import { createHash, randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import { and, eq, gt, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { identity_state } from '#server/db/identity-tables.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { type CreationOptions, creationOptions } from '#shared/contract/passkeys.ts';
import { MAX_PASSKEYS } from '#shared/limits.ts';
import {
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  recordUse,
} from './passkeys.ts';
import type { User } from './users.ts';

/**
 * The two ceremonies of WebAuthn: a person adds a passkey, and signs in by it. The browser shows the options that the
 * server has created, and returns a signature of their challenge. https://www.w3.org/TR/webauthn-3/
 */

/** A response of a browser. The board uses no extensions. */
type WithoutExtensions<Response> = Omit<Response, 'clientExtensionResults'>;

export type AdditionResponse = WithoutExtensions<RegistrationResponseJSON>;

/** The kind of the challenges in `identity_state`. */
const KIND = 'PasskeyChallenge';

/** How long a person may take (ms). */
const TIMEOUT = 300_000;

/** The passkey must verify the person by a fingerprint, a face or a PIN, because the passkey replaces the code. */
const USER_VERIFICATION = 'required';

/** Loads the library when somebody uses a passkey, because loading it would delay the start of the server. */
const library = () => import('@simplewebauthn/server');

const idOf = ({ origin }: LiveSite) => new URL(origin).hostname;

/**
 * Creates the options with which the browser asks for a passkey.
 * @param interaction the sign-in for which the response is valid
 */
export async function signInOptions(
  db: Database,
  party: LiveSite,
  interaction: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: idOf(party),
    challenge: await openChallenge(db, signInPurpose(interaction)),
    timeout: TIMEOUT,
    userVerification: USER_VERIFICATION,
  });
}

/**
 * Checks the response of a browser to `signInOptions`. Each challenge is good for one response.
 * @returns the id of the user; undefined if the response is invalid
 */
export async function signInByPasskey(
  db: Database,
  party: LiveSite,
  {
    interaction,
    response,
  }: { interaction: string; response: WithoutExtensions<AuthenticationResponseJSON> },
): Promise<string | undefined> {
  const challenge = await takeChallenge(db, signInPurpose(interaction));
  const passkey = await findPasskey(db, response.id);
  if (!challenge || !passkey) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const result = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: idOf(party),
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(invalid);
  if (!result.verified) return undefined;
  const isUsed = await recordUse(db, passkey.id, result.authenticationInfo.newCounter);
  return isUsed ? passkey.user_id : undefined;
}

/**
 * Creates the options with which the browser adds a passkey for a user.
 * @param holder the sign-in or the session in which the response is valid
 */
export async function additionOptions(
  db: Database,
  party: LiveSite,
  { user, holder }: { user: User; holder: string },
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await library();
  const existing = (await listPasskeys(db, user.id)) ?? [];
  const options = await generateRegistrationOptions({
    rpID: idOf(party),
    rpName: party.name,
    // The handle must reveal nothing about the person, and is limited to 64 bytes.
    // https://www.w3.org/TR/webauthn-3/#sctn-user-handle-privacy
    userID: new Uint8Array(createHash('sha256').update(user.id).digest()),
    userName: user.email ?? user.name,
    userDisplayName: user.name,
    challenge: await openChallenge(db, additionPurpose(user.id, holder)),
    timeout: TIMEOUT,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: USER_VERIFICATION },
  });
  return creationOptions.parse(options);
}

type Addition = {
  user: User;
  /** The sign-in or the session, as for `additionOptions`. */
  holder: string;
  name: string;
  response: AdditionResponse;
};

/** Queues the notice that a passkey was added, in the transaction that stores it. */
export type NotifyPasskey = (
  tx: Database,
  passkey: { email: string; name: string },
) => Promise<void>;

/**
 * Checks the response of a browser to `additionOptions`, stores the passkey, and notifies the person. Otherwise,
 * somebody with a stolen code or session could add a passkey unnoticed.
 * @returns undefined if the response is invalid, or the person has the maximum number of passkeys
 */
export async function addPasskey(
  db: Database,
  { party, notify }: { party: LiveSite; notify: NotifyPasskey },
  addition: Addition,
): Promise<PasskeyRow | undefined> {
  const { user, name } = addition;
  return db.transaction(async (tx) => {
    const credential = await verifyAddition(tx, party, addition);
    const existing = (await listPasskeys(tx, user.id)) ?? [];
    if (!credential || existing.length >= MAX_PASSKEYS) return undefined;
    const { id, publicKey, counter, transports = [] } = credential;
    const added = await insertPasskey(tx, {
      id: uuidv7(),
      credential_id: id,
      user_id: user.id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
      name,
    });
    if (added && user.email) await notify(tx, { email: user.email, name });
    return added;
  });
}

/** Returns the credential in a response to `additionOptions`; undefined if the response is invalid. */
async function verifyAddition(
  db: Database,
  party: LiveSite,
  { user, holder, response }: Addition,
): Promise<WebAuthnCredential | undefined> {
  const challenge = await takeChallenge(db, additionPurpose(user.id, holder));
  if (!challenge) return undefined;
  const { verifyRegistrationResponse } = await library();
  const result = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: idOf(party),
    requireUserVerification: true,
  }).catch(invalid);
  return result.verified ? result.registrationInfo.credential : undefined;
}

/** The library throws for a response that does not match, and also for one that is malformed. */
const invalid = (): { verified: false } => ({ verified: false });

const signInPurpose = (interaction: string) => `sign-in ${interaction}`;
const additionPurpose = (userId: string, holder: string) => `add ${userId} ${holder}`;

/**
 * Returns the open challenge for a purpose, or creates one. A page that is reloaded or open in two tabs gets the same
 * challenge, until a response takes it.
 */
async function openChallenge(db: Database, purpose: string): Promise<Uint8Array<ArrayBuffer>> {
  const isOpen = sql`${identity_state.expires_at} > now()`;
  const [row] = await db
    .insert(identity_state)
    .values({
      kind: KIND,
      id: purpose,
      payload: { challenge: randomBytes(32).toString('base64url') },
      expires_at: new Date(Date.now() + TIMEOUT),
    })
    .onConflictDoUpdate({
      target: [identity_state.kind, identity_state.id],
      set: {
        payload: sql`case when ${isOpen} then ${identity_state.payload} else excluded.payload end`,
        expires_at: sql`excluded.expires_at`,
      },
    })
    .returning({ payload: identity_state.payload });
  return new Uint8Array(Buffer.from(String(row?.payload.challenge), 'base64url'));
}

/** Takes the open challenge by one conditional deletion, so that only one response can use it. */
async function takeChallenge(db: Database, purpose: string): Promise<string | undefined> {
  const [row] = await db
    .delete(identity_state)
    .where(
      and(
        eq(identity_state.kind, KIND),
        eq(identity_state.id, purpose),
        gt(identity_state.expires_at, sql`now()`),
      ),
    )
    .returning({ payload: identity_state.payload });
  return row && String(row.payload.challenge);
}
