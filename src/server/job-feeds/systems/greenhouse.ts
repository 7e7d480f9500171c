import { z } from 'zod';
import type { PayUnit } from '#shared/contract/job-responses.ts';
import { buildJob, type PayFields } from './build-job.ts';
import { anything, ifValid, numericId, text } from './fields.ts';
import { readDate, readDay } from './read-date.ts';
import { convertEntry, type EntryKind, listJson } from './read-entries.ts';
import type { System } from './system.ts';
import { readEmployment, readPayUnit, readWorkplace } from './terms.ts';
import { unescapeOnce } from './unescape-markup.ts';

/**
 * A field that the employer has added. Employment and workplace are often among them, under the employer's own names.
 */
const metadata = z.object({ name: text, value: anything });

const payRange = z.object({
  min_cents: z.number().nullish(),
  max_cents: z.number().nullish(),
  currency_type: text,
  title: text,
});

const identified = z.object({ id: numericId });

/** The format of a job in Greenhouse's Job Board API. https://developers.greenhouse.io/job-board.html */
const job = identified.extend({
  title: z.string(),
  content: text,
  location: z.object({ name: text }).nullish(),
  absolute_url: text,
  company_name: text,
  first_published: text,
  updated_at: text,
  application_deadline: ifValid(z.string()),
  metadata: ifValid(z.array(metadata)),
  pay_input_ranges: ifValid(z.array(payRange)),
});

type Job = z.infer<typeof job>;

const kind: EntryKind<Job> = {
  name: 'Greenhouse job',
  id: identified.transform(({ id }) => id),
  entry: job,
};

/** The number of jobs as the list states it. */
const meta = z.object({ meta: z.object({ total: z.int() }) });

export const greenhouse: System = {
  id: 'greenhouse',
  name: 'Greenhouse',
  idScope: 'system',
  interval: 1_000,
  conditional: 'ETag',
  isVerified: true,
  recognize,
  isTenant: (tenant) => /^[a-z\d][a-z\d_-]{0,99}$/.test(tenant),
  hosts: () => ['boards-api.greenhouse.io'],
  pageUrl: ({ tenant }) => `https://job-boards.greenhouse.io/${tenant}`,
  async *list({ tenant }, client) {
    const { end, first, entries, isIdentified } = yield* listJson(client, {
      url: `https://boards-api.greenhouse.io/v1/boards/${tenant}/jobs?content=true&pay_transparency=true`,
      what: 'a Greenhouse board',
      name: 'jobs',
      kind,
    });
    const { data } = meta.safeParse(end);
    return {
      isComplete: isIdentified && (data?.meta.total ?? entries) === entries,
      company: first?.company_name?.trim() || undefined,
    };
  },
  toJob: (data) => convertEntry(kind, data, toJob),
};

const BOARD_HOST = /^(?:job-)?boards(?:\.eu)?\.greenhouse\.io$/;
const API_HOST = /^(?:boards-api(?:\.eu)?|api)\.greenhouse\.io$/;

/**
 * Recognizes the URLs of job boards, of embedded job boards, of single jobs and of the API, in both regions of
 * Greenhouse.
 */
function recognize(url: URL): string | undefined {
  const [first, second, third] = url.pathname.split('/').slice(1);
  let tenant: string | null | undefined;
  if (API_HOST.test(url.host) && first === 'v1' && second === 'boards') tenant = third;
  else if (BOARD_HOST.test(url.host)) {
    tenant = first === 'embed' ? url.searchParams.get('for') : first;
  }
  const name = tenant?.toLowerCase();
  return name && greenhouse.isTenant(name) ? name : undefined;
}

function toJob(job: Job, id: string) {
  const location = job.location?.name;
  return buildJob({
    id,
    title: job.title,
    employment: readEmployment(...fieldsOf(job, EMPLOYMENT_FIELD)),
    workplace: readWorkplace(...fieldsOf(job, WORKPLACE_FIELD)),
    places: [{ text: location }],
    // The API escapes the HTML of the whole content. Parts of some contents were already escaped before.
    description: [{ html: unescapeOnce(job.content ?? '') }],
    pay: payOf(job.pay_input_ranges ?? []),
    urls: [job.absolute_url],
    date: readDate(job.first_published) ?? readDate(job.updated_at),
    closes: readDay(job.application_deadline),
  });
}

const EMPLOYMENT_FIELD =
  /\b(?:employment|time|worker|contract|position|hire) type\b|\bfull[ -]?time\b|\bschedule\b/i;
const WORKPLACE_FIELD =
  /\b(?:work ?place|work(?:ing)? (?:model|mode|type|arrangement|style)|model of work|remote)\b/i;

/** The values of the fields that the employer has added under a name that matches. */
function fieldsOf({ metadata }: Job, name: RegExp): string[] {
  return (metadata ?? []).flatMap((field) =>
    name.test(field.name ?? '') && typeof field.value === 'string' ? [field.value] : [],
  );
}

/** Currencies in which a yearly salary is at least `MIN_YEARLY`, and pay for a shorter period is lower. */
const YEARLY_CURRENCIES = new Set(['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF', 'NZD', 'SGD']);
const MIN_YEARLY = 15_000;

/**
 * The pay from the lowest to the highest figure of all pay ranges, which differ by place or level. Returns no pay if
 * the currencies or units differ.
 */
function payOf(ranges: z.infer<typeof payRange>[]): PayFields | undefined {
  const stated = ranges.map((range) => ({
    minimum: (range.min_cents ?? Number.NaN) / 100,
    maximum: (range.max_cents ?? Number.NaN) / 100,
    currency: range.currency_type,
    unit: unitOf(range),
  }));
  const [first, ...others] = stated;
  if (!first?.unit) return undefined;
  const isSame = others.every(
    ({ currency, unit }) => currency === first.currency && unit === first.unit,
  );
  if (!isSame) return undefined;
  return {
    ...first,
    minimum: Math.min(...stated.map(({ minimum }) => minimum)),
    maximum: Math.max(...stated.map(({ maximum }) => maximum)),
  };
}

/**
 * The unit of pay. Only the title of a pay range can state it. If the title states none, an amount that is too high for
 * a month is yearly.
 */
function unitOf({
  title,
  min_cents,
  currency_type,
}: z.infer<typeof payRange>): PayUnit | undefined {
  const isYearly =
    YEARLY_CURRENCIES.has(currency_type ?? '') && (min_cents ?? 0) / 100 >= MIN_YEARLY;
  return readPayUnit(title) ?? (isYearly ? 'year' : undefined);
}
