import { z } from 'zod';
import type { FeedClient } from '../fetch/fetch-client.ts';
import { buildJob, type PayFields, type StatedPlace } from './build-job.ts';
import { anything, formatIssue, ifValid, listOf, text, textId } from './fields.ts';
import { readDate } from './read-date.ts';
import { batchEntries, convertEntry, type EntryKind, malformed } from './read-entries.ts';
import type { System } from './system.ts';
import { UnreadableFeedError } from './system.ts';
import { isLabel } from './tenants.ts';
import { readEmployment, readPayUnit, readWorkplace } from './terms.ts';

const API = 'https://api.rippling.com/platform/api/ats/v2/board';
const PAGE = 100;
const MAX_PAGES = 100;

/**
 * A row of the list. A job at several places has several rows. Version 1 of the API has different names for these
 * fields.
 */
const row = z.looseObject({
  id: textId.optional(),
  uuid: textId.optional(),
  name: z.string(),
  url: text,
  locations: listOf(
    z.object({
      name: text,
      city: text,
      state: text,
      country: text,
      countryCode: text,
      workplaceType: text,
    }),
  ),
  workLocation: ifValid(z.object({ label: text })),
});

type Row = z.infer<typeof row>;

const payRange = z.object({
  currency: text,
  frequency: text,
  rangeStart: z.number().nullish(),
  rangeEnd: z.number().nullish(),
});

/** The additional fields in the response of a single job. */
const detail = z
  .object({
    name: ifValid(z.string()),
    description: z
      .string()
      .or(z.object({ company: text, role: text }))
      .nullish(),
    workLocations: listOf(z.string()),
    employmentType: ifValid(z.object({ id: text, label: text })),
    createdOn: text,
    url: text,
    payRangeDetails: ifValid(z.array(payRange)),
  })
  // Without this check, any object would be valid, because all of these fields are optional.
  .refine(({ name, description }) => name || description, {
    error: 'Invalid input: expected a name or a description',
  });

const identified = z
  .object({ id: textId.optional(), uuid: textId.optional() })
  .transform(({ id, uuid }) => id ?? uuid)
  .pipe(z.string());

const kind: EntryKind<Row> = { name: 'Rippling job', id: identified, entry: row };

const page = z
  .object({ items: z.array(z.unknown()), totalItems: z.int(), totalPages: z.int() })
  .or(
    z.array(z.unknown()).transform((items) => ({ items, totalItems: items.length, totalPages: 1 })),
  );

export const rippling: System = {
  id: 'rippling',
  name: 'Rippling',
  idScope: 'tenant',
  // The API allows 100 requests in ten minutes.
  interval: 6_000,
  conditional: 'none',
  isVerified: false,
  recognize(url) {
    const path =
      url.host === 'ats.rippling.com'
        ? url.pathname
            .replace(/^\/embed(?=\/)/, '')
            .replace(/^\/[a-z]{2}(?:-[A-Za-z]{2})?(?=\/)/, '')
        : url.host === 'api.rippling.com'
          ? /^\/platform\/api\/ats\/v\d\/board(\/[^/]+)/.exec(url.pathname)?.[1]
          : undefined;
    const tenant = path?.split('/')[1]?.toLowerCase();
    return tenant && isLabel(tenant) ? tenant : undefined;
  },
  embed: /\bdata-job-board-id=["'](?:&quot;|")?([\w-]{1,63})/gi,
  isTenant: isLabel,
  hosts: () => ['api.rippling.com'],
  pageUrl: ({ tenant }) => `https://ats.rippling.com/${tenant}/jobs`,
  async *list({ tenant }, client) {
    const rows = await readRows(tenant, client);
    const { isIdentified } = yield* batchEntries(groupRows(rows.items), kind);
    return { isComplete: isIdentified && rows.items.length === rows.totalItems };
  },
  async detail({ tenant }, { id, data }, client) {
    const { data: listed } = row.safeParse(data);
    if (id === undefined || !listed) return data;
    const response = await client.get(`${API}/${tenant}/jobs/${encodeURIComponent(id)}`);
    return { ...listed, detail: await response.json() };
  },
  toJob: (data) => convertEntry(kind, data, toJob),
};

async function readRows(tenant: string, client: FeedClient) {
  const items: unknown[] = [];
  let totalItems = 0;
  for (let number = 0; number < MAX_PAGES; number += 1) {
    const url = `${API}/${tenant}/jobs?page=${number}&pageSize=${PAGE}`;
    const { data, error } = page.safeParse(await (await client.get(url)).json());
    if (!data) throw new UnreadableFeedError(`it is not a Rippling board (${formatIssue(error)})`);
    items.push(...data.items);
    totalItems = data.totalItems;
    if (data.items.length === 0 || number + 1 >= data.totalPages) break;
  }
  return { items, totalItems };
}

/** Combines the rows of the same job, which differ only in their place. */
async function* groupRows(rows: unknown[]): AsyncGenerator<unknown, void> {
  const jobs = new Map<string, Row & { places: StatedPlace[] }>();
  for (const each of rows) {
    const { data } = row.safeParse(each);
    const id = identified.safeParse(each).data;
    if (!data || id === undefined) {
      yield each;
      continue;
    }
    const known = jobs.get(id);
    if (known) known.places.push(...placesOf(data));
    else jobs.set(id, { ...data, places: placesOf(data) });
  }
  yield* jobs.values();
}

function placesOf({ locations, workLocation }: Row): StatedPlace[] {
  if (!locations?.length) return [{ text: workLocation?.label }];
  return locations.map(({ name, city, state, country, countryCode }) => ({
    text: name,
    locality: city,
    region: state,
    country: countryCode ?? country,
  }));
}

const grouped = z.object({
  places: z.array(z.custom<StatedPlace>()).optional(),
  detail: anything,
});

function toJob(job: Row, id: string) {
  const { places = placesOf(job), detail: response } = grouped.parse(job);
  const { data, error } = detail.safeParse(response ?? job);
  if (!data) return malformed(error);
  const { employmentType, description } = data;
  const texts =
    typeof description === 'string' ? { role: description, company: null } : description;
  const workplaces = new Set(
    job.locations?.map(({ workplaceType }) => readWorkplace(workplaceType)),
  );
  const [workplace = null, ...others] = workplaces;
  return buildJob({
    id,
    title: data.name ?? job.name,
    // The label is a code such as `SALARIED_FT`, and the id is the employer's own term for it.
    employment: readEmployment(employmentType?.label) ?? readEmployment(employmentType?.id),
    workplace: others.length === 0 ? workplace : null,
    places: places.some(({ text, locality }) => text || locality)
      ? places
      : (data.workLocations ?? []).map((text) => ({ text })),
    description: [{ html: texts?.role }, { html: texts?.company }],
    pay: payOf(data.payRangeDetails ?? []),
    urls: [data.url, job.url],
    date: readDate(data.createdOn),
  });
}

/**
 * The pay from the lowest to the highest figure of the pay ranges, which differ by place. Returns no pay if the
 * currencies or units differ.
 */
function payOf(ranges: z.infer<typeof payRange>[]): PayFields | undefined {
  const [first, ...others] = ranges;
  if (!first) return undefined;
  const { currency, frequency } = first;
  if (others.some((range) => range.currency !== currency || range.frequency !== frequency)) {
    return undefined;
  }
  return {
    minimum: Math.min(...ranges.map(({ rangeStart }) => rangeStart ?? Number.NaN)),
    maximum: Math.max(...ranges.map(({ rangeEnd }) => rangeEnd ?? Number.NaN)),
    currency,
    unit: readPayUnit(frequency),
  };
}
