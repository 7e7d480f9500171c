import type { UpstreamSettings } from '#server/platform/config/upstream-settings.ts';
import { githubProvider } from './github.ts';
import { type Claims, openidProvider } from './openid-provider.ts';
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

function googleProvider(
  settings: UpstreamSettings & { issuer: string; redirectUri: string },
): UpstreamProvider {
  return openidProvider({ ...settings, isAuthoritative: isHostedByGoogle });
}

/**
 * Whether the address is of Gmail or of a Workspace organization (`hd`). Google has verified other addresses only when
 * the person added them, so another person may own them now.
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
function isHostedByGoogle(address: string, { hd }: Claims): boolean {
  return address.endsWith('@gmail.com') || (typeof hd === 'string' && hd !== '');
}
