import { createHash } from 'node:crypto';

/** The path prefix of uploads. A company's logo is stored as this prefix and the name. */
export const UPLOADS_PATH = '/uploads/';

const NAME = /^(?<hash>[0-9a-f]{64})\.webp$/;

/** The content-addressed name of an upload: equal logos share one file, and the content of a name never changes. */
export function uploadName(content: Buffer): string {
  return `${createHash('sha256').update(content).digest('hex')}.webp`;
}

/** The SHA-256 hash in the name of an upload. Returns undefined for any other name. */
export function uploadHash(name: string): string | undefined {
  return NAME.exec(name)?.groups?.hash;
}
