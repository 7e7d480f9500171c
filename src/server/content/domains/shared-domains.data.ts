import { z } from 'zod';
import { readYaml, uniqueTexts } from '#server/platform/data-file.ts';

const sharedDomains = z.strictObject({
  emailProviders: uniqueTexts,
  worldwideNames: uniqueTexts,
  providerNames: uniqueTexts,
  siteNames: uniqueTexts,
  sites: uniqueTexts,
  memberLabels: uniqueTexts,
});

/** Domains at which anyone can get an email address or a site. The file describes each list. */
export const SHARED_DOMAINS = readYaml(
  new URL('shared-domains.yaml', import.meta.url),
  sharedDomains,
).data;
