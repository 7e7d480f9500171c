import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { IdentityKey } from '#server/auth/embedded-provider/keys.ts';
import { isPlainDate, type PlainDate } from '#shared/domain/plain-date.ts';

/** The scope of a renewal link: one closing date of one job, while its recipient may edit the job. */
export type Renewal = {
  id: string;
  validthrough: PlainDate;
  /** The actor key of the recipient. */
  recipient: string;
};

/**
 * The parts of a token (bytes): the job's id, the date as a number such as 20261130, the id in the recipient's actor key,
 * and the signature.
 */
const ID_BYTES = 16;
const DATE_BYTES = 4;
/**
 * The length of the signature, an HMAC that is truncated to half of its bits.
 * https://www.rfc-editor.org/rfc/rfc2104#section-5
 */
const SIGNATURE_BYTES = 16;

const SIGNED_BYTES = ID_BYTES + DATE_BYTES + ID_BYTES;
const RECIPIENT_START = ID_BYTES + DATE_BYTES;

const KEY_PREFIX = 'actor-';

/** Signs a renewal. The token has 70 characters of Base64url. */
export function createRenewalToken(
  key: IdentityKey,
  { id, validthrough, recipient }: Renewal,
): string {
  const signed = Buffer.alloc(SIGNED_BYTES);
  writeId(signed, id, 0);
  signed.writeUInt32BE(Number(validthrough.replaceAll('-', '')), ID_BYTES);
  writeId(signed, recipient.slice(KEY_PREFIX.length), RECIPIENT_START);
  return Buffer.concat([signed, sign(key, signed)]).toString('base64url');
}

/** Reads a token that one of the keys has signed; returns undefined if none of them has. */
export function readRenewalToken(keys: IdentityKey[], token: string): Renewal | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== SIGNED_BYTES + SIGNATURE_BYTES) return undefined;
  const signed = bytes.subarray(0, SIGNED_BYTES);
  const signature = bytes.subarray(SIGNED_BYTES);
  if (!keys.some((key) => timingSafeEqual(signature, sign(key, signed)))) return undefined;
  const validthrough = String(signed.readUInt32BE(ID_BYTES)).replace(
    /^(\d{4})(\d\d)(\d\d)$/,
    '$1-$2-$3',
  );
  if (!isPlainDate(validthrough)) return undefined;
  const recipient = `${KEY_PREFIX}${readId(signed, RECIPIENT_START)}`;
  return { id: readId(signed, 0), validthrough, recipient };
}

function writeId(bytes: Buffer, id: string, start: number): void {
  bytes.write(id.replaceAll('-', ''), start, 'hex');
}

function readId(bytes: Buffer, start: number): string {
  return bytes
    .toString('hex', start, start + ID_BYTES)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** An HMAC with a secret that is derived from the board's key for this purpose only. */
function sign({ cookie_secret }: IdentityKey, signed: Buffer): Buffer {
  const secret = hkdfSync('sha256', cookie_secret, '', 'job renewal', 32);
  return createHmac('sha256', Buffer.from(secret))
    .update(signed)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}
