import { type SQL, sql } from 'drizzle-orm';
import { type Area, gazetteer } from '#server/content/places/gazetteer.ts';
import { readLocation } from '#server/content/places/read-location.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { countryName } from '#shared/format/country.ts';
import { capped } from './facet-counts.ts';
import { where } from './filters.ts';
import { sanitizeQuery } from './query-parser.ts';

type CountedPlace = { place: string; jobs: number };

/** Countries in whose addresses a region follows the city, as in "Austin, Texas". */
const WITH_REGIONS = ['US', 'CA', 'AU', 'BR', 'IN', 'MX'];

/**
 * Suggests places that have jobs and whose name in any language starts with `name`. Those with the most jobs come
 * first. If `name` is empty, suggests only cities. If no such place is in the gazetteer, suggests the locations of jobs
 * as their texts state them. Returns at most `most` places.
 */
export async function suggestPlaces(
  db: BoardDatabase,
  name: string,
  most: number,
): Promise<CountedPlace[]> {
  const jobs = await countAreas(db);
  const ids = name ? gazetteer().startingWith(name, jobs.keys()) : [...jobs.keys()];
  const isSuggested = ({ kind }: Area) => name !== '' || kind === 'city';
  const places = withMostJobs({ ids, jobs, isSuggested, most });
  return places.length > 0 ? places : suggestTexts(db, name, most);
}

/** The number of places that are suggested for a location that a person types. */
const COMPLETIONS = 8;

/**
 * Reads a location while a person types it: the places that it names, whether it says "remote", and places whose name
 * begins with its last part.
 */
export function readPlaces(location: string) {
  const { places, remote } = readLocation(location, gazetteer());
  const last = location.split(';').at(-1)?.trim() ?? '';
  const suggestions = gazetteer().largestStartingWith(last, COMPLETIONS).map(labelOf);
  return {
    places: [...new Set(places.map(({ area }) => labelOf(area)))],
    remote,
    suggestions: [...new Set(suggestions)].filter((label) => label !== last),
  };
}

/** The labels of the areas with the most jobs. Most areas get no label, because looking up their names takes long. */
function withMostJobs({
  ids,
  jobs,
  isSuggested,
  most,
}: {
  ids: string[];
  jobs: Map<string, number>;
  isSuggested: (area: Area) => boolean;
  most: number;
}): CountedPlace[] {
  const count = (id: string) => jobs.get(id) ?? 0;
  // A region and its capital may have the same label. Suggest the label only once, because a search for it finds both.
  const jobsByLabel = new Map<string, number>();
  let fewest = 0;
  for (const id of ids.sort((a, b) => count(b) - count(a))) {
    // Areas with equally many jobs are sorted by their labels, so all of them need one.
    if (jobsByLabel.size >= most && count(id) < fewest) break;
    const area = gazetteer().get(id);
    if (!area || !isSuggested(area)) continue;
    const label = labelOf(area);
    if (jobsByLabel.has(label)) continue;
    jobsByLabel.set(label, count(id));
    fewest = count(id);
  }
  return [...jobsByLabel]
    .map(([place, count]) => ({ place, jobs: count }))
    .sort((a, b) => b.jobs - a.jobs || (a.place < b.place ? -1 : 1))
    .slice(0, most)
    .map((row) => ({ ...row, jobs: capped(row.jobs) }));
}

/** The number of jobs in each area that has jobs, by its id. */
export async function countAreas(db: BoardDatabase): Promise<Map<string, number>> {
  const rows = await db.reads.run<{ area: string; jobs: number }>(
    'counted_areas',
    sql`select area, sum(jobs)::integer as jobs
      from (table area_counts union all table area_count_changes) as stored
      where area <> '?' group by area having sum(jobs) > 0`,
  );
  return new Map(rows.map((row) => [row.area, row.jobs]));
}

/**
 * The text for an area in lists: its name and the names of the areas that contain it. A search for this text finds the
 * same area.
 */
export function labelOf(area: Area): string {
  const region = area.region && area.region !== area.id ? gazetteer().get(area.region) : undefined;
  return [
    area.name,
    ...(region && region.name !== area.name && WITH_REGIONS.includes(area.country ?? '')
      ? [region.name]
      : []),
    ...(area.country && area.country !== area.id ? [countryName(area.country)] : []),
  ].join(', ');
}

/** Suggests the texts of jobs' locations by the beginning of a word. */
async function suggestTexts(
  db: BoardDatabase,
  name: string,
  most: number,
): Promise<CountedPlace[]> {
  const condition = name
    ? [sql`array_to_tsvector(place_words(place)) @@ ${placePrefix(name)}`]
    : [];
  const rows = await db.reads.run<{ place: string; jobs: number }>(
    'suggested_places',
    sql`
    select place, sum(jobs)::integer as jobs
    from (
      select * from place_counts ${where(condition)}
      union all select * from place_count_changes ${where(condition)}
    ) as stored
    group by place having sum(jobs) > 0 order by jobs desc, place limit ${most}`,
  );
  return rows.map((row) => ({ ...row, jobs: capped(row.jobs) }));
}

function placePrefix(name: string): SQL {
  return sql`(select string_agg('''' || word || '''', ' & ') || ':*'
    from unnest(place_words(${sanitizeQuery(name)})) as word)::tsquery`;
}
