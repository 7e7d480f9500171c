import { foldPlaceName } from '#server/content/places/fold.ts';
import { gazetteer } from '#server/content/places/gazetteer.ts';
import { buildJob } from '#server/job-feeds/systems/build-job.ts';
import type { Place } from '#shared/contract/job-facts.ts';
import { built, factsOf, STATED } from '../read-job.ts';
import { answersOf, type Case } from '../read-table.ts';

/** Reads the places of a job with this location. */
export function readPlaces({ kind, input }: Case): string {
  const [locality, region, country] = input.split(' | ');
  const place = kind === 'address' ? { locality, region, country } : { text: input };
  const { places } = factsOf(built(buildJob({ ...STATED, places: [place] })));
  return places.map(format).join('; ') || 'none';
}

function format({ id, locality, region, country }: Place): string {
  if (gazetteer().get(id)?.kind === 'group') return id;
  if (locality) return [locality, region, country].filter(Boolean).join(', ');
  return region ? `*, ${region}, ${country}` : country;
}

export function isRightPlaces(found: string, row: Case): boolean {
  const places = found.split('; ');
  return answersOf(row).some((answer) => {
    const country = /^in (\w\w)$/.exec(answer)?.[1];
    if (country) return places.every((place) => place.split(', ').at(-1) === country);
    const wanted = answer.split(';').map((place) => place.trim());
    return (
      places.length === wanted.length &&
      wanted.every((each) => places.some((place) => isSamePlace(place, each)))
    );
  });
}

/** Whether a place is the wanted one: `City, CC` or `City, Region, CC`; a slash separates two names of one place. */
function isSamePlace(found: string, wanted: string): boolean {
  const names = wanted.split(', ').map((field) => field.split('/').map(foldPlaceName));
  const fields = found.split(', ').map(foldPlaceName);
  const compared = fields.length > names.length ? [fields[0], fields.at(-1)] : fields;
  return (
    compared.length === names.length &&
    compared.every((field, index) => field !== undefined && names[index]?.includes(field))
  );
}
