import type { JobPosting, MonetaryAmount, Place as SchemaPlace, WithContext } from 'schema-dts';
import { gazetteer } from '#server/content/places/gazetteer.ts';
import { parseUrl } from '#server/platform/parse-url.ts';
import type { Place } from '#shared/contract/job-facts.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import type { Employment } from '#shared/domain/employments.ts';
import type { PlainDate } from '#shared/domain/plain-date.ts';
import { boundsOfRange } from '#shared/domain/salary-bounds.ts';
import type { SalaryRange } from '#shared/domain/salary-ranges.ts';
import { countryName } from '#shared/format/country.ts';

/** Google's `employmentType` for each value of `employment`. */
const EMPLOYMENT_TYPES: Record<Employment, string> = {
  'full-time': 'FULL_TIME',
  'part-time': 'PART_TIME',
  contract: 'CONTRACTOR',
  temporary: 'TEMPORARY',
  internship: 'INTERN',
  volunteer: 'VOLUNTEER',
};

/**
 * Describes a job as a schema.org JobPosting for Google's job search:
 * https://developers.google.com/search/docs/appearance/structured-data/job-posting The result contains only facts that
 * the page of the job shows. Unknown properties are left out.
 * @param job with its description as HTML
 * @param site the public origin of the board
 * @returns undefined if it is not known where the job is, because Google requires a place
 */
export function describeJobPosting(job: Job, site: string): WithContext<JobPosting> | undefined {
  const { id, title, description, date, validthrough, closesat, employment, company } = job;
  const employmentType = employment && EMPLOYMENT_TYPES[employment];
  const baseSalary = salaryOf(job);
  const logo = company.logo && parseUrl(company.logo, site)?.href;
  const where = applicantsOf(job) ?? locationOf(job);
  if (!where) return undefined;
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title,
    ...(description && { description }),
    datePosted: date,
    ...(closesat && { validThrough: localEnd(validthrough, closesat) }),
    ...(employmentType && { employmentType }),
    hiringOrganization: {
      '@type': 'Organization',
      name: company.name,
      ...(company.website && { sameAs: company.website }),
      ...(logo && { logo }),
    },
    identifier: { '@type': 'PropertyValue', name: company.name, value: id },
    ...where,
    ...(job.applyemail && {
      applicationContact: { '@type': 'ContactPoint', email: job.applyemail },
    }),
    ...(baseSalary && { baseSalary }),
    ...(job.skills.length > 0 && { skills: job.skills.map(({ name }) => name) }),
    directApply: false,
  };
}

/**
 * The end of a closing date with the offset of its time zone from UTC, so that those who read only the date also read
 * the day on which the job closes.
 */
function localEnd(date: PlainDate, closesAt: string): string {
  const local = `${date}T23:59:59.999`;
  const minutes = Math.round((Date.parse(`${local}Z`) - Date.parse(closesAt)) / 60_000);
  if (minutes === 0) return `${local}Z`;
  const digits = (number: number) => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  const offset = `${digits(Math.floor(size / 60))}:${digits(size % 60)}`;
  return `${local}${minutes < 0 ? '-' : '+'}${offset}`;
}

type Where = Pick<
  WithContext<JobPosting>,
  'jobLocation' | 'jobLocationType' | 'applicantLocationRequirements'
>;

/**
 * Where people may do a remote job; undefined if it is not remote, or if this is not known. Google requires
 * `applicantLocationRequirements` of each job with `TELECOMMUTE`.
 */
function applicantsOf({ workplace, eligibility }: Job): Where | undefined {
  if (workplace !== 'remote' || !eligibility) return undefined;
  const { worldwide, countries, regions } = eligibility;
  const areas = [
    ...(worldwide ? gazetteer().countries() : countries).map((code) => ({
      '@type': 'Country' as const,
      name: countryName(code),
    })),
    ...regions.map((region) => ({
      '@type': 'State' as const,
      name: `${gazetteer().get(region)?.name}, ${countryName(region.slice(0, 2))}`,
    })),
  ];
  if (areas.length === 0) return undefined;
  return { jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: oneOrAll(areas) };
}

/** The places of a job. Groups of countries such as "EMEA" are left out, because they have no address. */
function locationOf({ places }: Job): Where | undefined {
  const addresses = places.filter(({ country }) => country).map(addressOf);
  return addresses.length > 0 ? { jobLocation: oneOrAll(addresses) } : undefined;
}

/** A single value as itself, because some readers of JSON-LD expect no list. */
function oneOrAll<Value>(values: Value[]): Value | Value[] {
  const [first, ...others] = values;
  return first !== undefined && others.length === 0 ? first : values;
}

function addressOf({ locality, region, country }: Place): SchemaPlace {
  return {
    '@type': 'Place',
    address: {
      '@type': 'PostalAddress',
      ...(locality && { addressLocality: locality }),
      ...(region && { addressRegion: region }),
      addressCountry: country,
    },
  };
}

/** The pay that the employer states, or else the salary range. */
function salaryOf({ pay, salary }: Pick<Job, 'pay' | 'salary'>): MonetaryAmount | undefined {
  if (!pay && !salary) return undefined;
  const bounds = pay
    ? {
        ...(pay.minimum && { minValue: pay.minimum }),
        ...(pay.maximum && { maxValue: pay.maximum }),
      }
    : salary
      ? boundsOf(salary)
      : {};
  return {
    '@type': 'MonetaryAmount',
    currency: pay?.currency ?? 'USD',
    value: {
      '@type': 'QuantitativeValue',
      ...bounds,
      unitText: pay?.unit.toUpperCase() ?? 'YEAR',
    },
  };
}

/** The bounds of a range in US dollars per year. The maximum is left out if the range has none. */
function boundsOf(salary: SalaryRange) {
  const { minimum, maximum } = boundsOfRange(salary);
  return {
    ...(minimum > 0 && { minValue: minimum }),
    ...(maximum && { maxValue: maximum }),
  };
}
