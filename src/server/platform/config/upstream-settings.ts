import { z } from 'zod';
import { isLoopback } from '../loopback.ts';

/** An upstream provider: another identity provider through which people may sign in at the embedded provider. */
export type UpstreamSettings = {
  key: UpstreamKey;
  /** The name on its button. */
  name: string;
  clientId: string;
  clientSecret: string;
  /** The issuer in the provider's tokens; undefined for Google and GitHub, whose URLs are part of the code. */
  issuer: string | undefined;
};

/** The name by which the code and the redirect URI refer to an upstream provider. */
export type UpstreamKey = 'google' | 'github' | 'openid';

/** The settings that must be set together, for each provider. */
const GROUPS: Record<UpstreamKey, readonly string[]> = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  github: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  openid: ['OPENID_ISSUER', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET'],
};

/** A client id or secret. A space or a line break is refused, because it is a mistake in copying. */
export const clientCredential = z
  .string()
  .regex(/^[\x21-\x7e]{1,500}$/, 'must consist of visible ASCII characters, without spaces');

/**
 * An issuer. The URL of the provider's metadata begins with it:
 * https://openid.net/specs/openid-connect-discovery-1_0.html
 */
export const openidIssuer = z
  .url({ protocol: /^https?$/, error: 'must be an https address', abort: true })
  .refine((value) => {
    const { search, hash, username, password } = new URL(value);
    return search + hash + username + password === '';
  }, 'must be an address without a query or a user')
  .refine((value) => {
    const { protocol, hostname } = new URL(value);
    return protocol === 'https:' || isLoopback(hostname);
  }, 'must use https');

export const providerName = z
  .string()
  .regex(/^[^\p{Cc}\u2028\u2029]{1,40}$/u, 'must be at most 40 characters, without line breaks');

type Settings = {
  GOOGLE_CLIENT_ID?: string | undefined;
  GOOGLE_CLIENT_SECRET?: string | undefined;
  GITHUB_CLIENT_ID?: string | undefined;
  GITHUB_CLIENT_SECRET?: string | undefined;
  OPENID_ISSUER?: string | undefined;
  OPENID_CLIENT_ID?: string | undefined;
  OPENID_CLIENT_SECRET?: string | undefined;
  OPENID_NAME?: string | undefined;
};

/** Returns the providers whose settings are complete, in the order in which their buttons are shown. */
export function upstreamFrom(settings: Settings): UpstreamSettings[] {
  const { OPENID_ISSUER: issuer } = settings;
  const name = settings.OPENID_NAME ?? (issuer ? new URL(issuer).host : '');
  return [
    {
      key: 'google' as const,
      name: 'Google',
      issuer: undefined,
      clientId: settings.GOOGLE_CLIENT_ID,
      clientSecret: settings.GOOGLE_CLIENT_SECRET,
    },
    {
      key: 'github' as const,
      name: 'GitHub',
      issuer: undefined,
      clientId: settings.GITHUB_CLIENT_ID,
      clientSecret: settings.GITHUB_CLIENT_SECRET,
    },
    {
      key: 'openid' as const,
      name,
      issuer,
      clientId: settings.OPENID_CLIENT_ID,
      clientSecret: settings.OPENID_CLIENT_SECRET,
    },
  ].flatMap(({ clientId, clientSecret, ...provider }) =>
    clientId && clientSecret && (provider.key !== 'openid' || provider.issuer)
      ? [{ ...provider, clientId, clientSecret }]
      : [],
  );
}

/**
 * Returns a problem for each missing setting of a provider, and for each provider that is set together with a different
 * kind of sign-in.
 */
export function upstreamProblems(values: Record<string, string>): string[] {
  return Object.entries(GROUPS).flatMap(([key, group]) => {
    const given = [...group, ...(key === 'openid' ? ['OPENID_NAME'] : [])].filter(
      (setting) => values[setting] !== undefined,
    );
    if (given.length === 0) return [];
    const missing = group
      .filter((setting) => values[setting] === undefined)
      .map((setting) => `${setting} must be set: ${group.join(', ')} belong together`);
    return values.AUTH_DOMAIN === undefined
      ? missing
      : [...missing, `${given[0]} must not be set together with AUTH_DOMAIN; add it there`];
  });
}
