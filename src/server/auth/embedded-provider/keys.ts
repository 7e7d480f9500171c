import {
  createPublicKey,
  generateKeyPair as generateKeyPairCallback,
  randomBytes,
} from 'node:crypto';
import { promisify } from 'node:util';
import { desc, inArray, sql } from 'drizzle-orm';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import { identity_keys } from '#server/db/identity-tables.ts';
import { SIGN_IN } from '#shared/domain/sign-in.ts';

const generateKeyPair = promisify(generateKeyPairCallback);

export type IdentityKey = typeof identity_keys.$inferSelect;

const DAY = 86_400_000;

/** The age at which a key gets a successor (ms). */
const KEY_LIFETIME = 90 * DAY;

/**
 * How long a new key is published before it signs tokens (ms), so that every process on the same database knows it by
 * then.
 */
export const KEY_PUBLISHED_AHEAD = 600_000;

/** How long a replaced key still verifies tokens (ms): longer than any session lasts. */
const KEY_RETENTION = 30 * DAY;

/**
 * Key rotation: loads the keys of the embedded identity provider. The key that signs comes first, followed by the keys
 * that only verify. Creates the first key, creates each successor when it is due, and deletes expired keys.
 */
export async function loadKeys(db: Database, now = Date.now()): Promise<IdentityKey[]> {
  const keys = await readKeys(db);
  if (isCurrent(keys, now)) return signingKeyFirst(keys, now);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.signingKeys})`);
    const known = await readKeys(tx);
    const expired = known.filter((_, index) => isExpired(known, index, now)).map(({ id }) => id);
    if (expired.length > 0)
      await tx.delete(identity_keys).where(inArray(identity_keys.id, expired));
    const remaining = known.filter(({ id }) => !expired.includes(id));
    if (isCurrent(remaining, now)) return signingKeyFirst(remaining, now);
    const key = await createKey(now);
    await tx.insert(identity_keys).values(key);
    return signingKeyFirst([key, ...remaining], now);
  });
}

/** The public keys as a JWK Set, for verifying tokens. https://www.rfc-editor.org/rfc/rfc7517#section-5 */
export async function publishedKeys(db: Database): Promise<{ keys: JWK[] }> {
  const keys = await loadKeys(db);
  return {
    keys: keys.map(({ id, private_key: key }) => ({
      ...(createPublicKey({ key, format: 'jwk' }).export({ format: 'jwk' }) as JWK),
      kid: id,
      use: 'sig',
      alg: SIGN_IN.signatureAlgorithm,
    })),
  };
}

/** Reads the keys, newest first. */
function readKeys(db: Database): Promise<IdentityKey[]> {
  return db.select().from(identity_keys).orderBy(desc(identity_keys.created_at));
}

const age = (key: IdentityKey, now: number) => now - key.created_at.getTime();

/** Whether the newest key is young enough and no key has expired. */
function isCurrent(keys: IdentityKey[], now: number): boolean {
  const [newest] = keys;
  if (!newest || age(newest, now) >= KEY_LIFETIME) return false;
  return !keys.some((_, index) => isExpired(keys, index, now));
}

/** Whether the key's successor is older than `KEY_RETENTION`. */
function isExpired(keys: IdentityKey[], index: number, now: number): boolean {
  const successor = keys[index - 1];
  return successor !== undefined && age(successor, now) >= KEY_RETENTION;
}

function signingKeyFirst(keys: IdentityKey[], now: number): IdentityKey[] {
  const signing = keys.find((key) => age(key, now) >= KEY_PUBLISHED_AHEAD) ?? keys.at(-1);
  return [...keys].sort((one, other) => Number(other === signing) - Number(one === signing));
}

async function createKey(now: number): Promise<IdentityKey> {
  const { privateKey } = await generateKeyPair('rsa', { modulusLength: 2048 });
  const private_key = privateKey.export({ format: 'jwk' });
  return {
    id: await calculateJwkThumbprint(private_key),
    private_key: { ...private_key },
    cookie_secret: randomBytes(32).toString('base64url'),
    created_at: new Date(now),
  };
}
