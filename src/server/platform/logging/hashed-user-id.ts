import { createHash } from 'node:crypto';

/** Enough that no two people's are the same, and few enough to be read (characters of base64url). */
const DIGEST_LENGTH = 16;

/** What an address may look like in an id. */
const ADDRESS = /@|%40|\uff20/i;

/**
 * How logs name a person. Some providers' ids are e-mail addresses, which no log may hold: of those, what stands
 * before the first bar, and a digest. `npm run account -- list` shows whose it is.
 */
export function hashedUserId(id: string): string {
  if (!ADDRESS.test(id)) return id;
  const [, provider = ''] = /^([a-z\d-]{1,40}\|)/i.exec(id) ?? [];
  const digest = createHash('sha256').update(id).digest('base64url');
  return `${provider}${digest.slice(0, DIGEST_LENGTH)}`;
}
