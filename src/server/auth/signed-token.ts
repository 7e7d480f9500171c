import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The secret with which tokens are signed: a key of the board, or the secret of the person whom a token is for. */
export type TokenKey = { cookie_secret: string };

/** The length of an id in a token (bytes). */
export const ID_BYTES = 16;

/**
 * The length of the signature, an HMAC that is truncated to half of its bits.
 * https://www.rfc-editor.org/rfc/rfc2104#section-5
 */
export const SIGNATURE_BYTES = 16;

const KEY_PREFIX = 'actor-';

/** Signs bytes for one purpose. Returns the bytes and the signature in Base64url. */
export function signToken(key: TokenKey, purpose: string, signed: Buffer): string {
  return Buffer.concat([signed, signatureOf(key, purpose, signed)]).toString('base64url');
}

/** Reads the signed bytes of a token; undefined if none of the keys has signed them for this purpose. */
export function verifyToken(
  keys: TokenKey[],
  purpose: string,
  { token, length }: { token: string; length: number },
): Buffer | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== length + SIGNATURE_BYTES) return undefined;
  const signed = bytes.subarray(0, length);
  const signature = bytes.subarray(length);
  const isGenuine = keys.some((key) =>
    timingSafeEqual(signature, signatureOf(key, purpose, signed)),
  );
  return isGenuine ? signed : undefined;
}

export function writeId(bytes: Buffer, id: string, start: number): void {
  bytes.write(id.replaceAll('-', ''), start, 'hex');
}

export function readId(bytes: Buffer, start: number): string {
  return bytes
    .toString('hex', start, start + ID_BYTES)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Writes the id in the actor key of a person. */
export function writeActor(bytes: Buffer, key: string, start: number): void {
  writeId(bytes, key.slice(KEY_PREFIX.length), start);
}

export function readActor(bytes: Buffer, start: number): string {
  return `${KEY_PREFIX}${readId(bytes, start)}`;
}

/** A digest of a text, which tells nothing about the text without the key. */
export function keyedDigest(key: TokenKey, purpose: string, text: string): string {
  return signatureOf(key, purpose, Buffer.from(text)).toString('base64url');
}

/** An HMAC with a secret that is derived from the key for this purpose only. */
function signatureOf({ cookie_secret }: TokenKey, purpose: string, signed: Buffer): Buffer {
  const secret = hkdfSync('sha256', cookie_secret, '', purpose, 32);
  return createHmac('sha256', Buffer.from(secret))
    .update(signed)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}
