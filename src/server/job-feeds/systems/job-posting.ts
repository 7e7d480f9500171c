import { z } from 'zod';
import { countryName } from '#shared/format/country.ts';
import { buildJob, type PayFields, type StatedPlace } from './build-job.ts';
import { anything } from './fields.ts';
import { isObject, type JsonLdObject } from './json-ld.ts';
import { readDate, readDay } from './read-date.ts';
import type { Converted } from './system.ts';
import { readAmount, readEmployment, readPayText, readPayUnit } from './terms.ts';
import { unescapeOnce } from './unescape-markup.ts';

/**
 * A job posting of schema.org, as pages state it for search engines. Sites write it in different ways: one value or a
 * list, a text or an object.
 * https://developers.google.com/search/docs/appearance/structured-data/job-posting
 */

/** The first value of a list, or the value itself. */
const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

const asText = (value: unknown): string | undefined => {
  const one = first(value);
  if (typeof one === 'string') return one.trim() || undefined;
  if (typeof one === 'number') return String(one);
  return isObject(one) ? asText(one.name ?? one.value) : undefined;
};

const objects = (value: unknown): JsonLdObject[] => [value].flat().filter(isObject);

/** The fields that search engines require of a job posting. Here, only the title is required. */
export const jobPosting = z.looseObject({
  title: z.string().or(z.array(z.string()).nonempty()),
  datePosted: z.string().nullish(),
  description: anything,
});

/** The name of the company in a job posting. */
export function companyOfPosting(posting: JsonLdObject): string | undefined {
  return asText(posting.hiringOrganization);
}

/** The id of a job posting: its identifier, or its URL. Returns undefined if it has neither. */
export function idOfPosting(posting: JsonLdObject): string | undefined {
  const identifier = first(posting.identifier);
  const value = isObject(identifier) ? asText(identifier.value) : asText(identifier);
  return value ?? urlOf(posting);
}

/** The URL in a job posting, which some sites escape as in HTML. */
function urlOf(posting: JsonLdObject): string | undefined {
  const url = asText(posting.url);
  return url === undefined ? undefined : unescapeOnce(url);
}

/** Converts a job posting of schema.org to a job of this board. */
export function fromJobPosting(
  posting: JsonLdObject,
  { id, url }: { id: string; url: string },
): Converted {
  const isRemote = [posting.jobLocationType].flat().some((type) => type === 'TELECOMMUTE');
  const offices = objects(posting.jobLocation).map(placeOf).filter(isNamed);
  const places =
    isRemote || offices.length === 0
      ? [...offices, ...placesOfApplicants(posting, offices)]
      : offices;
  const country = offices.find((office) => office.country)?.country;
  return buildJob({
    id,
    title: unescapeOnce(asText(posting.title) ?? ''),
    employment: employmentOf(posting.employmentType),
    workplace: isRemote ? 'remote' : null,
    isRemote: isRemote || null,
    places,
    description: [{ htmlOrText: asText(posting.description) }],
    pay: payOf(posting, places[0]?.country ?? places[0]?.text),
    urls: [urlOf(posting), url],
    email: asText(objects(posting.applicationContact)[0]?.email),
    date: readDate(asText(posting.datePosted), country),
    closes: readDay(asText(posting.validThrough), country),
  });
}

/**
 * The employment, if the posting states only one. If a job is offered, for example, both full-time and part-time, the
 * employment is null.
 */
function employmentOf(types: unknown) {
  const employments = new Set(
    [types]
      .flat()
      .flatMap((type) => (typeof type === 'string' ? type.split(',') : []))
      .map((type) => (/^\s*per_?diem/i.test(type) ? 'part-time' : readEmployment(type)))
      .filter((employment) => employment !== null),
  );
  const [employment = null] = employments;
  return employments.size === 1 ? employment : null;
}

function placeOf(place: JsonLdObject): StatedPlace {
  const address = first(place.address);
  if (!isObject(address)) return { text: asText(address) ?? asText(place.name) };
  return {
    locality: asText(address.addressLocality),
    region: asText(address.addressRegion),
    country: asText(address.addressCountry),
  };
}

function isNamed({ text, locality, region, country }: StatedPlace): boolean {
  return Boolean(text || locality || region || country);
}

/**
 * The places from which people may work. A remote job states them instead of its location, or beside it as the location
 * of an office: "London; Remote (Spain)".
 */
function placesOfApplicants(posting: JsonLdObject, offices: StatedPlace[]): StatedPlace[] {
  const areas = objects(posting.applicantLocationRequirements)
    .map((area) => ({ name: asText(area.name), isState: area['@type'] === 'State' }))
    .flatMap(({ name, isState }) => (name ? [isState ? name : nameOfCountry(name)] : []));
  if (areas.length === 0) return [];
  return offices.length > 0
    ? [{ text: `Remote (${areas.join(' | ')})` }]
    : areas.map((text) => ({ text }));
}

/** The name of a country that is written as a code: `DE` is Germany here, and never Delaware. */
function nameOfCountry(written: string): string {
  return /^[A-Z]{2}$/.test(written) ? countryName(written) : written;
}

/** The pay that the employer states. The site's own estimates are in a different property. */
function payOf(
  { baseSalary }: JsonLdObject,
  country: string | null | undefined,
): PayFields | undefined {
  const salary = first(baseSalary);
  if (!isObject(salary)) return readPayText(asText(salary), country);
  const value = first(salary.value);
  const amounts = isObject(value) ? value : { ...salary, value };
  const single = readAmount(amounts.value);
  const currency = asText(salary.currency) ?? asText(amounts.currency);
  const unitText = asText(amounts.unitText) ?? asText(salary.unitText);
  // An amount that is no number makes the pay invalid. Only an absent one is an open end.
  const amountOf = (bound: unknown) => readAmount(bound) ?? single ?? (bound || null);
  const [minimum, maximum] = [amountOf(amounts.minValue), amountOf(amounts.maxValue)];
  if (minimum === null && maximum === null) {
    const text = [currency, asText(amounts.value), unitText && `per ${unitText}`];
    return amounts.value ? readPayText(text.filter(Boolean).join(' '), country) : undefined;
  }
  return { minimum, maximum, currency, unit: readPayUnit(unitText) };
}
