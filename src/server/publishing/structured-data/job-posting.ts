import type { JobPosting, MonetaryAmount, Place as SchemaPlace, WithContext } from 'schema-dts';
import { countryName } from '#server/modules/jobs/posting/place-names.ts';
import type { Place } from '#server/modules/jobs/posting/places.ts';
import { whereaboutsOf } from '#server/modules/jobs/posting/whereabouts.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import type { EmploymentType } from '#shared/domain/employment-types.ts';
import { endOfDay } from '#shared/domain/plain-date.ts';
import { SALARY_UPPER_BOUNDS } from '#shared/domain/salary-bounds.ts';
import { SALARY_RANGES, type SalaryRange } from '#shared/domain/salary-ranges.ts';

/** Google's employment types. "Remote" has none, because it states where people work, not how much. */
const EMPLOYMENT: Record<EmploymentType, string | undefined> = {
  'Full-Time': 'FULL_TIME',
  'Part-Time': 'PART_TIME',
  Contract: 'CONTRACTOR',
  Internship: 'INTERN',
  Remote: undefined,
};

/**
 * Describes a job as a schema.org JobPosting for Google's job search:
 * https://developers.google.com/search/docs/appearance/structured-data/job-posting
 * Contains only what the page displays. Omits unknown properties.
 * @param job with its description as HTML
 * @param site the board's public origin
 */
export function describeJobPosting(job: Job, site: string): WithContext<JobPosting> {
  const { id, title, description, date, validthrough, type, company } = job;
  const employmentType = EMPLOYMENT[type];
  const baseSalary = salaryOf(job);
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
      ...(company.logo &&
        URL.canParse(company.logo, site) && { logo: new URL(company.logo, site).href }),
    },
    identifier: { '@type': 'PropertyValue', name: company.name, value: id },
    ...whereabouts(job),
    ...(baseSalary && { baseSalary }),
    directApply: false,
  };
}

function whereabouts(
  job: Job,
): Pick<
  WithContext<JobPosting>,
  'jobLocation' | 'jobLocationType' | 'applicantLocationRequirements'
> {
  const { places, remote, countries } = whereaboutsOf(job);
  if (remote) {
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
  // Google rejects addresses without a country, so if any address has a country, only addresses with one are listed.
  const there = places.filter((place) => !place.remote);
  const certain = there.filter((place) => place.countries.length > 0);
  const addresses = (certain.length > 0 ? certain : there).flatMap(addressesOf);
  return addresses.length > 0 ? { jobLocation: addresses } : {};
}

function addressesOf({ countries, locality, region }: Place): SchemaPlace[] {
  const address = {
    '@type': 'PostalAddress' as const,
    ...(locality && { addressLocality: locality }),
    ...(region && { addressRegion: region }),
  };
  // A location such as "Hybrid" names no city.
  if (countries.length === 0 && !locality && !region) return [];
  const codes = countries.length > 0 ? countries : [undefined];
  return codes.map((code) => ({
    '@type': 'Place',
    address: { ...address, ...(code && { addressCountry: code }) },
  }));
}

/** The employer's figures, or otherwise the selected salary range of the board. */
function salaryOf({ pay, salary }: Pick<Job, 'pay' | 'salary'>): MonetaryAmount | undefined {
  if (!pay && !salary) return undefined;
  const bounds = pay
    ? { minValue: pay.minimum, maxValue: pay.maximum }
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

/** The bounds in US dollars a year; an open end is omitted. */
function boundsOf(salary: SalaryRange) {
  const index = SALARY_RANGES.findIndex(({ value }) => value === salary);
  const below = SALARY_RANGES[index - 1]?.value;
  const minimum = below && SALARY_UPPER_BOUNDS[below];
  const maximum = SALARY_UPPER_BOUNDS[salary];
  return {
    ...(minimum && { minValue: minimum }),
    ...(maximum && { maxValue: maximum }),
  };
}
