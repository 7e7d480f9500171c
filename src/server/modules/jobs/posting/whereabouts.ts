import type { Job } from '#shared/contract/job-responses.ts';
import type { CountryCode } from './place-names.ts';
import { type Place, readPlaces, saysPresence } from './places.ts';

export type Whereabouts = {
  places: Place[];
  /** Fully remote, by the employment type or because every place says so. */
  remote: boolean;
  /** Where the job is. For a remote job: where people may work from, or none if a part is unknown. */
  countries: CountryCode[];
};

export function whereaboutsOf({
  type,
  location,
  moreplaces,
}: Pick<Job, 'type' | 'location' | 'moreplaces'>): Whereabouts {
  const all = [location, moreplaces].filter(Boolean).join('; ');
  const places = readPlaces(all);
  const remote =
    type === 'Remote'
      ? !saysPresence(all)
      : places.length > 0 && places.every((place) => place.remote);
  const countries = [...new Set(places.flatMap((place) => place.countries))];
  const known = !remote || places.every(({ whole }) => whole);
  return { places, remote, countries: known ? countries : [] };
}
