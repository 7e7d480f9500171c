import { describeJobPosting } from '#server/publishing/structured-data/job-posting.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import { countryName } from '#shared/format/country.ts';
import type { ImportedJob } from './measure-countries.ts';
import { shareByHalf } from './share.ts';

type OneOrAll<Value> = Value | Value[];

/** The parts of a JobPosting that are compared with the source. */
type Posting = {
  employmentType?: string;
  jobLocation?: OneOrAll<{ address?: { addressCountry?: string } }>;
  applicantLocationRequirements?: OneOrAll<{ name?: string }>;
  baseSalary?: {
    currency?: string;
    value?: { minValue?: number; maxValue?: number; unitText?: string };
  };
};

/** Google's employment type for each employment type of the sources. */
const EMPLOYMENT_TYPES: Record<string, string> = {
  FullTime: 'FULL_TIME',
  PartTime: 'PART_TIME',
  Contract: 'CONTRACTOR',
  Temporary: 'TEMPORARY',
  Intern: 'INTERN',
};

/** Compares the structured data of each job's page with what the source states. */
export function measurePostings(jobs: (ImportedJob & { job: Job })[]) {
  const all = jobs.map(({ job, ...imported }) => ({
    ...imported,
    posting: JSON.parse(
      JSON.stringify(describeJobPosting(job, 'https://jobs.example') ?? {}),
    ) as Posting,
  }));
  const withPosting = all.filter(({ posting }) => Object.keys(posting).length > 0);
  const withCountry = all.filter(({ stated }) => stated.countries.length > 0);
  const withPay = withPosting.filter(({ stated }) => stated.pays.length > 0);
  return {
    'pages with some country': shareByHalf(all, ({ posting }) => countriesOf(posting).size > 0),
    'of those whose source states one': shareByHalf(
      withCountry,
      ({ posting }) => countriesOf(posting).size > 0,
    ),
    'with every country of the source': shareByHalf(withCountry, ({ posting, stated }) => {
      const countries = countriesOf(posting);
      return stated.countries.every((code) => countries.has(countryName(code)));
    }),
    'with the right employment type': shareByHalf(
      withPosting,
      ({ posting, stated }) => posting.employmentType === EMPLOYMENT_TYPES[stated.employmentType],
    ),
    'with the pay of the source': shareByHalf(withPay, isPaidAsStated),
    'with pay that contradicts the source': shareByHalf(
      withPay,
      (job) => job.posting.baseSalary !== undefined && !isPaidAsStated(job),
    ),
  };
}

/** The English names of a posting's countries. */
function countriesOf({ jobLocation = [], applicantLocationRequirements = [] }: Posting) {
  const codes = [jobLocation].flat().flatMap(({ address }) => address?.addressCountry ?? []);
  // The name of a state ends with its country.
  const names = [applicantLocationRequirements]
    .flat()
    .flatMap(({ name }) => name?.split(', ').at(-1) ?? []);
  return new Set([...codes.map(countryName), ...names]);
}

function isPaidAsStated({
  posting: { baseSalary },
  stated,
}: Pick<ImportedJob, 'stated'> & { posting: Posting }): boolean {
  return stated.pays.some(
    ({ minimum, maximum, currency, unit }) =>
      baseSalary?.currency === currency &&
      baseSalary.value?.unitText === unit.toUpperCase() &&
      (baseSalary.value.minValue ?? 0) === minimum &&
      baseSalary.value.maxValue === maximum,
  );
}
