import {
  createPublicKey,
  generateKeyPair as generateKeyPairCallback,
  randomBytes,
} from 'node:crypto';
import { promisify } from 'node:util';
import { desc, inArray, sql } from 'drizzle-orm';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Database } from '#server/db/client.ts';
import { identity_keys } from '#server/db/identity-tables.ts';
import { SIGN_IN } from '#shared/constants/limits.ts';

const generateKeyPair = promisify(generateKeyPairCallback);

export type IdentityKey = typeof identity_keys.$inferSelect;

const DAY = 86_400_000;

/** A key is followed by a new one after this time (ms). */
const KEY_LIFE = 90 * DAY;

/**
 * A new key is published for this long before anything is signed with it, so that every process that
 * shares the database knows it by then (ms).
 */
export const KEY_PUBLISHED_AHEAD = 600_000;

/** What a former key has signed is good for this much longer: more than any session lives (ms). */
const KEY_KEPT = 30 * DAY;

/** Any number will do, so long as every process takes the same. */
const KEYS_LOCK = 7_206_013;

/**
 * The keys of the embedded identity provider: first the one to sign with, then those that are good
 * for checking. Makes the first one, and each further one when its time has come; a key that nothing
 * depends on any more is removed.
 */
export async function loadKeys(db: Database, now = Date.now()): Promise<IdentityKey[]> {
  const keys = await readKeys(db);
  if (isSettled(keys, now)) return inOrder(keys, now);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${KEYS_LOCK})`);
    const known = await readKeys(tx);
    const spent = known.filter((_, place) => isSpent(known, place, now)).map(({ id }) => id);
    if (spent.length > 0) await tx.delete(identity_keys).where(inArray(identity_keys.id, spent));
    const kept = known.filter(({ id }) => !spent.includes(id));
    if (isSettled(kept, now)) return inOrder(kept, now);
    const key = await makeKey(now);
    await tx.insert(identity_keys).values(key);
    return inOrder([key, ...kept], now);
  });
}

/** What the provider publishes of its keys, for whoever checks a token. https://www.rfc-editor.org/rfc/rfc7517#section-5 */
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

/** Newest first. */
function readKeys(db: Database): Promise<IdentityKey[]> {
  return db.select().from(identity_keys).orderBy(desc(identity_keys.created_at));
}

const age = (key: IdentityKey, now: number) => now - key.created_at.getTime();

function isSettled(keys: IdentityKey[], now: number): boolean {
  const [newest] = keys;
  if (!newest || age(newest, now) >= KEY_LIFE) return false;
  return !keys.some((_, place) => isSpent(keys, place, now));
}

/** Whether the key that followed this one has been in use for long enough. */
function isSpent(keys: IdentityKey[], place: number, now: number): boolean {
  const successor = keys[place - 1];
  return successor !== undefined && age(successor, now) >= KEY_KEPT;
}

function inOrder(keys: IdentityKey[], now: number): IdentityKey[] {
  const signing = keys.find((key) => age(key, now) >= KEY_PUBLISHED_AHEAD) ?? keys.at(-1);
  return [...keys].sort((one, other) => Number(other === signing) - Number(one === signing));
}

async function makeKey(now: number): Promise<IdentityKey> {
  const { privateKey } = await generateKeyPair('rsa', { modulusLength: 2048 });
  const private_key = privateKey.export({ format: 'jwk' });
  return {
    id: await calculateJwkThumbprint(private_key),
    private_key: { ...private_key },
    cookie_secret: randomBytes(32).toString('base64url'),
    created_at: new Date(now),
  };
}
