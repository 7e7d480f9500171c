import { z } from 'zod';
import { buildJob } from './build-job.ts';
import { text, textId } from './fields.ts';
import { mapEntries } from './map-entries.ts';
import { readDate } from './read-date.ts';
import { batchEntries, convertEntry, type EntryKind } from './read-entries.ts';
import {
  childAt,
  childrenOf,
  htmlOf,
  readXmlEntries,
  textAt,
  textOf,
  type XmlElement,
} from './read-xml.ts';
import type { FeedAddress, System } from './system.ts';
import { isLabel, subdomainOf } from './tenants.ts';
import { readAmount, readEmployment, readPayUnit } from './terms.ts';

const identified = z.object({ id: textId });

/** A position of Personio's feed. https://developer.personio.de/docs/retrieving-open-job-positions */
const position = identified.extend({
  name: z.string().min(1),
  company: z.string(),
  offices: z.array(z.string()),
  employmentType: z.string(),
  schedule: z.string(),
  createdAt: z.string(),
  descriptions: z.array(z.object({ heading: z.string(), html: z.string() })),
  pay: z.object({ minimum: text, maximum: text, currency: text, unit: text }),
});

type Position = z.infer<typeof position>;

const kind: EntryKind<Position> = {
  name: 'Personio position',
  id: identified.transform(({ id }) => id),
  entry: position,
};

/** The prefix of tenants at `personio.com`. Other career sites are at `personio.de`. */
const COM = 'com:';

export const personio: System = {
  id: 'personio',
  name: 'Personio',
  idScope: 'tenant',
  interval: 2_000,
  conditional: 'any',
  isVerified: true,
  settings: {
    language: { label: 'Language of the texts, such as “de”', usual: 'the employer’s language' },
  },
  recognize(url) {
    const international = subdomainOf(url, 'jobs.personio.com');
    return international ? `${COM}${international}` : subdomainOf(url, 'jobs.personio.de');
  },
  isTenant: (tenant) => isLabel(tenant.startsWith(COM) ? tenant.slice(COM.length) : tenant),
  hosts: (address) => [hostOf(address)],
  pageUrl: (address) => `https://${hostOf(address)}/`,
  async *list(address, client) {
    const { language } = address.settings ?? {};
    const query = language && /^[a-z]{2}$/.test(language) ? `?language=${language}` : '';
    const response = await client.get(`https://${hostOf(address)}/xml${query}`, {
      accept: 'application/xml, text/xml',
      isConditional: true,
    });
    const entries = readXmlEntries(response, {
      what: 'a Personio feed',
      roots: ['workzag-jobs'],
      entry: 'position',
    });
    const { isIdentified } = yield* batchEntries(mapEntries(entries, fieldsOf), kind);
    return { isComplete: isIdentified };
  },
  toJob: (data, address) => convertEntry(kind, data, (entry, id) => toJob(entry, id, address)),
};

function hostOf({ tenant }: FeedAddress): string {
  const domain = tenant.startsWith(COM) ? 'com' : 'de';
  return `${tenant.replace(COM, '')}.jobs.personio.${domain}`;
}

function fieldsOf(element: XmlElement): Position {
  const additional = childAt(element, 'additionalOffices');
  const descriptions = childAt(element, 'jobDescriptions');
  return {
    id: textAt(element, 'id'),
    name: textAt(element, 'name'),
    company: textAt(element, 'subcompany'),
    offices: [
      textAt(element, 'office'),
      ...(additional ? childrenOf(additional, 'office') : []).map((office) =>
        textOf(office).trim(),
      ),
    ].filter(Boolean),
    employmentType: textAt(element, 'employmentType'),
    schedule: textAt(element, 'schedule'),
    createdAt: textAt(element, 'createdAt'),
    descriptions: (descriptions ? childrenOf(descriptions, 'jobDescription') : []).map((part) => ({
      heading: textAt(part, 'name'),
      html: htmlOf(childAt(part, 'value')),
    })),
    pay: {
      minimum: textAt(element, 'salaryInformation', 'min'),
      maximum: textAt(element, 'salaryInformation', 'max'),
      currency: textAt(element, 'salaryInformation', 'currencyCode'),
      unit: textAt(element, 'salaryInformation', 'type'),
    },
  };
}

function toJob(position: Position, id: string, address: FeedAddress) {
  const { pay } = position;
  return buildJob({
    id,
    title: position.name,
    // The employment type of a permanent position does not say whether it is full-time, so the schedule decides.
    employment: readEmployment(position.employmentType) ?? readEmployment(position.schedule),
    workplace: null,
    places: position.offices.map((office) => ({ text: office })),
    description: position.descriptions,
    pay: {
      minimum: readAmount(pay.minimum),
      maximum: readAmount(pay.maximum),
      currency: pay.currency,
      unit: readPayUnit(pay.unit),
    },
    urls: [`https://${hostOf(address)}/job/${encodeURIComponent(id)}`],
    date: readDate(position.createdAt),
  });
}
