import { join } from 'node:path';
import { UPLOADS_PATH, uploadHash } from '#server/content/storage/upload-name.ts';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import { readRegularFile } from '#server/platform/files.ts';

export type LogoPlaces = {
  storage: UploadStorage;
  /** The folder with the demo logos, which is served as `/demo-logos/`. */
  demoLogos: string;
};

/** Matches the URL path of a demo logo. */
const DEMO = /^\/demo-logos\/(?<name>[\w-]+\.svg)$/;

/**
 * Reads a logo that this board stores. Returns undefined for any other URL. The server never fetches a logo from
 * another site, because its URL could lead to internal services (server-side request forgery).
 * https://owasp.org/www-community/attacks/Server_Side_Request_Forgery
 */
export async function readLogo(
  logo: string,
  { storage, demoLogos }: LogoPlaces,
): Promise<Buffer | undefined> {
  const name = logo.startsWith(UPLOADS_PATH) ? logo.slice(UPLOADS_PATH.length) : '';
  if (uploadHash(name)) return storage.read(name);
  const demo = DEMO.exec(logo)?.groups?.name;
  return demo ? readRegularFile(join(demoLogos, demo)) : undefined;
}
