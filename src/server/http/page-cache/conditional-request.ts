import { createHash } from 'node:crypto';

/**
 * The `ETag` of an answer that has no version of its own: of what it says, in whichever encoding.
 * https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3
 */
export function bodyTag(type: string, body: Buffer): string {
  return `W/"${createHash('sha256').update(`${type}\n`).update(body).digest('base64url').slice(0, 27)}"`;
}

/** Whether the caller has this already, by its `If-None-Match` header. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function isUnchanged(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = entityTag.replace(/^W\//, '');
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(opaque) ?? false;
}
