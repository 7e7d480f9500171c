import { z } from 'zod';
import type { Employment } from '#shared/domain/employments.ts';
import type { FeedClient } from '../fetch/fetch-client.ts';
import { buildJob } from './build-job.ts';
import { anything, formatIssue, ifValid, text, textId } from './fields.ts';
import { readDate } from './read-date.ts';
import { batchEntries, convertEntry, type EntryKind } from './read-entries.ts';
import type { System } from './system.ts';
import { UnreadableFeedError } from './system.ts';
import { isLabel } from './tenants.ts';
import { readAmount, readEmployment, readPayUnit } from './terms.ts';

const API = 'https://api.smartrecruiters.com/v1/companies';
const PAGE = 100;
const MAX_PAGES = 500;

const identified = z.object({ id: textId });

const section = z.object({ title: text, text }).nullish();

/** A posting in SmartRecruiters' Posting API: in the list, or with its text and pay in its own response. */
const posting = identified.extend({
  name: z.string(),
  location: z
    .object({
      city: text,
      region: text,
      country: text,
      remote: z.boolean().nullish(),
      hybrid: z.boolean().nullish(),
      fullLocation: ifValid(z.string()),
    })
    .nullish(),
  typeOfEmployment: z.object({ id: text, label: text }).nullish(),
  releasedDate: text,
  postingUrl: text,
  applyUrl: text,
  company: ifValid(z.object({ name: text })),
  jobAd: z
    .object({
      sections: z
        .object({
          companyDescription: section,
          jobDescription: section,
          qualifications: section,
          additionalInformation: section,
        })
        .nullish(),
    })
    .nullish(),
  compensation: ifValid(
    z.object({ min: anything, max: anything, currency: anything, period: text }),
  ),
});

type Posting = z.infer<typeof posting>;

const kind: EntryKind<Posting> = {
  name: 'SmartRecruiters posting',
  id: identified.transform(({ id }) => id),
  entry: posting,
};

const page = z.object({ totalFound: z.int().nonnegative(), content: z.array(z.unknown()) });

export const smartRecruiters: System = {
  id: 'smartrecruiters',
  name: 'SmartRecruiters',
  idScope: 'tenant',
  interval: 250,
  conditional: 'none',
  isVerified: true,
  recognize(url) {
    const path = /^(?:jobs|careers)\.smartrecruiters\.com$/.test(url.host)
      ? url.pathname
      : url.host === 'api.smartrecruiters.com'
        ? /^\/v1\/companies(\/[^/]+)/.exec(url.pathname)?.[1]
        : undefined;
    const tenant = path?.split('/')[1]?.toLowerCase();
    return tenant && smartRecruiters.isTenant(tenant) ? tenant : undefined;
  },
  isTenant: (tenant) =>
    isLabel(tenant) && !['external-referrals', 'sr-jobs', 'oneclick-ui'].includes(tenant),
  hosts: () => ['api.smartrecruiters.com'],
  pageUrl: ({ tenant }) => `https://jobs.smartrecruiters.com/${tenant}`,
  async *list({ tenant }, client) {
    const pages = readPages(tenant, client);
    const { end: total, first, ids, isIdentified } = yield* batchEntries(pages, kind);
    // For an unknown company, the API returns an empty list.
    return {
      isComplete: isIdentified && ids === total,
      company: first?.company?.name?.trim() || undefined,
    };
  },
  async detail({ tenant }, { id, data }, client) {
    if (id === undefined) return data;
    return (await client.get(`${API}/${tenant}/postings/${encodeURIComponent(id)}`)).json();
  },
  toJob: (data) => convertEntry(kind, data, toJob),
};

/** Reads the pages of the list. Returns the number of postings that the list states. */
async function* readPages(tenant: string, client: FeedClient): AsyncGenerator<unknown, number> {
  let total = 0;
  for (let number = 0; number < MAX_PAGES; number += 1) {
    const url = `${API}/${tenant}/postings?limit=${PAGE}&offset=${number * PAGE}`;
    const { data, error } = page.safeParse(await (await client.get(url)).json());
    if (!data) {
      throw new UnreadableFeedError(`it is not a SmartRecruiters company (${formatIssue(error)})`);
    }
    total = data.totalFound;
    yield* data.content;
    if (data.content.length === 0 || (number + 1) * PAGE >= total) break;
  }
  return total;
}

/**
 * The employment for each id of a type. The labels of the types cannot be used, because they are in the language of the
 * posting.
 */
const EMPLOYMENTS: Record<string, Employment> = {
  permanent: 'full-time',
  'part-time': 'part-time',
  contract: 'contract',
  temporary: 'temporary',
  intern: 'internship',
};

function toJob(posting: Posting, id: string) {
  const { location, typeOfEmployment, compensation } = posting;
  const sections = posting.jobAd?.sections;
  return buildJob({
    id,
    title: posting.name,
    employment:
      EMPLOYMENTS[typeOfEmployment?.id ?? ''] ??
      readEmployment(typeOfEmployment?.id, typeOfEmployment?.label),
    workplace: workplaceOf(location),
    places: [
      {
        text: location?.fullLocation,
        locality: location?.city,
        region: location?.region,
        country: location?.country,
      },
    ],
    description: [
      sections?.companyDescription,
      sections?.jobDescription,
      sections?.qualifications,
      sections?.additionalInformation,
    ].map((section) => ({ heading: section?.title, html: section?.text })),
    pay: compensation
      ? {
          minimum: readAmount(compensation.min),
          maximum: readAmount(compensation.max),
          currency: compensation.currency,
          unit: readPayUnit(compensation.period),
        }
      : undefined,
    urls: [posting.applyUrl, posting.postingUrl],
    date: readDate(posting.releasedDate),
  });
}

function workplaceOf(location: Posting['location']) {
  if (location?.remote) return 'remote';
  if (location?.hybrid) return 'hybrid';
  return location?.remote === false && location.hybrid === false ? 'on-site' : null;
}
