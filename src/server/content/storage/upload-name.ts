import { createHash } from 'node:crypto';

/** Uploads are at this path and their name, which companies keep as their logo. */
export const UPLOADS_PATH = '/uploads/';

const NAME = /^(?<hash>[0-9a-f]{64})\.webp$/;

/** Made from its content: the same logo is kept once, and what is at a name never changes. */
export function uploadName(content: Buffer): string {
  return `${createHash('sha256').update(content).digest('hex')}.webp`;
}

/** The hash in the name of an upload; undefined for any other name. */
export function uploadHash(name: string): string | undefined {
  return NAME.exec(name)?.groups?.hash;
}
