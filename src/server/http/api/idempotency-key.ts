import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { idempotency_keys } from '#server/db/schema.ts';
import { IDEMPOTENCY_KEY_LENGTH, IDEMPOTENCY_KEY_LIFETIME } from '#shared/limits.ts';
import { badInput, ProblemError } from './problem.ts';

/** A request that creates a resource. */
export type Creation = {
  /** The caller's account id. */
  account: string;
  /** The key that the client sent. Without a key, each request creates a new resource. */
  key: string | undefined;
  endpoint: string;
  body: unknown;
};

/**
 * Reads the `Idempotency-Key` header. https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 * @throws ProblemError 400 if the key is too long
 */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  const key = String(header ?? '').trim();
  if (key.length > IDEMPOTENCY_KEY_LENGTH) {
    const message = `must be at most ${IDEMPOTENCY_KEY_LENGTH} characters`;
    throw badInput([{ path: 'Idempotency-Key', message }]);
  }
  return key || undefined;
}

/**
 * Idempotency: calls `create` with the id of a new resource, unless the same request has already created one. If the
 * same request arrives twice at the same time, the second call waits for the first. Must run in a transaction.
 * @returns the id of the created resource
 * @throws ProblemError 409 if the key was used for a different request
 */
export async function createOnce(
  tx: Database,
  { account: account_id, key, endpoint, body }: Creation,
  id: string,
  create: () => Promise<void>,
): Promise<string> {
  if (key === undefined) {
    await create();
    return id;
  }
  const digest = createHash('sha256')
    .update(`${endpoint}\n${JSON.stringify(body)}`)
    .digest('hex');
  const claimed = await tx
    .insert(idempotency_keys)
    .values({ account_id, key, digest, thing_id: id })
    .onConflictDoNothing()
    .returning({ key: idempotency_keys.key });
  if (claimed.length > 0) {
    await create();
    return id;
  }
  const [first] = await tx
    .select({ digest: idempotency_keys.digest, id: idempotency_keys.thing_id })
    .from(idempotency_keys)
    .where(and(eq(idempotency_keys.account_id, account_id), eq(idempotency_keys.key, key)));
  if (first?.digest !== digest) {
    throw new ProblemError(
      409,
      'An earlier attempt was stored with different content. Check it before you try again.',
    );
  }
  return first.id;
}

export async function deleteExpiredIdempotencyKeys(db: Database, now = Date.now()): Promise<void> {
  const oldest = new Date(now - IDEMPOTENCY_KEY_LIFETIME);
  await db.delete(idempotency_keys).where(lt(idempotency_keys.created_at, oldest));
}
