import type { Area, Named } from './gazetteer.ts';

/**
 * Of several areas with the same name, the one in the country of the text's other places is chosen. The largest area is
 * chosen instead if it has more than this many times as many people.
 */
const NAMESAKE_IN_LIST = 10;

/** A city is chosen instead of the region with the same name if it has at least this share of the region's people. */
const CITY_OF_REGION = 0.08;

/**
 * The minimum number of people of a city that is named alone. A smaller city must have a region or country beside it,
 * or other places of its country in the text.
 */
const MIN_PEOPLE = 15_000;

/** The same as `MIN_PEOPLE`, but for a name that occurs in only one country. */
const MIN_PEOPLE_IF_UNAMBIGUOUS = 5_000;

/**
 * The most likely one of several areas with the same name.
 * @param country the country of the text's other places
 */
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
 * Whether a city is so small that its name, without a region or country, probably means something else: "Market Mall"
 * is rarely the town.
 * @param named the areas with this name
 * @param country finds the country of the text's other places
 */
export function isObscure(area: Area, named: Named[], country: () => string | undefined): boolean {
  if (area.kind !== 'city' || area.people >= MIN_PEOPLE || area.country === country()) return false;
  const own = named.filter(({ isOwn }) => isOwn);
  const isUnambiguous = own.length > 0 && own.every((each) => each.area.country === area.country);
  return !isUnambiguous || area.people < MIN_PEOPLE_IF_UNAMBIGUOUS;
}

/**
 * Returns the city instead of the region if the city is large: "New York" is the city, but "Quebec" is the province.
 */
function cityOf(area: Area, candidates: Area[]): Area {
  if (area.kind !== 'region') return area;
  const city = candidates.find(
    ({ kind, region, people }) =>
      kind === 'city' && region === area.id && people >= CITY_OF_REGION * area.people,
  );
  return city ?? area;
}
