import type { Area, Named } from './gazetteer.ts';

/**
 * How many times more people a namesake elsewhere needs to be meant rather than the place in the country of the text's
 * other places.
 */
const NAMESAKE_IN_LIST = 10;

/** A city counts rather than the region of its name if it has at least this share of the region's people. */
const CITY_OF_REGION = 0.08;

/** A smaller city needs a region or country beside it, or other places of its country. */
const MIN_PEOPLE = 15_000;

/** The same for a name that only one country has. */
const MIN_PEOPLE_IF_UNAMBIGUOUS = 5_000;

/** The most likely of the areas with one name. @param country the country of the text's other places */
export function best(named: Named[], country: string | undefined): Area | undefined {
  const own = named.filter(({ isOwn }) => isOwn);
  const candidates = (own.length > 0 ? own : named)
    .map(({ area }) => area)
    .sort((a, b) => b.people - a.people);
  const [largest] = candidates;
  const group = candidates.find(({ kind }) => kind === 'group');
  const nearby = country ? candidates.find((area) => area.country === country) : undefined;
  if (!largest || group) return group;
  const isNearby = nearby && nearby.people * NAMESAKE_IN_LIST >= largest.people;
  return cityOf(isNearby ? nearby : largest, candidates);
}

/**
 * Whether a city is too small to be meant by its name alone: "Market Mall" is no town.
 * @param named the areas with its name
 * @param country finds the country of the text's other places
 */
export function isObscure(area: Area, named: Named[], country: () => string | undefined): boolean {
  if (area.kind !== 'city' || area.people >= MIN_PEOPLE || area.country === country()) return false;
  const own = named.filter(({ isOwn }) => isOwn);
  const isUnambiguous = own.length > 0 && own.every((each) => each.area.country === area.country);
  return !isUnambiguous || area.people < MIN_PEOPLE_IF_UNAMBIGUOUS;
}

/** "New York" is the city rather than the state, but "Quebec" the province. */
function cityOf(area: Area, candidates: Area[]): Area {
  if (area.kind !== 'region') return area;
  const city = candidates.find(
    ({ kind, region, people }) =>
      kind === 'city' && region === area.id && people >= CITY_OF_REGION * area.people,
  );
  return city ?? area;
}
