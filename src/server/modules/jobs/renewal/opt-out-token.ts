import type { IdentityKey } from '#server/auth/embedded-provider/keys.ts';
import {
  ID_BYTES,
  readActor,
  signToken,
  verifyToken,
  writeActor,
} from '#server/auth/signed-token.ts';

const PURPOSE = 'end reminders';

/** Signs the link with which the person with this actor key ends reminders. */
export function createOptOutToken(key: IdentityKey, recipient: string): string {
  const signed = Buffer.alloc(ID_BYTES);
  writeActor(signed, recipient, 0);
  return signToken(key, PURPOSE, signed);
}

/** Reads the actor key in a token; undefined if none of the keys has signed it. */
export function readOptOutToken(keys: IdentityKey[], token: string): string | undefined {
  const signed = verifyToken(keys, PURPOSE, { token, length: ID_BYTES });
  return signed && readActor(signed, 0);
}
