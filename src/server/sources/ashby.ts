import { basename } from 'node:path';
import { z } from 'zod';
import { markdownFromHtml } from '#server/markdown/from-html.ts';
import type { EmploymentType } from '#shared/constants/employment-types.ts';
import {
  COMPANY_NAME_LENGTH,
  DESCRIPTION_LENGTH,
  LOCATION_LENGTH,
  TITLE_LENGTH,
  URL_LENGTH,
} from '#shared/constants/limits.ts';
import { type Salary, salaryRangeHolding } from '#shared/constants/salary-ranges.ts';
import type { Pay, PayUnit } from '#shared/contract/jobs.ts';
import { type SourceBoard, type SourceJob, UnreadableBoardError } from './source-board.ts';

/** Markup may be several times as long as the words in it; more than this is no description. */
const HTML_LENGTH = 20 * DESCRIPTION_LENGTH;

const board = z.object({ jobs: z.array(z.unknown()) });

const identified = z.object({ id: z.string().min(1).max(200) });

const component = z.object({
  compensationType: z.string(),
  interval: z.string().nullish(),
  currencyCode: z.string().nullish(),
  minValue: z.number().nonnegative().nullish(),
  maxValue: z.number().nonnegative().nullish(),
});

/** https://developers.ashbyhq.com/docs/public-job-posting-api */
const posting = identified.extend({
  title: z.string(),
  employmentType: z.string(),
  location: z.string().nullish(),
  secondaryLocations: z.array(z.object({ location: z.string() })).nullish(),
  isListed: z.boolean().optional(),
  isRemote: z.boolean().nullish(),
  publishedAt: z.iso.datetime({ offset: true }),
  applyUrl: z.string().nullish(),
  jobUrl: z.string().nullish(),
  descriptionHtml: z.string().nullish(),
  shouldDisplayCompensationOnJobPostings: z.boolean().nullish(),
  compensation: z.object({ summaryComponents: z.array(component).nullish() }).nullish(),
});

type Posting = z.infer<typeof posting>;

/**
 * Reads a recorded job board; the company's name is the file's.
 * @throws UnreadableBoardError where the file is no such board.
 */
export function readAshbyBoard(path: string, contents: Uint8Array): SourceBoard {
  const name = companyName(path);
  const entries = parse(contents);
  const jobs = new Map<string, SourceJob>();
  const skipped: SourceBoard['skipped'] = [];
  const listed = new Set<string>();
  let unidentified = 0;
  let postings = 0;

  for (const [index, entry] of entries.entries()) {
    const { data: identity } = identified.safeParse(entry);
    const { data, error } = posting.safeParse(entry);
    const job = identity?.id ?? `number ${index + 1}`;
    if (!identity) unidentified += 1;
    else if (data?.isListed !== false) listed.add(identity.id);
    if (!data) {
      skipped.push({ job, reason: whyNot(error) });
      continue;
    }
    postings += 1;
    if (data.isListed === false) {
      skipped.push({ job, reason: 'it is not listed' });
    } else if (jobs.has(data.id)) {
      skipped.push({ job, reason: 'the file has it twice' });
    } else {
      const result = toSourceJob(data);
      if ('reason' in result) skipped.push({ job, reason: result.reason });
      else jobs.set(data.id, result);
    }
  }
  if (entries.length > 0 && postings === 0) {
    throw new UnreadableBoardError(`not a job in it is an Ashby posting (${skipped[0]?.reason})`);
  }
  return {
    source: 'ashby',
    company: { sourceId: name, name },
    jobs: [...jobs.values()],
    skipped,
    listed: unidentified === 0 && entries.length > 0 ? listed : undefined,
  };
}

/** `Hyperliquid%20Labs.json` is "Hyperliquid Labs". */
function companyName(path: string): string {
  const encoded = basename(path).replace(/\.json$/i, '');
  let name: string;
  try {
    name = clean(decodeURIComponent(encoded));
  } catch {
    // A percent sign that encodes nothing is a part of the name.
    name = clean(encoded);
  }
  if (!name || name.length > COMPANY_NAME_LENGTH) {
    throw new UnreadableBoardError('its name is not the name of a company');
  }
  return name;
}

function parse(contents: Uint8Array): unknown[] {
  if (contents.length === 0) throw new UnreadableBoardError('it is empty');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(contents));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableBoardError(`it is not JSON (${reason.split('\n')[0]?.slice(0, 120)})`);
  }
  const { data } = board.safeParse(value);
  if (!data) throw new UnreadableBoardError('it is not an Ashby job board: it has no list of jobs');
  return data.jobs;
}

function whyNot(error: z.ZodError | undefined): string {
  const issue = error?.issues[0];
  return issue ? `${issue.path.join('.') || 'the entry'}: ${issue.message}` : 'it is not readable';
}

function toSourceJob(posting: Posting): SourceJob | { reason: string } {
  const title = clean(posting.title);
  if (!title) return { reason: 'it has no title' };
  if (title.length > TITLE_LENGTH)
    return { reason: `its title is over ${TITLE_LENGTH} characters` };
  const type = employmentType(posting);
  if (!type) return { reason: `its employment type is unknown (${posting.employmentType})` };
  const html = posting.descriptionHtml ?? '';
  const description =
    html.length > HTML_LENGTH ? undefined : withoutControls(markdownFromHtml(html));
  if (description === undefined || description.length > DESCRIPTION_LENGTH) {
    return { reason: `its description is over ${DESCRIPTION_LENGTH} characters` };
  }
  return {
    sourceId: posting.id,
    title,
    type,
    location: placesInWords(posting),
    description,
    ...salaryAndPay(posting),
    applyurl: [posting.applyUrl, posting.jobUrl].find(isWebAddress) ?? '',
    date: new Date(posting.publishedAt),
  };
}

/**
 * The board has one type where the source has two facts. Where the source does not say whether a
 * job is remote, its location may.
 */
function employmentType({
  employmentType,
  isRemote,
  location,
}: Posting): EmploymentType | undefined {
  switch (employmentType) {
    case 'FullTime':
      return (isRemote ?? /^remote\b/i.test(location?.trim() ?? '')) ? 'Remote' : 'Full-Time';
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

/** Every place the job is offered in, as far as they fit. */
function placesInWords({ location, secondaryLocations }: Posting): string {
  const places = [location, ...(secondaryLocations ?? []).map((secondary) => secondary.location)];
  const distinct = new Set(places.map((place) => clean(place ?? '')).filter(Boolean));
  let words = '';
  for (const place of distinct) {
    const longer = words ? `${words}; ${place}` : place;
    if (longer.length > LOCATION_LENGTH) break;
    words = longer;
  }
  return words;
}

const PAY_UNITS_BY_INTERVAL: Record<string, PayUnit> = {
  '1 YEAR': 'year',
  '1 MONTH': 'month',
  '1 WEEK': 'week',
  '1 DAY': 'day',
  '1 HOUR': 'hour',
};

/**
 * The employer's own figures, and the range that holds the middle of a yearly span in US dollars.
 * Neither where the employer does not want them on the posting.
 */
function salaryAndPay(posting: Posting): { salary: Salary; pay: Pay | null } {
  const none = { salary: '', pay: null } as const;
  if (posting.shouldDisplayCompensationOnJobPostings === false) return none;
  const stated = posting.compensation?.summaryComponents?.find(
    ({ compensationType }) => compensationType === 'Salary',
  );
  const { minValue: minimum, maxValue: maximum, currencyCode: currency, interval } = stated ?? {};
  const unit = PAY_UNITS_BY_INTERVAL[interval ?? ''];
  if (minimum == null || maximum == null || minimum > maximum || !unit) return none;
  if (!currency || !/^[A-Z]{3}$/.test(currency)) return none;
  const salary =
    unit === 'year' && currency === 'USD' ? salaryRangeHolding((minimum + maximum) / 2) : '';
  return { salary, pay: { minimum, maximum, currency, unit } };
}

function isWebAddress(url: string | null | undefined): url is string {
  if (!url || url.length > URL_LENGTH || !URL.canParse(url)) return false;
  return /^https?:\/\/[^/]/i.test(url);
}

/** One line of text. */
function clean(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim();
}

/** PostgreSQL stores no NUL, and no reader sees the other control characters. */
function withoutControls(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, '');
}
