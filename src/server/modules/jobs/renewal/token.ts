import type { IdentityKey } from '#server/auth/embedded-provider/keys.ts';
import {
  ID_BYTES,
  readActor,
  readId,
  signToken,
  verifyToken,
  writeActor,
  writeId,
} from '#server/auth/signed-token.ts';
import { isPlainDate, type PlainDate } from '#shared/domain/plain-date.ts';

/** The scope of a link that renews or closes a job: one closing date of one job, while its recipient may edit the job. */
export type Renewal = {
  id: string;
  validthrough: PlainDate;
  /** The actor key of the recipient. */
  recipient: string;
};

const PURPOSE = 'job renewal';

/**
 * The parts of a token (bytes): the job's id, the date as a number such as 20261130, the id in the recipient's actor key,
 * and the signature.
 */
const DATE_BYTES = 4;
const SIGNED_BYTES = ID_BYTES + DATE_BYTES + ID_BYTES;
const RECIPIENT_START = ID_BYTES + DATE_BYTES;

/** Signs a renewal. The token has 70 characters of Base64url. */
export function createRenewalToken(
  key: IdentityKey,
  { id, validthrough, recipient }: Renewal,
): string {
  const signed = Buffer.alloc(SIGNED_BYTES);
  writeId(signed, id, 0);
  signed.writeUInt32BE(Number(validthrough.replaceAll('-', '')), ID_BYTES);
  writeActor(signed, recipient, RECIPIENT_START);
  return signToken(key, PURPOSE, signed);
}

/** Reads a token that one of the keys has signed; returns undefined if none of them has. */
export function readRenewalToken(keys: IdentityKey[], token: string): Renewal | undefined {
  const signed = verifyToken(keys, PURPOSE, { token, length: SIGNED_BYTES });
  if (!signed) return undefined;
  const validthrough = String(signed.readUInt32BE(ID_BYTES)).replace(
    /^(\d{4})(\d\d)(\d\d)$/,
    '$1-$2-$3',
  );
  if (!isPlainDate(validthrough)) return undefined;
  return { id: readId(signed, 0), validthrough, recipient: readActor(signed, RECIPIENT_START) };
}
