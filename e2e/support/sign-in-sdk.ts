import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROVIDER_PATHS } from '#server/auth/embedded-provider/provider.ts';

const ASSETS = join(import.meta.dirname, '../../dist/client/assets');

/** The chunks that the sign-in SDK is in, known by what it sends along with every request. */
const SDK = readdirSync(ASSETS).filter(
  (name) =>
    name.endsWith('.js') && readFileSync(join(ASSETS, name), 'utf8').includes('auth0-spa-js'),
);

/** Whether a visitor who does not log in has no need of it. */
export const isOfSignIn = (url: string) =>
  SDK.some((name) => url.endsWith(name)) ||
  Object.values(PROVIDER_PATHS).some((path) => new URL(url).pathname.startsWith(path));

if (SDK.length !== 1) throw new Error(`the SDK is in one chunk, and not in ${SDK.length}`);
