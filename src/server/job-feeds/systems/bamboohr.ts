import { z } from 'zod';
import type { Workplace } from '#shared/domain/workplaces.ts';
import { buildJob } from './build-job.ts';
import { anything, ifValid, numericId, text } from './fields.ts';
import { readDate } from './read-date.ts';
import { convertEntry, type EntryKind, listJson, malformed } from './read-entries.ts';
import type { ListedItem, System } from './system.ts';
import { isLabel, subdomainOf } from './tenants.ts';
import { readEmployment, readPayText } from './terms.ts';

/** The fields of both the list and the response of a single opening. */
const fields = {
  jobOpeningName: text,
  employmentStatusLabel: text,
  location: z.object({ city: text, state: text, addressCountry: text }).nullish(),
  atsLocation: ifValid(z.object({ city: text, state: text, province: text, country: text })),
  isRemote: z.boolean().nullish(),
  locationType: ifValid(z.string()),
};

const identified = z.object({ id: numericId });

/** An opening in the list of a BambooHR career site. */
const opening = identified.extend({ ...fields, jobOpeningName: z.string(), detail: anything });

/** The response of a single opening. */
const detail = z.object({
  result: z.object({
    jobOpening: z.object({
      ...fields,
      description: text,
      compensation: ifValid(z.string()),
      datePosted: text,
      jobOpeningShareUrl: text,
    }),
  }),
});

type Opening = z.infer<typeof opening>;

const kind: EntryKind<Opening> = {
  name: 'BambooHR opening',
  id: identified.transform(({ id }) => id),
  entry: opening,
};

const meta = z.object({ meta: z.object({ totalCount: z.int() }) });

/** The codes of workplaces. */
const WORKPLACES: Record<string, Workplace> = { '0': 'on-site', '1': 'remote', '2': 'hybrid' };

export const bambooHr: System = {
  id: 'bamboohr',
  name: 'BambooHR',
  idScope: 'tenant',
  interval: 1_000,
  conditional: 'any',
  isVerified: true,
  recognize: (url) => subdomainOf(url, 'bamboohr.com'),
  embed: /\bdata-domain=["']([a-z\d-]{1,63})\.bamboohr\.com/gi,
  isTenant: isLabel,
  hosts: ({ tenant }) => [`${tenant}.bamboohr.com`],
  pageUrl: ({ tenant }) => `https://${tenant}.bamboohr.com/careers`,
  async *list({ tenant }, client) {
    const list = listJson(client, {
      url: `https://${tenant}.bamboohr.com/careers/list`,
      what: 'a BambooHR career site',
      name: 'result',
      kind,
    });
    const batches: ListedItem[][] = [];
    let next = await list.next();
    for (; !next.done; next = await list.next()) batches.push(next.value);
    // Read the whole list before the first opening is requested, because the client sends only one request at a time.
    yield* batches;
    const { end, entries, isIdentified } = next.value;
    const total = meta.safeParse(end).data?.meta.totalCount ?? entries;
    return { isComplete: isIdentified && total === entries };
  },
  async detail({ tenant }, { id, data }, client) {
    const { data: listed } = opening.safeParse(data);
    if (id === undefined || !listed) return data;
    const url = `https://${tenant}.bamboohr.com/careers/${encodeURIComponent(id)}/detail`;
    const response = await client.get(url, { accept: 'application/json' });
    return { ...listed, detail: await response.json() };
  },
  toJob: (data, { tenant }) => convertEntry(kind, data, (listed, id) => toJob(listed, id, tenant)),
};

function toJob(listed: Opening, id: string, tenant: string) {
  const { data, error } = detail.safeParse(listed.detail);
  if (listed.detail !== undefined && !data) return malformed(error);
  const opened = data?.result.jobOpening;
  const { location, atsLocation } = opened ?? listed;
  const country = location?.addressCountry ?? atsLocation?.country;
  return buildJob({
    id,
    title: opened?.jobOpeningName ?? listed.jobOpeningName,
    employment: readEmployment(opened?.employmentStatusLabel ?? listed.employmentStatusLabel),
    workplace: WORKPLACES[opened?.locationType ?? listed.locationType ?? ''] ?? null,
    isRemote: opened?.isRemote ?? listed.isRemote,
    places: [
      {
        locality: location?.city || atsLocation?.city,
        region: location?.state || atsLocation?.state || atsLocation?.province,
        country,
      },
    ],
    description: [{ html: opened?.description }],
    pay: readPayText(opened?.compensation, country),
    urls: [opened?.jobOpeningShareUrl, `https://${tenant}.bamboohr.com/careers/${id}`],
    date: readDate(opened?.datePosted),
  });
}
