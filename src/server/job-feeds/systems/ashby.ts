import { z } from 'zod';
import { toOneLine } from '#server/content/text.ts';
import type { Employment } from '#shared/domain/employments.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';
import { buildJob, type PayFields } from './build-job.ts';
import { ifValid, listOf, text, textId } from './fields.ts';
import { readDay } from './read-date.ts';
import { convertEntry, type EntryKind, listJson } from './read-entries.ts';
import type { System } from './system.ts';
import { readPayUnit } from './terms.ts';

// If the address is invalid, only the address is dropped, not the job.
const address = ifValid(
  z.object({
    postalAddress: z.object({ addressLocality: text, addressRegion: text, addressCountry: text }),
  }),
);

const identified = z.object({ id: textId });

/** The format of a posting in Ashby's public feed. https://developers.ashbyhq.com/docs/public-job-posting-api */
const posting = identified.extend({
  title: z.string(),
  employmentType: z.string(),
  location: text,
  secondaryLocations: listOf(z.object({ location: z.string(), address })),
  address,
  /** This field has the name that it has in Ashby's own API. Recorded feeds do not have it. */
  workplaceType: ifValid(z.enum(['OnSite', 'Hybrid', 'Remote'])),
  isListed: z.boolean().optional(),
  isRemote: z.boolean().nullish(),
  publishedAt: z.iso.datetime({ offset: true }),
  /** This field has the name that it has in Ashby's own API: https://developers.ashbyhq.com/reference/jobpostinglist */
  applicationDeadline: ifValid(z.iso.datetime({ offset: true }).or(z.iso.date())),
  applyUrl: text,
  jobUrl: text,
  descriptionHtml: text,
  // If the compensation is invalid, only the pay is dropped, not the job.
  shouldDisplayCompensationOnJobPostings: z.boolean().nullish().catch(false),
  compensation: ifValid(z.object({ summaryComponents: listOf(z.unknown()) })),
});

export type AshbyPosting = z.infer<typeof posting>;

/** A posting of Ashby's public feed and of recorded files. */
export const ashbyPosting: EntryKind<AshbyPosting> = {
  name: 'Ashby posting',
  id: identified.transform(({ id }) => id),
  entry: posting,
  isListed: ({ isListed }) => isListed !== false,
};

export const ashby: System = {
  id: 'ashby',
  name: 'Ashby',
  idScope: 'system',
  interval: 1_000,
  conditional: 'Last-Modified',
  isVerified: true,
  recognize(url) {
    if (url.host === 'jobs.ashbyhq.com') return tenantOf(url.pathname.split('/')[1]);
    return url.host === 'api.ashbyhq.com'
      ? tenantOf(/^\/posting-api\/job-board\/([^/]+)/.exec(url.pathname)?.[1])
      : undefined;
  },
  isTenant: (tenant) => TENANT.test(tenant),
  hosts: () => ['api.ashbyhq.com'],
  pageUrl: ({ tenant }) => `https://jobs.ashbyhq.com/${encodeURIComponent(tenant)}`,
  async *list({ tenant }, client) {
    const { isIdentified } = yield* listJson(client, {
      url: `https://api.ashbyhq.com/posting-api/job-board/${encodeURIComponent(tenant)}?includeCompensation=true`,
      what: 'an Ashby job board',
      name: 'jobs',
      kind: ashbyPosting,
    });
    return { isComplete: isIdentified };
  },
  toJob: toAshbyJob,
};

/**
 * Matches names of job boards, which may have spaces and are case-insensitive. They are a part of a path, so a text
 * that contains a slash or consists only of dots is not a name.
 */
const TENANT = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N} ._&'+-]{0,99}$/u;

function tenantOf(encoded: string | undefined): string | undefined {
  try {
    const tenant = decodeURIComponent(encoded ?? '').toLowerCase();
    return TENANT.test(tenant) ? tenant : undefined;
  } catch (error) {
    // The path has a percent sign that does not encode a character, so it is no URL of Ashby.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Converts a posting to a job, or gives the reason why that is impossible. */
export function toAshbyJob(data: unknown) {
  return convertEntry(ashbyPosting, data, (posting, id) => {
    const { employmentType: type } = posting;
    const employment = EMPLOYMENTS[type];
    if (!employment) {
      return { reason: `its employment type is unknown (${toOneLine(type).slice(0, 50)})` };
    }
    return buildJob({
      id,
      title: posting.title,
      employment,
      workplace: WORKPLACES[posting.workplaceType ?? ''] ?? null,
      isRemote: posting.isRemote,
      places: [posting, ...(posting.secondaryLocations ?? [])].map(placeOf),
      description: [{ html: posting.descriptionHtml }],
      pay: payOf(posting),
      urls: [posting.applyUrl, posting.jobUrl],
      date: new Date(posting.publishedAt),
      closes: readDay(posting.applicationDeadline),
    });
  });
}

const EMPLOYMENTS: Record<string, Employment> = {
  FullTime: 'full-time',
  PartTime: 'part-time',
  Contract: 'contract',
  Temporary: 'temporary',
  Intern: 'internship',
};

const WORKPLACES: Record<string, Workplace> = {
  OnSite: 'on-site',
  Hybrid: 'hybrid',
  Remote: 'remote',
};

function placeOf({ location, address }: Pick<AshbyPosting, 'location' | 'address'>) {
  const fields = address?.postalAddress;
  return {
    text: location,
    locality: fields?.addressLocality,
    region: fields?.addressRegion,
    country: fields?.addressCountry,
  };
}

const salaryComponent = z.object({ compensationType: z.literal('Salary') });

const salary = z.object({
  interval: z.string(),
  currencyCode: z.unknown(),
  minValue: z.unknown(),
  maxValue: z.unknown(),
});

/** The pay that the posting states, unless the employer hides it. */
function payOf(posting: AshbyPosting): PayFields | undefined {
  if (posting.shouldDisplayCompensationOnJobPostings === false) return undefined;
  const components = posting.compensation?.summaryComponents ?? [];
  const component = components.find((each) => salaryComponent.safeParse(each).success);
  const { data } = salary.safeParse(component);
  return (
    data && {
      minimum: data.minValue,
      maximum: data.maxValue,
      currency: data.currencyCode,
      unit: readPayUnit(data.interval),
    }
  );
}
