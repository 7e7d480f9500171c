import { createHash } from 'node:crypto';
import { type IdentityRow, isRemovable } from '#server/auth/embedded-provider/identities.ts';
import {
  GITHUB_ISSUER,
  UPSTREAM_ADDRESSES,
} from '#server/auth/embedded-provider/upstream/upstream-provider.ts';
import { EMAIL_ISSUER } from '#server/auth/embedded-provider/users.ts';
import type { UpstreamSettings } from '#server/platform/config/upstream-settings.ts';
import { parseUrl } from '#server/platform/parse-url.ts';
import type { Identity } from '#shared/contract/identities.ts';

/** The upstream providers that are configured, with their names. */
export type NamedProviders = readonly Pick<UpstreamSettings, 'issuer' | 'name'>[];

/**
 * The id of an identity in URLs. It is a digest, so that URLs do not reveal the person's id at the upstream provider.
 */
export function identityId({ issuer, subject }: IdentityRow): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');
}

export function presentIdentity(
  row: IdentityRow,
  all: readonly IdentityRow[],
  providers: NamedProviders,
): Identity {
  return {
    id: identityId(row),
    provider: providerName(row.issuer, providers),
    email: row.verified_email,
    since: row.created_at.toISOString(),
    lastused: row.last_used_at.toISOString(),
    removable: isRemovable(row, all),
  };
}

const NAMES: Record<string, string> = {
  [EMAIL_ISSUER]: 'Email',
  [UPSTREAM_ADDRESSES.google]: 'Google',
  [GITHUB_ISSUER]: 'GitHub',
};

/** The name of a provider, or the host of one that is no longer configured. */
function providerName(issuer: string, providers: NamedProviders): string {
  const { name } = providers.find((provider) => provider.issuer === issuer) ?? {};
  return NAMES[issuer] ?? name ?? parseUrl(issuer)?.host ?? issuer;
}
