import { type Eligibility, isPartlyEligible } from '#shared/domain/eligibility.ts';
import { countryName } from '#shared/format/country.ts';
import { LABELS, toEligibility } from './eligibility-labels.ts';
import type { ImportedJob, Search } from './measure-countries.ts';
import { type Share, shareOf } from './share.ts';

/** The number of countries that are measured: those with the most jobs. */
const COUNTRIES = 20;

/** How the parts of a result divide the jobs for people in a country. */
export type MeasuredParts = {
  country: string;
  /** Of the jobs whose source states an address in the country, those in the part `place`. */
  place: Share;
  /** Of the other remote jobs whose label includes the country, those in the part `remote`. */
  remote: Share;
  /** The locations of remote jobs whose label excludes the country, but which are in the part `remote`. */
  wrong: string[];
  /** The locations of the jobs that are in no part. */
  missed: string[];
  /** The number of jobs in the parts, and in the whole result. */
  total: { parts: number; whole: number };
};

type LabelledJob = ImportedJob & { sourceId: string | null; workplace: string | null };

/** Searches the jobs in each country, and the remote jobs that are open to it. */
export async function measureParts(jobs: LabelledJob[], search: Search): Promise<MeasuredParts[]> {
  const labels = new Map(
    LABELS.flatMap(({ id, expected }) =>
      expected ? [[id, toEligibility(expected)] as const] : [],
    ),
  );
  const measured: MeasuredParts[] = [];
  for (const country of largestCountries(jobs)) {
    const ask = (part?: string) =>
      search({ location: countryName(country), ...(part && { part }) });
    const place = new Set(await ask('place'));
    const remote = new Set(await ask('remote'));
    const whole = new Set(await ask());
    const there = jobs.filter(({ stated }) => stated.countries.includes(country));
    const labelled = jobs.flatMap((job) => {
      const label = labels.get(job.sourceId ?? '');
      return label && job.workplace === 'remote' && !place.has(job.id) ? [{ job, label }] : [];
    });
    const open = labelled.filter(({ label }) => includes(label, country)).map(({ job }) => job);
    const closed = labelled
      .filter(({ label }) => !includes(label, country) && !isPartlyEligible(label, country))
      .map(({ job }) => job);
    const isIn = (part: Set<string>) => (job: LabelledJob) => part.has(job.id);
    measured.push({
      country,
      place: shareOf(there, isIn(place)),
      remote: shareOf(open, isIn(remote)),
      wrong: closed.filter(isIn(remote)).map(({ location }) => location),
      missed: [...there, ...open].filter((job) => !whole.has(job.id)).map((job) => job.location),
      total: { parts: place.size + remote.size, whole: whole.size },
    });
  }
  return measured;
}

function largestCountries(jobs: ImportedJob[]): string[] {
  const counts = new Map<string, number>();
  for (const { stated } of jobs) {
    for (const country of stated.countries) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  const largest = [...counts].sort(([, a], [, b]) => b - a).slice(0, COUNTRIES);
  return largest.map(([country]) => country);
}

/** Whether people in a country may do a job, wherever they live there. */
function includes({ worldwide, countries }: Eligibility, country: string): boolean {
  return worldwide || countries.includes(country);
}
