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
 * A large city with a historical or foreign name is chosen instead of a place with the same usual name if it has more
 * than this many times as many people: "Cologne" is rarely the village in Italy.
 */
const FOREIGN_NAME = 4;

/** The minimum number of people of a city that is chosen by a foreign name instead of a place with that usual name. */
const MIN_PEOPLE_IF_FOREIGN = 50_000;

/**
 * The same in countries where people speak English. Other names of smaller cities there are former names, or names of
 * their parts.
 */
const MIN_PEOPLE_IF_ENGLISH = 1_000_000;
const ENGLISH = /^(?:US|GB|CA|AU|NZ|IE)$/;

/** The maximum number of people of a city whose name rather means a county elsewhere: "Kent" is rarely in Washington. */
const MAX_PEOPLE_BESIDE_COUNTY = 200_000;

/**
 * The most likely one of several areas with the same name.
 * @param country the country of the text's other places
 */
export function best(named: Named[], country: string | undefined): Area | undefined {
  const places = named.filter(({ county }) => county === undefined);
  const candidates = candidatesOf(places);
  const [largest] = candidates;
  const region = regionOfCounties(named);
  if (region && (!largest || isMinorElsewhere(largest, region))) return region;
  const group = candidates.find(({ kind }) => kind === 'group');
  const nearby = country ? candidates.find((area) => area.country === country) : undefined;
  const usual = places.find(({ isUsual }) => isUsual)?.area;
  if (usual && !nearby) return usual;
  if (!largest || group) return group;
  const isNearby = nearby && nearby.people * NAMESAKE_IN_LIST >= largest.people;
  return cityOf(isNearby ? nearby : largest, candidates);
}

/** The areas that a name may mean, the most likely first. */
function candidatesOf(named: Named[]): Area[] {
  const byPeople = (a: Area, b: Area) => b.people - a.people;
  const own = named.flatMap(({ area, isOwn }) => (isOwn ? [area] : [])).sort(byPeople);
  const [largest] = own;
  if (!largest) return named.map(({ area }) => area).sort(byPeople);
  const foreign = named
    .flatMap(({ area, isOwn }) => (isOwn ? [] : [area]))
    .filter((area) => isLargeAbroad(area, largest))
    .sort(byPeople);
  const isFirst = (foreign[0]?.people ?? 0) > FOREIGN_NAME * largest.people;
  return isFirst ? [...foreign, ...own] : [...own, ...foreign];
}

/** Whether an area with a foreign name is a large city, and not in the country of a town whose usual name it is. */
function isLargeAbroad(area: Area, own: Area): boolean {
  const isTown = own.kind === 'city' && own.people >= MIN_PEOPLE;
  const minimum = ENGLISH.test(area.country ?? '') ? MIN_PEOPLE_IF_ENGLISH : MIN_PEOPLE_IF_FOREIGN;
  return (
    area.kind === 'city' && area.people >= minimum && !(isTown && area.country === own.country)
  );
}

/** The region of all counties with a name; undefined if there are none, or if they are in several regions. */
function regionOfCounties(named: Named[]): Area | undefined {
  const [first, ...others] = named.filter(({ county }) => county !== undefined);
  return others.every(({ area }) => area.id === first?.area.id) ? first?.area : undefined;
}

/** Whether an area is a small city outside of a region. */
function isMinorElsewhere(area: Area, region: Area): boolean {
  return (
    area.kind === 'city' && area.region !== region.id && area.people < MAX_PEOPLE_BESIDE_COUNTY
  );
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
