import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOADS_PATH, uploadHash } from '#server/content/storage/upload-name.ts';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import { ignoreMissing } from '#server/platform/files.ts';

export type LogoPlaces = {
  storage: UploadStorage;
  /** The folder behind `/demo-logos/`. */
  demoLogos: string;
};

/** The path of a demo logo. */
const DEMO = /^\/demo-logos\/(?<name>[\w-]+\.svg)$/;

/**
 * Reads a logo that this board stores; undefined for any other. Prevents server-side request forgery: the server never
 * fetches a URL elsewhere, because its author could reach internal services.
 * https://owasp.org/www-community/attacks/Server_Side_Request_Forgery
 */
export async function readLogo(
  logo: string,
  { storage, demoLogos }: LogoPlaces,
): Promise<Buffer | undefined> {
  const name = logo.startsWith(UPLOADS_PATH) ? logo.slice(UPLOADS_PATH.length) : '';
  if (uploadHash(name)) return storage.read(name);
  const demo = DEMO.exec(logo)?.groups?.name;
  return demo ? ignoreMissing(() => readFile(join(demoLogos, demo))) : undefined;
}
