import { z } from 'zod';
import { buildJob, type StatedSection } from './build-job.ts';
import { anything, ifValid, listOf, text, textId } from './fields.ts';
import { readDate } from './read-date.ts';
import { convertEntry, type EntryKind, listJson } from './read-entries.ts';
import type { System } from './system.ts';
import { readEmployment, readPayUnit, readWorkplace } from './terms.ts';

const identified = z.object({ id: textId });

/** The format of a posting in Lever's Postings API. https://github.com/lever/postings-api */
const posting = identified.extend({
  text: z.string(),
  categories: z
    .object({ commitment: text, location: text, allLocations: listOf(z.string()) })
    .nullish(),
  country: ifValid(z.string()),
  workplaceType: text,
  description: text,
  descriptionPlain: text,
  lists: listOf(z.object({ text, content: text })),
  additional: text,
  additionalPlain: text,
  salaryDescription: ifValid(z.string()),
  salaryRange: ifValid(
    z.object({ min: anything, max: anything, currency: anything, interval: text }),
  ),
  createdAt: z.number().nullish(),
  hostedUrl: text,
  applyUrl: text,
});

type Posting = z.infer<typeof posting>;

const kind: EntryKind<Posting> = {
  name: 'Lever posting',
  id: identified.transform(({ id }) => id),
  entry: posting,
};

/** The prefix of the names of customers in the European region, who have their own hosts. */
const EU = 'eu:';

export const lever: System = {
  id: 'lever',
  name: 'Lever',
  idScope: 'system',
  interval: 1_000,
  conditional: 'ETag',
  isVerified: true,
  recognize(url) {
    const region = /^(?:jobs|api)\.(eu\.)?lever\.co$/.exec(url.host);
    if (!region) return undefined;
    const path = url.pathname
      .replace(/^\/v0\/postings(?=\/)/, '')
      .split('/')[1]
      ?.toLowerCase();
    const tenant = `${region[1] ? EU : ''}${path}`;
    return path && lever.isTenant(tenant) ? tenant : undefined;
  },
  embed:
    /\bleverJobsOptions\s{0,9}=\s{0,9}\{[^}]{0,500}?\baccountName["']?\s{0,9}:\s{0,9}["']([\w.-]{1,100})["']/g,
  isTenant: (tenant) => /^(?:eu:)?[a-z\d][a-z\d._-]{0,99}$/.test(tenant),
  hosts: ({ tenant }) => [tenant.startsWith(EU) ? 'api.eu.lever.co' : 'api.lever.co'],
  pageUrl({ tenant }) {
    const isEuropean = tenant.startsWith(EU);
    return `https://jobs.${isEuropean ? 'eu.' : ''}lever.co/${tenant.slice(isEuropean ? EU.length : 0)}`;
  },
  async *list(address, client) {
    const [host] = lever.hosts(address);
    const tenant = address.tenant.replace(EU, '');
    const { isIdentified } = yield* listJson(client, {
      url: `https://${host}/v0/postings/${tenant}?mode=json`,
      what: 'a Lever board',
      kind,
    });
    return { isComplete: isIdentified };
  },
  toJob: (data) => convertEntry(kind, data, toJob),
};

function toJob(posting: Posting, id: string) {
  const { categories, country, salaryRange } = posting;
  const location = categories?.location;
  const others = (categories?.allLocations ?? []).filter((other) => other !== location);
  const workplace = readWorkplace(posting.workplaceType);
  return buildJob({
    id,
    title: posting.text,
    employment: readEmployment(categories?.commitment),
    workplace,
    places: [
      // The country in the entry is that of the first location only.
      { text: location, locality: country ? location : null, country },
      ...others.map((other) => ({ text: other })),
    ],
    description: sectionsOf(posting),
    pay: salaryRange
      ? {
          minimum: salaryRange.min,
          maximum: salaryRange.max,
          currency: salaryRange.currency,
          unit: readPayUnit(salaryRange.interval),
        }
      : undefined,
    urls: [posting.applyUrl, posting.hostedUrl],
    // Lever states only when the posting was created, which may be long before it was published, but never after.
    date: readDate(posting.createdAt),
  });
}

/** The parts of the description, in the order in which Lever's own pages show them. */
function sectionsOf(posting: Posting): StatedSection[] {
  return [
    posting.description ? { html: posting.description } : { text: posting.descriptionPlain },
    ...(posting.lists ?? []).map((list) => ({
      heading: list.text,
      html: list.content && `<ul>${list.content}</ul>`,
    })),
    posting.additional ? { html: posting.additional } : { text: posting.additionalPlain },
    { html: posting.salaryDescription },
  ];
}
