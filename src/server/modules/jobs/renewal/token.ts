import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { IdentityKey } from '#server/auth/embedded-provider/keys.ts';
import { isPlainDate, type PlainDate } from '#shared/domain/plain-date.ts';

/** What a renewal link is valid for: one closing date of one job. */
export type Renewal = { id: string; validthrough: PlainDate };

/** The parts of a token (bytes): the job's id, the date as a number such as 20261130, and the signature. */
const ID_BYTES = 16;
const DATE_BYTES = 4;
/** A truncated HMAC with half of its bits. https://www.rfc-editor.org/rfc/rfc2104#section-5 */
const SIGNATURE_BYTES = 16;

const SIGNED_BYTES = ID_BYTES + DATE_BYTES;

/** Signs a renewal. The token has 48 characters of Base64url. */
export function createRenewalToken(key: IdentityKey, { id, validthrough }: Renewal): string {
  const signed = Buffer.alloc(SIGNED_BYTES);
  signed.write(id.replaceAll('-', ''), 'hex');
  signed.writeUInt32BE(Number(validthrough.replaceAll('-', '')), ID_BYTES);
  return Buffer.concat([signed, sign(key, signed)]).toString('base64url');
}

/** Reads a token that one of the keys has signed; undefined if none has. */
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
  const id = signed
    .toString('hex', 0, ID_BYTES)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isPlainDate(validthrough) ? { id, validthrough } : undefined;
}

/** An HMAC with a secret that is derived from the board's key for this purpose only. */
function sign({ cookie_secret }: IdentityKey, signed: Buffer): Buffer {
  const secret = hkdfSync('sha256', cookie_secret, '', 'job renewal', 32);
  return createHmac('sha256', Buffer.from(secret))
    .update(signed)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}
