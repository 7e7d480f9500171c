import { createHash } from 'node:crypto';
import fresh from 'fresh';

/**
 * Makes a weak `ETag` for a response without a version number: a hash of its type and body, the same in every content
 * encoding. https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3
 */
export function bodyTag(type: string, body: Buffer): string {
  return `W/"${createHash('sha256').update(`${type}\n`).update(body).digest('base64url').slice(0, 27)}"`;
}

/**
 * Whether the client's `If-None-Match` header matches the current `ETag`, by weak comparison.
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && fresh({ 'if-none-match': ifNoneMatch.trim() }, { etag });
}
