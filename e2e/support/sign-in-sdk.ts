import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROVIDER_PATHS } from '#server/auth/embedded-provider/provider.ts';

const ASSETS = join(import.meta.dirname, '../../dist/client/assets');

/** The chunk with the sign-in SDK. It is found by the SDK's name, which the SDK sends with each request. */
const SDK = readdirSync(ASSETS).filter(
  (name) =>
    name.endsWith('.js') && readFileSync(join(ASSETS, name), 'utf8').includes('auth0-spa-js'),
);

/** Whether a request is needed only to log in. */
export const isSignInRequest = (url: string) =>
  SDK.some((name) => url.endsWith(name)) ||
  Object.values(PROVIDER_PATHS).some((path) => new URL(url).pathname.startsWith(path));

if (SDK.length !== 1) throw new Error(`the SDK must be in one chunk, not in ${SDK.length}`);
