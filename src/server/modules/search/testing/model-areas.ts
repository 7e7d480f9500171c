import type { Place } from '#shared/contract/job-facts.ts';

/** An area for which tests search. Its rules do not use the gazetteer, so that they can check the board. */
export type ModelArea = {
  /** Names in several languages, and codes that are understood even without other words. */
  names: string[];
  /** Misspellings that are closer to one of its names than to any other name on the board. */
  misspelt?: string[];
  contains: (place: Place) => boolean;
  /** The countries of the area (ISO 3166-1). */
  countries: string[];
  /** The id of the region that it is, or in which it lies, such as `US.CA`. */
  region?: string;
  /** The center of a city, for searches within a radius. */
  center?: Point;
};

type Point = { latitude: number; longitude: number };

const list = (codes: string) => codes.split(' ');

const EU = list('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE');
const EUROPE = [...EU, ...list('AL BA BY CH GB IS LI MC MD ME MK NO RS RU UA')];
const NORTH_AMERICA = list('US CA MX');
const LATIN_AMERICA = list('AR BO BR CL CO CR CU DO EC GT HN JM MX NI PA PE PR PY SV TT UY VE');
const MIDDLE_EAST = list('AE BH CY EG IL IQ IR JO KW LB OM PS QA SA SY TR YE');
const AFRICA = list('CI CM DZ EG ET GH KE MA MU NG RW SN TN TZ UG ZA ZM ZW');
const ASIA_PACIFIC = list(
  'AU BD CN HK ID IN JP KH KR KZ LK MM MN MO MY NP NZ PG PH PK SG TH TW UZ VN',
);

/** The countries of each group that a job may name. */
const GROUPS: Record<string, string[]> = {
  EUROPE,
  EU,
  'NORTH-AMERICA': NORTH_AMERICA,
  EMEA: [...EUROPE, ...MIDDLE_EAST, ...AFRICA],
  'MIDDLE-EAST': MIDDLE_EAST,
  AFRICA,
  DACH: list('DE AT CH'),
  NORDICS: list('DK FI IS NO SE'),
  BENELUX: list('BE NL LU'),
  LATAM: LATIN_AMERICA,
  AMERICAS: [...NORTH_AMERICA, ...LATIN_AMERICA],
  APAC: ASIA_PACIFIC,
  UKI: list('GB IE'),
  'US-EAST': ['US'],
  'US-WEST': ['US'],
  'BAY-AREA': ['US'],
};

const BAY_AREA = { latitude: 37.4852, longitude: -122.2364 };

/** The countries that contain a place. A group is in several countries. */
const countriesOf = ({ id, country }: Place) => (country ? [country] : (GROUPS[id] ?? []));

const within =
  (codes: string[]) =>
  (place: Place): boolean => {
    const countries = countriesOf(place);
    return countries.length > 0 && countries.every((code) => codes.includes(code));
  };
const country = (code: string) => ({ contains: within([code]), countries: [code] });
const group = (id: string) => ({ contains: within(GROUPS[id] ?? []), countries: GROUPS[id] ?? [] });
const region = (code: string, name: string, id: string, ...groups: string[]) => ({
  region: id,
  contains: (place: Place) =>
    (place.country === code && place.region === name) || groups.includes(place.id),
  countries: [code],
});
const city = (code: string, name: string, id: string) => ({
  region: id,
  contains: (place: Place) => place.country === code && place.locality === name,
  countries: [code],
});

export const COUNTRIES: Record<string, { names: string[]; misspelt?: string[] }> = {
  DE: {
    names: ['Germany', 'germany', 'Deutschland', 'Allemagne', 'Alemania', 'ドイツ', 'DE', 'de'],
    misspelt: ['germny', 'Deutschlnd'],
  },
  FR: { names: ['France', 'Frankreich', 'Francia', 'FR'], misspelt: ['Framce'] },
  ES: { names: ['Spain', 'España', 'espagne', 'ES'] },
  PT: { names: ['Portugal', 'PT'], misspelt: ['Portugl'] },
  GB: { names: ['United Kingdom', 'UK', 'uk', 'Great Britain', 'GB', 'Royaume-Uni'] },
  IE: { names: ['Ireland', 'Irland', 'IE'], misspelt: ['Irelnd'] },
  IS: { names: ['Iceland', 'Ísland', 'IS'] },
  US: { names: ['United States', 'USA', 'usa', 'U.S.', 'US', 'us', 'Estados Unidos'] },
  CA: { names: ['Canada', 'Kanada', 'CA'], misspelt: ['Candaa'] },
  BR: { names: ['Brazil', 'Brasil', 'BR'], misspelt: ['Brazill'] },
  IN: { names: ['India', 'भारत', 'IN'] },
  JP: { names: ['Japan', '日本', 'JP'] },
  CH: { names: ['Switzerland', 'Schweiz', 'Suisse', 'CH'], misspelt: ['Switzerlnd'] },
  AT: { names: ['Austria', 'Österreich', 'AT'] },
  AU: { names: ['Australia', 'AU'], misspelt: ['Austrlia'] },
  NL: { names: ['Netherlands', 'Nederland', 'Holland', 'NL'] },
  PL: { names: ['Poland', 'Polska', 'PL'] },
  KE: { names: ['Kenya', 'KE'] },
};

export const WORLD: ModelArea = {
  names: ['Worldwide', 'anywhere'],
  contains: ({ id }) => id === 'WORLD',
  countries: [],
};

export const AREAS: ModelArea[] = [
  ...Object.entries(COUNTRIES).map(([code, names]) => ({ ...names, ...country(code) })),
  { names: ['EMEA', 'emea'], ...group('EMEA') },
  { names: ['Europe', 'Europa'], ...group('EUROPE') },
  { names: ['EU', 'European Union'], ...group('EU') },
  { names: ['DACH', 'dach'], ...group('DACH') },
  { names: ['Nordics', 'Scandinavia'], ...group('NORDICS') },
  { names: ['Benelux'], ...group('BENELUX') },
  { names: ['LATAM', 'Latin America'], ...group('LATAM') },
  { names: ['APAC', 'Asia-Pacific'], ...group('APAC') },
  { names: ['North America'], ...group('NORTH-AMERICA') },
  { names: ['Americas'], ...group('AMERICAS') },
  WORLD,
  {
    names: ['West Coast', 'US West Coast'],
    countries: ['US'],
    contains: (place) =>
      ['US-WEST', 'BAY-AREA'].includes(place.id) ||
      (place.country === 'US' &&
        ['California', 'Oregon', 'Washington', 'Nevada', 'Arizona'].includes(place.region)),
  },
  {
    names: ['SF Bay Area', 'Silicon Valley'],
    countries: ['US'],
    region: 'US.CA',
    contains: (place) => place.id === 'BAY-AREA' || isNear(place, BAY_AREA, 60),
  },
  { names: ['Bavaria', 'Bayern', 'bavière'], ...region('DE', 'Bavaria', 'DE.02') },
  { names: ['Texas', 'texas'], misspelt: ['Texass'], ...region('US', 'Texas', 'US.TX') },
  {
    names: ['California', 'Kalifornien'],
    misspelt: ['Califrnia'],
    ...region('US', 'California', 'US.CA', 'BAY-AREA'),
  },
  { names: ['Ontario'], ...region('CA', 'Ontario', 'CA.08') },
  { names: ['England'], ...region('GB', 'England', 'GB.ENG') },
  {
    names: ['Berlin', 'BERLIN', 'Berlin, Germany', 'Berlín'],
    misspelt: ['Berlinn'],
    ...city('DE', 'Berlin', 'DE.16'),
    center: { latitude: 52.5244, longitude: 13.4105 },
  },
  {
    names: ['Munich', 'München', 'muenchen', 'Monaco di Baviera'],
    misspelt: ['Munihc', 'Muenchn'],
    ...city('DE', 'Munich', 'DE.02'),
    center: { latitude: 48.1374, longitude: 11.5755 },
  },
  {
    names: ['Köln', 'Cologne', 'koeln'],
    misspelt: ['Colonge'],
    ...city('DE', 'Köln', 'DE.07'),
    center: { latitude: 50.9333, longitude: 6.95 },
  },
  {
    names: ['London', 'Londres', 'London, UK', 'London, England'],
    misspelt: ['Lonndon'],
    ...city('GB', 'London', 'GB.ENG'),
    center: { latitude: 51.5085, longitude: -0.1257 },
  },
  {
    names: ['London, Ontario', 'London, ON', 'London, Canada'],
    ...city('CA', 'London', 'CA.08'),
    center: { latitude: 42.9834, longitude: -81.233 },
  },
  {
    names: ['Lisbon', 'Lisboa', 'Lissabon'],
    ...region('PT', 'Lisbon', 'PT.14'),
    center: { latitude: 38.7167, longitude: -9.1333 },
  },
  {
    names: ['Paris', 'París', 'paris, france'],
    ...city('FR', 'Paris', 'FR.11'),
    center: { latitude: 48.8534, longitude: 2.3488 },
  },
  {
    names: ['San Francisco', 'SF', 'San Francisco, CA', 'san fran'],
    misspelt: ['San Fransisco'],
    ...city('US', 'San Francisco', 'US.CA'),
    center: { latitude: 37.7749, longitude: -122.4194 },
  },
  {
    names: ['New York'],
    ...region('US', 'New York', 'US.NY'),
    center: { latitude: 40.7143, longitude: -74.006 },
  },
  {
    names: ['São Paulo', 'Sao Paulo'],
    ...region('BR', 'São Paulo', 'BR.27'),
    center: { latitude: -23.5475, longitude: -46.6361 },
  },
  {
    names: ['Tokyo', '東京', 'Tokio'],
    ...region('JP', 'Tokyo', 'JP.40'),
    center: { latitude: 35.6895, longitude: 139.6917 },
  },
  {
    names: ['Bengaluru', 'Bangalore'],
    misspelt: ['Bangalor'],
    ...city('IN', 'Bengaluru', 'IN.19'),
    center: { latitude: 12.9719, longitude: 77.5937 },
  },
];

const EARTH_RADIUS = 6371;

/** Whether a city is at most this number of kilometers away: https://en.wikipedia.org/wiki/Haversine_formula */
export function isNear(
  { locality, latitude, longitude }: Place,
  center: Point,
  kilometers: number,
): boolean {
  if (!locality || latitude === null || longitude === null) return false;
  const haversine = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2;
  const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
  const chord =
    haversine(latitude - center.latitude) +
    cosine(latitude) * cosine(center.latitude) * haversine(longitude - center.longitude);
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(chord)) <= kilometers;
}
