import { createPrivateKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import { issuerOf } from '#server/auth/identity.ts';
import type { Database } from '#server/db/client.ts';
import { readConfig } from '#server/platform/config/config.ts';

/** Changes to an otherwise valid token; `undefined` omits a claim or header. */
export type TokenOverrides = {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  /** Signs the token. The default is the key of the embedded provider. */
  sign?: (content: Buffer, key: KeyObject) => Buffer;
};

/** The current time as a NumericDate (s): https://www.rfc-editor.org/rfc/rfc7519#section-2 */
export const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Encodes a token by hand, so that any part of it can be invalid. */
export function encodeToken(
  header: Record<string, unknown>,
  claims: Record<string, unknown>,
  signature: (content: Buffer) => Buffer,
): string {
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${signature(Buffer.from(content)).toString('base64url')}`;
}

/** Makes an access token like those of the embedded provider, with the given overrides. */
export async function tokenFor(
  db: Database,
  accountId: string,
  { header, claims, sign: signWith = signRs256 }: TokenOverrides = {},
): Promise<string> {
  const [key] = await loadKeys(db);
  const { signIn } = readConfig({});
  if (!key || !signIn) throw new Error('this board has no provider of its own');
  const privateKey = createPrivateKey({ key: key.private_key as JsonWebKey, format: 'jwk' });
  return encodeToken(
    { alg: 'RS256', typ: 'at+jwt', kid: key.id, ...header },
    {
      iss: issuerOf(signIn),
      aud: signIn.audience,
      sub: accountId,
      client_id: signIn.clientId,
      iat: inSeconds(0),
      exp: inSeconds(3_600),
      ...claims,
    },
    (content) => signWith(content, privateKey),
  );
}

export function signRs256(content: Buffer, key: KeyObject): Buffer {
  return sign('sha256', content, key);
}
