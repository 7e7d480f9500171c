import type { UpstreamSettings } from '#server/platform/config/upstream-settings.ts';
import { githubProvider } from './github.ts';
import { googleProvider } from './google.ts';
import { openidProvider } from './openid-provider.ts';
import type { UpstreamAddresses, UpstreamProvider } from './upstream-provider.ts';

export function createProviders(
  all: readonly UpstreamSettings[],
  addresses: UpstreamAddresses,
  redirectUriOf: (key: string) => string,
): UpstreamProvider[] {
  return all.map((settings) => {
    const { key, issuer = '' } = settings;
    const redirectUri = redirectUriOf(key);
    if (key === 'github') {
      return githubProvider({ ...settings, addresses: addresses.github, redirectUri });
    }
    if (key === 'google') {
      return googleProvider({ ...settings, issuer: addresses.google, redirectUri });
    }
    return openidProvider({ ...settings, issuer, redirectUri });
  });
}
