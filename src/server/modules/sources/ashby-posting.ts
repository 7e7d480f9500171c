import { z } from 'zod';
import { markdownFromHtml } from '#server/content/markdown/from-html.ts';
import { isLongerThan, toOneLine, withoutControls } from '#server/content/text.ts';
import type { Address } from '#server/db/schema.ts';
import { parseUrl } from '#server/platform/parse-url.ts';
import type { PayUnit } from '#shared/contract/job-responses.ts';
import { type StatedPay, statedPay } from '#shared/contract/stated-pay.ts';
import type { EmploymentType } from '#shared/domain/employment-types.ts';
import type { Employment } from '#shared/domain/employments.ts';
import { isPlainDate, type PlainDate, toPlainDate } from '#shared/domain/plain-date.ts';
import { salaryRangeOf } from '#shared/domain/salary-bounds.ts';
import type { Salary } from '#shared/domain/salary-ranges.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';
import {
  DESCRIPTION_LENGTH,
  LOCATION_LENGTH,
  MORE_PLACES_LENGTH,
  TITLE_LENGTH,
  URL_LENGTH,
} from '#shared/limits.ts';
import { NestedTooDeeplyError } from '#shared/markdown/html-tree.ts';
import type { SourceJob } from './source-feed.ts';

/** The maximum length of a description's HTML (characters). Markup may be several times as long as its text. */
const HTML_LENGTH = 20 * DESCRIPTION_LENGTH;

/** The years in which a job can plausibly have been posted. */
const YEARS = { first: 1970, last: 2100 } as const;

export const identified = z.object({
  id: z
    .string()
    // Replace lone surrogates as UTF-8 encoding does, so that ids equal the stored ones.
    .transform((id) => Buffer.from(id.replace(/\p{Cc}/gu, '')).toString())
    .pipe(z.string().min(1).max(200)),
});

const addressField = z
  .string()
  .nullish()
  .transform((written) => toOneLine(written ?? '').slice(0, LOCATION_LENGTH));

const postalAddress = z.object({
  addressLocality: addressField,
  addressRegion: addressField,
  addressCountry: addressField,
});

// If the address is invalid, only the address is dropped, not the job.
const address = z.object({ postalAddress }).nullish().catch(null);

/** The format of a posting in Ashby's public feed. https://developers.ashbyhq.com/docs/public-job-posting-api */
export const posting = identified.extend({
  title: z.string(),
  employmentType: z.string(),
  location: z.string().nullish(),
  secondaryLocations: z.array(z.object({ location: z.string(), address })).nullish(),
  address,
  /** The name in Ashby's own API. Recorded feeds do not have this field. */
  workplaceType: z.enum(['OnSite', 'Hybrid', 'Remote']).nullish().catch(null),
  isListed: z.boolean().optional(),
  isRemote: z.boolean().nullish(),
  publishedAt: z.iso.datetime({ offset: true }),
  /** The name in Ashby's own API: https://developers.ashbyhq.com/reference/jobpostinglist */
  applicationDeadline: z.iso.datetime({ offset: true }).or(z.iso.date()).nullish().catch(null),
  applyUrl: z.string().nullish(),
  jobUrl: z.string().nullish(),
  descriptionHtml: z.string().nullish(),
  // If the compensation is invalid, only the pay is dropped, not the job.
  shouldDisplayCompensationOnJobPostings: z.boolean().nullish().catch(false),
  compensation: z
    .object({ summaryComponents: z.array(z.unknown()).nullish() })
    .nullish()
    .catch(null),
});

type Posting = z.infer<typeof posting>;

/** Converts a posting to a job, or gives the reason why that is impossible. */
export function toSourceJob(posting: Posting): SourceJob | { reason: string } {
  const title = toOneLine(posting.title);
  if (!title) return { reason: 'it has no title' };
  if (isLongerThan(title, TITLE_LENGTH)) {
    return { reason: `its title is over ${TITLE_LENGTH} characters` };
  }
  const type = employmentType(posting);
  if (!type) {
    const unknown = toOneLine(posting.employmentType).slice(0, 50);
    return { reason: `its employment type is unknown (${unknown})` };
  }
  const date = new Date(posting.publishedAt);
  const year = date.getUTCFullYear();
  if (!(year >= YEARS.first && year <= YEARS.last)) {
    return { reason: `its date is not between ${YEARS.first} and ${YEARS.last}` };
  }
  const html = posting.descriptionHtml ?? '';
  const tooLong = { reason: `its description is over ${DESCRIPTION_LENGTH} characters` };
  if (html.length > HTML_LENGTH) return tooLong;
  const description = descriptionOf(html);
  if (description === undefined) return { reason: 'its description is nested too deeply' };
  if (isLongerThan(description, DESCRIPTION_LENGTH)) return tooLong;
  return {
    sourceId: posting.id,
    title,
    type,
    employment: EMPLOYMENTS_BY_TYPE[posting.employmentType] ?? null,
    workplace: WORKPLACES_BY_TYPE[posting.workplaceType ?? ''] ?? null,
    addresses: addressesOf(posting),
    ...formatPlaces(posting),
    description,
    ...salaryAndPay(posting),
    applyurl: webAddress(posting.applyUrl) ?? webAddress(posting.jobUrl) ?? '',
    // Replace a future date with the current date. Otherwise, the job would be listed first until that day.
    date: new Date(Math.min(date.getTime(), Date.now())),
    validthrough: closingDate(posting.applicationDeadline),
  };
}

function closingDate(deadline: string | null | undefined): PlainDate | null {
  const day = deadline ? toPlainDate(new Date(deadline)) : '';
  return isPlainDate(day) ? day : null;
}

/** Converts the description to Markdown. Returns undefined if its HTML is nested too deeply. */
function descriptionOf(html: string): string | undefined {
  try {
    return withoutControls(markdownFromHtml(html));
  } catch (error) {
    if (error instanceof NestedTooDeeplyError) return undefined;
    throw error;
  }
}

/**
 * Combines two facts of the source, the employment type and whether the job is remote, into the board's single type. If
 * the source does not say whether a job is remote, the location may.
 */
function employmentType({
  employmentType,
  isRemote,
  location,
}: Posting): EmploymentType | undefined {
  switch (employmentType) {
    case 'FullTime':
      return (isRemote ?? /^remote\b/i.test(toOneLine(location ?? ''))) ? 'Remote' : 'Full-Time';
    case 'PartTime':
      return 'Part-Time';
    case 'Contract':
    case 'Temporary':
      return 'Contract';
    case 'Intern':
      return 'Internship';
    default:
      return undefined;
  }
}

const EMPLOYMENTS_BY_TYPE: Record<string, Employment> = {
  FullTime: 'full-time',
  PartTime: 'part-time',
  Contract: 'contract',
  Temporary: 'temporary',
  Intern: 'internship',
};

const WORKPLACES_BY_TYPE: Record<string, Workplace> = {
  OnSite: 'on-site',
  Hybrid: 'hybrid',
  Remote: 'remote',
};

/** The maximum number of addresses of a job. */
const MAX_ADDRESSES = 100;

/** The places that the source states in separate fields, each with the text of its location. */
function addressesOf({ location, address, secondaryLocations }: Posting): Address[] | null {
  const stated = [{ location, address }, ...(secondaryLocations ?? [])].flatMap((place) => {
    if (!place.address) return [];
    const fields = place.address.postalAddress;
    const { addressLocality: locality, addressRegion: region, addressCountry: country } = fields;
    return locality || region || country
      ? [{ text: toOneLine(place.location ?? ''), locality, region, country }]
      : [];
  });
  return stated.length > 0 ? stated.slice(0, MAX_ADDRESSES) : null;
}

/** Formats all places of the job. `location` has as many as fit, and `more_places` has the others. */
function formatPlaces({ location, secondaryLocations }: Posting) {
  const places = [location, ...(secondaryLocations ?? []).map((secondary) => secondary.location)];
  const named = places
    .map((place) => toOneLine(place ?? ''))
    .filter((place) => place && !isLongerThan(place, LOCATION_LENGTH));
  const [first, rest] = joinUpTo([...new Set(named)], LOCATION_LENGTH);
  const [more] = joinUpTo(rest, MORE_PLACES_LENGTH);
  return { location: first, more_places: more || null };
}

/** Joins as many places as fit into the length (characters). Returns the text and the other places. */
function joinUpTo(places: string[], length: number): [text: string, rest: string[]] {
  let text = '';
  for (const [index, place] of places.entries()) {
    const longer = text ? `${text}; ${place}` : place;
    if (isLongerThan(longer, length)) return [text, places.slice(index)];
    text = longer;
  }
  return [text, []];
}

const PAY_UNITS_BY_INTERVAL: Record<string, PayUnit> = {
  '1 YEAR': 'year',
  '1 MONTH': 'month',
  '1 WEEK': 'week',
  '1 DAY': 'day',
  '1 HOUR': 'hour',
};

const salaryComponent = z.object({ compensationType: z.literal('Salary') });

const statedSalary = z.object({
  interval: z.string(),
  currencyCode: z.unknown(),
  minValue: z.unknown(),
  maxValue: z.unknown(),
});

/**
 * The pay that the employer states, and the salary range that contains its middle if the pay is yearly and in US
 * dollars. Both are empty if the employer hides the compensation, or if a figure is invalid.
 */
function salaryAndPay(posting: Posting): { salary: Salary; pay: StatedPay | null } {
  const none = { salary: '', pay: null } as const;
  if (posting.shouldDisplayCompensationOnJobPostings === false) return none;
  const components = posting.compensation?.summaryComponents ?? [];
  const component = components.find((each) => salaryComponent.safeParse(each).success);
  const { data: stated } = statedSalary.safeParse(component);
  // Accept only pay that an employer could also state on the board, so that an edit can send it back.
  const { data: pay } = statedPay.safeParse(
    stated && {
      minimum: stated.minValue,
      maximum: stated.maxValue,
      currency: stated.currencyCode,
      unit: PAY_UNITS_BY_INTERVAL[stated.interval],
    },
  );
  if (!pay) return none;
  const middle = pay.minimum + (pay.maximum - pay.minimum) / 2;
  const salary = pay.unit === 'year' && pay.currency === 'USD' ? salaryRangeOf(middle) : '';
  return { salary, pay };
}

/** Normalizes a URL. Returns undefined if it is not an http(s) URL. */
export function webAddress(written: string | null | undefined): string | undefined {
  const url = withoutControls(written ?? '').trim();
  const href = /^https?:\/\/[^/]/i.test(url) ? parseUrl(url)?.href : undefined;
  return href === undefined || href.length > URL_LENGTH ? undefined : href;
}
