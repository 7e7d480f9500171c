import type { UpstreamSettings } from '#server/platform/config/upstream-settings.ts';
import { type Claims, openidProvider } from './openid-provider.ts';
import type { UpstreamProvider } from './upstream-provider.ts';

export function googleProvider(
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
