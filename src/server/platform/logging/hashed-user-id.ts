import { createHash } from 'node:crypto';

/** The length of the hash (base64url characters). With 96 bits, hashes are unique, and still short enough to read. */
const DIGEST_LENGTH = 16;

/** Matches an email address in an id, even if it is URL-encoded or has a full-width @. */
const ADDRESS = /@|%40|\uff20/i;

/**
 * Returns a user id that is safe to log. Some providers use email addresses as ids, which must not appear in logs. Such
 * an id is replaced by its provider's prefix and a hash. `npm run account -- list` shows the hash beside each account.
 */
export function hashedUserId(id: string): string {
  if (!ADDRESS.test(id)) return id;
  const [, provider = ''] = /^([a-z\d-]{1,40}\|)/i.exec(id) ?? [];
  const digest = createHash('sha256').update(id).digest('base64url');
  return `${provider}${digest.slice(0, DIGEST_LENGTH)}`;
}
