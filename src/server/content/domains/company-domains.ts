import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { parseUrl } from '#server/platform/parse-url.ts';
import { mixesScripts } from '../names/mixed-scripts.ts';
import { isForMembers, isShared } from './shared-domains.ts';

/** The host of a website's URL in ASCII; undefined if the URL is not valid. */
function hostOf(website: string): string | undefined {
  return parseUrl(website)?.hostname.replace(/\.$/, '') || undefined;
}

/**
 * The domain at which an email address proves that its owner belongs to the company with this website: the registrable
 * domain by the Public Suffix List. Undefined if no address proves that: the host is an IP address or a public suffix,
 * or it is a domain at which anyone can get an email address or a site.
 * https://publicsuffix.org/list/
 */
export function provableDomain(website: string): string | undefined {
  const host = hostOf(website);
  if (!host) return undefined;
  const { domain, isPrivate } = parse(host, { allowPrivateDomains: true });
  if (host.split('.').some((label) => isForMembers(label))) return undefined;
  // Sites below a private suffix, such as `github.io`, belong to users, but mail to their domains reaches the provider
  // or nobody.
  if (!domain || isPrivate || isShared(domain)) return undefined;
  return domain;
}

/** Whether an email address is at exactly this domain, and not at a subdomain, which may be given to others. */
export function isAddressAt(email: string, domain: string): boolean {
  const at = email.slice(email.lastIndexOf('@') + 1);
  return domainToASCII(at) === domain;
}

/**
 * Whether people could mistake a new company for another one, which may be on this site or not: its name mixes scripts,
 * or its domain has letters beyond ASCII.
 */
export function isConfusable({ name, website }: { name: string; website: string }): boolean {
  return (
    mixesScripts(name) ||
    (hostOf(website) ?? '').split('.').some((label) => label.startsWith('xn--'))
  );
}

/**
 * The registrable domain of a website, in each spelling in which it may be stored: in ASCII, and as people write it. Empty
 * for a site that companies share, such as a social network.
 */
export function domainForms(website: string): string[] {
  const host = hostOf(website);
  const written = /^https?:\/\/([^/:?#]+)/.exec(website.trim().toLowerCase())?.[1];
  const forms = [host, written].map((one) => parse(one ?? '', { allowPrivateDomains: true }));
  return [
    ...new Set(
      forms.flatMap(({ domain, isPrivate }) =>
        domain && (isPrivate || !isShared(domain)) ? [domain] : [],
      ),
    ),
  ];
}
