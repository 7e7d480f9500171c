import { parseUrl } from '#server/platform/parse-url.ts';
import { URL_LENGTH } from '#shared/limits.ts';

/** Subdomains that systems use for their own pages, so that they are not names of customers. */
const RESERVED = new Set(
  'www app api apps admin assets auth blog careers cdn demo developer developers docs get go help info jobs login mail marketing status support static resources'.split(
    ' ',
  ),
);

/** Whether a name is a plain DNS label, so that it can be a subdomain or a part of a path. */
export function isLabel(tenant: string): boolean {
  return /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(tenant);
}

/** Finds the customer whose name is the subdomain: `acme` in `https://acme.pinpointhq.com/…`. */
export function subdomainOf(url: URL, domain: string): string | undefined {
  const tenant = url.host.endsWith(`.${domain}`) ? url.host.slice(0, -domain.length - 1) : '';
  return isLabel(tenant) && !RESERVED.has(tenant) ? tenant : undefined;
}

/** Whether a tenant is the URL of a feed or a page: https, a public name, and no credentials or port. */
export function isFeedUrl(tenant: string): boolean {
  const url = tenant.length <= URL_LENGTH ? parseUrl(tenant) : undefined;
  return (
    url?.href === tenant &&
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.port === '' &&
    url.hash === '' &&
    /\.(?:[a-z]{2,}|xn--[a-z\d-]+)$/.test(url.hostname)
  );
}

/**
 * Converts the URL of a feed to a tenant: with https and without a fragment. Returns undefined if the URL cannot be a
 * tenant.
 */
export function toFeedUrl(url: URL): string | undefined {
  const secure = new URL(url);
  secure.protocol = 'https:';
  secure.hash = '';
  return isFeedUrl(secure.href) ? secure.href : undefined;
}

/** The hosts of a feed's URL: its own host, and the same host with or without `www.`, to which sites redirect. */
export function hostsOfFeed(tenant: string): string[] {
  const { host } = new URL(tenant);
  return [host, host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`];
}
