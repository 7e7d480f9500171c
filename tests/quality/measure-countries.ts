import { countryName } from '#shared/format/country.ts';
import type { Half } from './halves.ts';
import { type ShareByHalf, shareByHalf } from './share.ts';
import type { StatedJob } from './stated-jobs.ts';

/** An imported job, and what its source states about it. */
export type ImportedJob = { id: string; half: Half; location: string; stated: StatedJob };

export type Search = (parameters: Record<string, string>) => Promise<string[]>;

/** The minimum number of jobs; countries with fewer are not measured. */
const MIN_JOBS = 20;

export type MeasuredCountry = {
  country: string;
  name: string;
  recall: ShareByHalf;
  precision: ShareByHalf;
  /**
   * The locations of jobs that were found wrongly (`wrong`) and of jobs that were not found (`missed`). Jobs of
   * held-out boards are left out.
   */
  wrong: string[];
  missed: string[];
};

/**
 * Searches the jobs of each country by its English name, its native name and its code.
 *
 * @param choose selects some of the names, to run fewer searches
 */
export async function measureCountries(
  jobs: ImportedJob[],
  search: Search,
  choose: (names: string[]) => string[] = (names) => names,
): Promise<MeasuredCountry[]> {
  const countries = new Set(jobs.flatMap(({ stated }) => stated.countries));
  const measured: MeasuredCountry[] = [];
  for (const country of countries) {
    const isThere = ({ stated }: ImportedJob) => stated.countries.includes(country);
    const wanted = jobs.filter(isThere);
    if (wanted.length < MIN_JOBS) continue;
    for (const name of choose(namesOf(country))) {
      const found = new Set(await search({ location: name, remote: 'no' }));
      const isFound = ({ id }: ImportedJob) => found.has(id);
      const known = jobs.filter((job) => isFound(job) && (isThere(job) || job.stated.complete));
      measured.push({
        country,
        name,
        recall: shareByHalf(wanted, isFound),
        precision: shareByHalf(known, isThere),
        wrong: locationsOf(known.filter((job) => !isThere(job))),
        missed: locationsOf(wanted.filter((job) => !isFound(job))),
      });
    }
  }
  const jobsOf = ({ recall }: MeasuredCountry) => recall.tuning.all + recall['held out'].all;
  return measured.sort((a, b) => jobsOf(b) - jobsOf(a));
}

function locationsOf(jobs: ImportedJob[]): string[] {
  const shown = jobs.filter(({ half }) => half === 'tuning');
  return [...new Set(shown.map(({ location }) => location))];
}

function namesOf(country: string): string[] {
  const language = new Intl.Locale('und', { region: country }).maximize().language;
  const native = new Intl.DisplayNames([language], { type: 'region' }).of(country);
  return [...new Set([countryName(country), native ?? country, country])];
}
