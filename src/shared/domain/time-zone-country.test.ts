import { expect, test } from 'vitest';
import { countriesWithTimeZones, countryOfTimeZone } from './time-zone-country.ts';

const ZONES: Record<string, string> = {
  AE: 'Asia/Dubai',
  AR: 'America/Argentina/Buenos_Aires America/Buenos_Aires America/Argentina/Ushuaia',
  AT: 'Europe/Vienna',
  AU: 'Australia/Sydney Australia/Perth Australia/Adelaide',
  BE: 'Europe/Brussels',
  BR: 'America/Sao_Paulo America/Manaus',
  CA: 'America/Toronto America/Vancouver America/St_Johns',
  CH: 'Europe/Zurich',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CO: 'America/Bogota',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  EG: 'Africa/Cairo',
  ES: 'Europe/Madrid Atlantic/Canary',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  GR: 'Europe/Athens',
  HK: 'Asia/Hong_Kong',
  ID: 'Asia/Jakarta',
  IE: 'Europe/Dublin',
  IL: 'Asia/Jerusalem',
  IN: 'Asia/Kolkata Asia/Calcutta',
  IS: 'Atlantic/Reykjavik',
  IT: 'Europe/Rome',
  JP: 'Asia/Tokyo',
  KE: 'Africa/Nairobi',
  KR: 'Asia/Seoul',
  MM: 'Asia/Rangoon',
  MX: 'America/Mexico_City America/Tijuana',
  NG: 'Africa/Lagos',
  NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo',
  NP: 'Asia/Katmandu',
  NZ: 'Pacific/Auckland',
  PH: 'Asia/Manila',
  PK: 'Asia/Karachi',
  PL: 'Europe/Warsaw',
  PT: 'Europe/Lisbon Atlantic/Azores',
  RO: 'Europe/Bucharest',
  SE: 'Europe/Stockholm',
  SG: 'Asia/Singapore',
  TR: 'Europe/Istanbul',
  UA: 'Europe/Kiev Europe/Kyiv',
  US: 'America/New_York America/Los_Angeles America/Indiana/Indianapolis America/Indianapolis Pacific/Honolulu',
  VN: 'Asia/Saigon Asia/Ho_Chi_Minh',
  ZA: 'Africa/Johannesburg',
};

test.each(
  Object.entries(ZONES).flatMap(([country, zones]) =>
    zones.split(' ').map((zone) => [zone, country]),
  ),
)('%s suggests %s', (zone, country) => {
  expect(countryOfTimeZone(zone)).toBe(country);
});

test.each(['UTC', 'Etc/GMT+5', 'GMT', 'EST', '', 'Europe', 'Europe/', 'Europe/DE', '__proto__/x'])(
  'the time zone %j suggests no country',
  (zone) => {
    expect(countryOfTimeZone(zone)).toBeUndefined();
  },
);

test('every time zone that browsers report suggests a country', () => {
  const unknown = Intl.supportedValuesOf('timeZone').filter(
    (zone) => zone !== 'UTC' && countryOfTimeZone(zone) === undefined,
  );
  expect(unknown).toEqual([]);
});

test('the list of countries contains each country once', () => {
  const codes = countriesWithTimeZones();
  expect(codes).toEqual(expect.arrayContaining(['DE', 'US', 'BR', 'JP', 'KI']));
  expect(new Set(codes).size).toBe(codes.length);
});
