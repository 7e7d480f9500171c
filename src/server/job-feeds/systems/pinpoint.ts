import { z } from 'zod';
import { buildJob, type StatedSection } from './build-job.ts';
import { anything, ifValid, numericId, text } from './fields.ts';
import { readDay } from './read-date.ts';
import { convertEntry, type EntryKind, listJson } from './read-entries.ts';
import type { System } from './system.ts';
import { isLabel, subdomainOf } from './tenants.ts';
import { readAmount, readEmployment, readPayUnit, readWorkplace } from './terms.ts';

const identified = z.object({ id: numericId });

/** The format of a posting in Pinpoint's feed. */
const posting = identified.extend({
  title: z.string(),
  description: text,
  key_responsibilities_header: text,
  key_responsibilities: text,
  skills_knowledge_expertise_header: text,
  skills_knowledge_expertise: text,
  benefits_header: text,
  benefits: text,
  employment_type: text,
  workplace_type: text,
  location: z.object({ name: text, city: text, province: text }).nullish(),
  url: text,
  deadline_at: ifValid(z.string()),
  compensation_visible: z.boolean().nullish().catch(false),
  compensation_minimum: anything,
  compensation_maximum: anything,
  compensation_currency: anything,
  compensation_frequency: ifValid(z.string()),
});

type Posting = z.infer<typeof posting>;

const kind: EntryKind<Posting> = {
  name: 'Pinpoint posting',
  id: identified.transform(({ id }) => id),
  entry: posting,
};

export const pinpoint: System = {
  id: 'pinpoint',
  name: 'Pinpoint',
  idScope: 'tenant',
  interval: 1_000,
  conditional: 'any',
  isVerified: true,
  recognize: (url) => subdomainOf(url, 'pinpointhq.com'),
  isTenant: isLabel,
  hosts: ({ tenant }) => [`${tenant}.pinpointhq.com`],
  pageUrl: ({ tenant }) => `https://${tenant}.pinpointhq.com/`,
  async *list({ tenant }, client) {
    const { isIdentified } = yield* listJson(client, {
      url: `https://${tenant}.pinpointhq.com/postings.json`,
      what: 'a Pinpoint board',
      name: 'data',
      kind,
    });
    return { isComplete: isIdentified };
  },
  toJob: (data) => convertEntry(kind, data, toJob),
};

function toJob(posting: Posting, id: string) {
  const { location } = posting;
  const sections: StatedSection[] = [
    { html: posting.description },
    { heading: posting.key_responsibilities_header, html: posting.key_responsibilities },
    {
      heading: posting.skills_knowledge_expertise_header,
      html: posting.skills_knowledge_expertise,
    },
    { heading: posting.benefits_header, html: posting.benefits },
  ];
  return buildJob({
    id,
    title: posting.title,
    employment: readEmployment(posting.employment_type),
    workplace: readWorkplace(posting.workplace_type),
    places: [{ text: location?.name, locality: location?.city, region: location?.province }],
    description: sections,
    // The figures are in the feed even if the employer does not show them.
    pay: posting.compensation_visible
      ? {
          minimum: readAmount(posting.compensation_minimum),
          maximum: readAmount(posting.compensation_maximum),
          currency: posting.compensation_currency,
          unit: readPayUnit(posting.compensation_frequency),
        }
      : undefined,
    urls: [posting.url],
    date: undefined,
    closes: readDay(posting.deadline_at),
  });
}
