import type { JobPosting, MonetaryAmount, Place as SchemaPlace, WithContext } from 'schema-dts';
import { parseUrl } from '#server/platform/parse-url.ts';
import type { Place } from '#shared/contract/job-facts.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import type { Employment } from '#shared/domain/employments.ts';
import { endOfDay } from '#shared/domain/plain-date.ts';
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
 */
export function describeJobPosting(job: Job, site: string): WithContext<JobPosting> {
  const { id, title, description, date, validthrough, employment, company } = job;
  const employmentType = employment && EMPLOYMENT_TYPES[employment];
  const baseSalary = salaryOf(job);
  const logo = company.logo && parseUrl(company.logo, site)?.href;
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title,
    ...(description && { description }),
    datePosted: date,
    ...(validthrough && { validThrough: endOfDay(validthrough).toISOString() }),
    ...(employmentType && { employmentType }),
    hiringOrganization: {
      '@type': 'Organization',
      name: company.name,
      ...(company.website && { sameAs: company.website }),
      ...(logo && { logo }),
    },
    identifier: { '@type': 'PropertyValue', name: company.name, value: id },
    ...whereabouts(job),
    ...(baseSalary && { baseSalary }),
    ...(job.skills.length > 0 && { skills: job.skills.map(({ name }) => name) }),
    directApply: false,
  };
}

function whereabouts(
  job: Job,
): Pick<
  WithContext<JobPosting>,
  'jobLocation' | 'jobLocationType' | 'applicantLocationRequirements'
> {
  if (job.workplace === 'remote') {
    const countries = eligibleCountries(job);
    return {
      jobLocationType: 'TELECOMMUTE',
      ...(countries.length > 0 && {
        applicantLocationRequirements: countries.map((code) => ({
          '@type': 'Country' as const,
          name: countryName(code),
        })),
      }),
    };
  }
  // Leave out groups of countries such as "EMEA", because they have no address.
  const addresses = job.places.filter(({ country }) => country).map(addressOf);
  return addresses.length > 0 ? { jobLocation: addresses } : {};
}

/** The countries from which people may work; empty if they may work from anywhere, or if the countries are unknown. */
function eligibleCountries({ eligibility, places }: Pick<Job, 'eligibility' | 'places'>): string[] {
  if (eligibility?.worldwide) return [];
  const countries = eligibility
    ? [...eligibility.countries, ...eligibility.regions.map((region) => region.slice(0, 2))]
    : places.map(({ country }) => country);
  return [...new Set(countries)].filter(Boolean);
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
    ? { ...(pay.minimum > 0 && { minValue: pay.minimum }), maxValue: pay.maximum }
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
