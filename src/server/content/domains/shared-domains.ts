import disposable from 'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json' with {
  type: 'json',
};
import providers from 'email-providers/all.json' with { type: 'json' };
import { parse } from 'tldts';
import { SHARED_DOMAINS } from './shared-domains.data.ts';

const { emailProviders, worldwideNames, providerNames, siteNames, sites, memberLabels } =
  SHARED_DOMAINS;

const FREE_MAIL = new Set([...providers, ...disposable, ...emailProviders]);

const WORLDWIDE = new Set(worldwideNames);

const SHARED_NAMES = new Set([...providerNames, ...siteNames]);

const MEMBER_LABELS = new Set(memberLabels);

const SHARED_SITES = new Set(sites);

/**
 * Whether anyone can get an email address at this domain, which is in ASCII and lower case.
 * https://www.npmjs.com/package/email-providers
 * https://www.npmjs.com/package/disposable-email-domains-js
 */
export function isFreeMail(domain: string): boolean {
  if (FREE_MAIL.has(domain)) return true;
  const { domain: registrable, domainWithoutSuffix } = parse(domain);
  return registrable === domain && WORLDWIDE.has(domainWithoutSuffix ?? '');
}

/** Whether a part of a host's name says that the host is for students or former students. */
export function isForMembers(label: string): boolean {
  return MEMBER_LABELS.has(label);
}

/**
 * Whether an email address or a website at this registrable domain may belong to anyone. This includes the domain of a
 * company that has the name of a provider, because most providers have many domains.
 */
export function isShared(domain: string): boolean {
  const { domainWithoutSuffix } = parse(domain);
  return (
    isFreeMail(domain) || SHARED_SITES.has(domain) || SHARED_NAMES.has(domainWithoutSuffix ?? '')
  );
}
