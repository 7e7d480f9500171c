import { describe, expect, test } from 'vitest';
import type { Eligibility } from '#shared/domain/eligibility.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { gazetteer } from '../places/gazetteer.ts';
import { readLocation } from '../places/read-location.ts';
import { readEligibility } from './read-eligibility.ts';

const read = ({ location = 'Remote', text = '', title = 'Engineer' }) =>
  readEligibility({ location: readLocation(location, gazetteer()), text, title }, gazetteer());

/** Formats the ids of countries, regions and groups; `WORLD` means everywhere, and an empty string means unknown. */
function format(eligibility: Eligibility | undefined): string {
  if (!eligibility) return '';
  const { worldwide, countries, regions } = eligibility;
  if (worldwide) return 'WORLD';
  return [...countries, ...regions].join(' ');
}

function expand(ids: string): string {
  const all = ids.split(' ').flatMap((id) => {
    const members = gazetteer().membersOf(id);
    return members.length > 0 ? members : [id];
  });
  const isRegion = (id: string) => id.includes('.');
  const unique = [...new Set(all)].sort();
  return [...unique.filter((id) => !isRegion(id)), ...unique.filter(isRegion)].join(' ');
}

test('the location excludes places', () => {
  const scope = read({ location: 'Remote - US (not available in CO or NY)' });
  expect(scope?.countries).toEqual([]);
  expect(scope?.regions).toContain('US.TX');
  expect(scope?.regions).not.toContain('US.CO');
  expect(read({ location: 'Anywhere except Germany' })?.countries).not.toContain('DE');
  expect(read({ location: 'Anywhere except Germany' })?.countries).toContain('FR');
});

describe('the location', () => {
  test.each<[string, string]>([
    ['Remote (US)', 'US'],
    ['U.S. (Remote)', 'US'],
    ['Remote - EMEA', 'EMEA'],
    ['Remote, Canada or US', 'CA US'],
    ['Remote (United States | Canada)', 'CA US'],
    ['United States | Remote', 'US'],
    ['Portugal; Malta; Spain', 'ES MT PT'],
    ['Europe', 'EUROPE'],
    ['Remote in DACH', 'AT CH DE'],
    ['Anywhere', 'WORLD'],
    ['Remote - Worldwide', 'WORLD'],
    ['North to South America', 'AMERICAS'],
    ['Remote (Central & South America)', 'CENTRAL-AND-SOUTH-AMERICA'],
    ['Remote - California', 'US.CA'],
    ['Remote (Dallas, TX)', 'US.TX'],
    ['Toronto - Remote', 'CA.08'],
    ['England; Ireland', 'IE GB.ENG'],
    ['Remote - Singapore', 'SG'],
    ['Austin, TX; Remote, US', 'US'],
    ['London; Remote (US)', 'US'],
    ['United Kingdom or Ireland; Belfast', 'GB IE'],
    ['Remote (East Coast USA or Canada)', 'CA US-EAST'],
  ])('%j is open to %s', (location, expected) => {
    expect(format(read({ location }))).toBe(expand(expected));
  });

  test.each([
    'Remote',
    'Distributed',
    // The location is an office, or a city among several places.
    'Paris',
    'London; Warsaw; Lisbon',
    'Dallas; Remote',
    'Dallas, Remote',
    'Dallas or Remote',
    'Remote (Paris or Berlin)',
    'Chicago, US-Remote',
    // Places are missing or excluded.
    'Remote (non-U.S.)',
    'Remote - International',
    'Remote - Several Locations; Peru; Chile; & 9 other countries',
    'Remote (Chile, Atlantis)',
    'Chile; Peru; Remote',
    // The location states times and not places.
    'Remote - EU time zones',
    'Remote - Eastern Time',
    // A list of states often means that licenses are required there.
    'Colorado',
  ])('%j does not say who may work from where', (location) => {
    expect(read({ location })).toBeUndefined();
  });
});

describe('the title', () => {
  test.each<[string, string]>([
    ['Engineer (Remote, Germany)', 'DE'],
    ['Engineer - Remote Europe', 'EUROPE'],
    ['Counselor - Remote (Oregon)', 'US.OR'],
    ['Engineer (UK/Ireland Remote)', 'GB IE'],
  ])('%j is open to %s', (title, expected) => {
    expect(format(read({ title }))).toBe(expand(expected));
  });

  test.each(['Account Executive, LATAM', 'Engineer (Remote)', 'Recruiter, US & Canada'])(
    '%j does not say who may work from where',
    (title) => {
      expect(read({ title })).toBeUndefined();
    },
  );

  test('is ignored if the location names places elsewhere', () => {
    const title = 'Trader (US Remote)';
    expect(read({ title, location: 'Zurich; New York' })).toBeUndefined();
  });
});

describe('the description', () => {
  test.each<[string, string]>([
    ['You must be based in the US.', 'US'],
    ['Applicants **must reside in Germany or Austria** and speak German.', 'AT DE'],
    ['We are open to candidates in Europe.', 'EUROPE'],
    ['We can only hire in Portugal, Spain and Italy at this time.', 'ES IT PT'],
    ['- Based in the [US](https://example.org) or Canada', 'CA US'],
    ['- Currently located in the U.K. or Ireland.', 'GB IE'],
    ['This is a remote position within the Netherlands.', 'NL'],
    ['The job can be done remotely from anywhere in Mexico.', 'MX'],
    ['This role is remote-first within Australia, New Zealand, or Singapore.', 'AU NZ SG'],
    ['It can be based in Belgium, France or Italy, from your home.', 'BE FR IT'],
    ['We accept applications only from candidates based in North or South America.', 'AMERICAS'],
    ['You must live in Georgia, with a strong preference for Atlanta.', 'US.GA'],
    ['📍 Remote - Kenya | 💬 English', 'KE'],
    ['Location: Remote (Brazil)', 'BR'],
    ['Remote (US only)', 'US'],
    ['Work from anywhere in the world.', 'WORLD'],
    ['We hire people worldwide.', 'WORLD'],
    // Authorization to work says where the job is.
    ['Candidates must be authorized to work in the United States without sponsorship.', 'US'],
    ['- Eligible to work in the United Kingdom', 'GB'],
    // If several statements agree, the narrowest counts.
    ['We welcome candidates based in Europe.\n\nYou must live in Spain or Italy.', 'ES IT'],
  ])('%j is open to %s', (text, expected) => {
    expect(format(read({ text }))).toBe(expand(expected));
  });

  test.each([
    'We cannot sponsor visas for the United States.',
    'We have offices in Germany and France.',
    'We have customers in 40 countries, from Canada to Japan.',
    'We are a US company, based in Delaware.',
    'Based in Germany, we build tools for bakers.',
    'Our fully remote team works across Europe.',
    'Our 80 colleagues live around the world.',
    'In Germany you get 30 days of vacation, in the UK 28.',
    'For candidates in California, the salary range is $90,000 to $100,000.',
    'Remote in the US: the pay depends on the state.',
    'Applicants in the United States are considered regardless of race.',
    'We verify the eligibility to work in the United States of all new employees.',
    'You work with people in Brazil, Chile and Peru.',
    'Work remotely from another country for 4 weeks a year, anywhere in the world.',
    'We help people work from anywhere in the world.',
    'Work From Anywhere: you need strong wifi.',
    'You are ideally based in Poland.',
    'Candidates in US time zones are welcome: we are open to candidates in US time zones.',
    'You must be based in one of the countries on our list.',
    'You must not be based in Germany.',
    'You must be based in Canada or nearby.',
    'We are open to candidates in Canada and most European countries.',
    'You must be based in Munich.',
    'You must live in Germany.\n\nYou must live in France.',
    'We have worked in IT, in OR, and remotely in IT.',
    'Several hours of overlap with Pacific time are needed.',
  ])('%j does not say who may work from where', (text) => {
    expect(read({ text })).toBeUndefined();
  });
});

describe('several sources', () => {
  test.each<[string, string, string, string]>([
    ['narrows a location', 'Remote - EMEA', 'You must be based in Germany.', 'DE'],
    ['narrows "anywhere"', 'Anywhere', 'You must be based in Germany.', 'DE'],
    ['opens a job to more places', 'Remote UK', 'It is open to candidates in EMEA.', 'EMEA'],
    [
      'names a region that contains the location',
      'Remote (US)',
      'You must live in North America.',
      'US',
    ],
    ['asks for authorization', 'Remote (US)', 'You must be eligible to work in the EU.', 'US'],
    [
      'asks for authorization "anywhere"',
      'Anywhere',
      'You must be eligible to work in the US.',
      'US',
    ],
    ['names a country around a city', 'Paris', 'It is open to candidates in Europe.', 'EUROPE'],
  ])('a description %s', (_, location, text, expected) => {
    expect(format(read({ location, text }))).toBe(expand(expected));
  });

  test.each<[string, string, string]>([
    ['contradicts a location', 'Remote (US)', 'You must be based in Germany.'],
    ['contradicts a city', 'Paris', 'You must be based in Canada.'],
    ['demands places without names', 'Anywhere', 'You must live in one of the countries below.'],
    ['excludes places', 'Anywhere', '- Internationally located (not in the US)'],
    [
      'says "anywhere" of a job outside the US',
      'Remote (non-US)',
      'Work from anywhere in the world.',
    ],
  ])('eligibility is unknown if the description %s', (_, location, text) => {
    expect(read({ location, text })).toBeUndefined();
  });
});

describe('time zones', () => {
  test.each<[string, number, number]>([
    ['You work within UTC−5 to UTC+1.', -5, 1],
    ['Your time zone is between UTC-3 and UTC+3.', -3, 3],
    ['GMT to GMT+3 only', 0, 3],
    ['Live within ±3 hours of CET.', -2, 4],
    ['Remote (CET ±2h)', -1, 3],
    ['We are open to people within +/- 3 hours GMT', -3, 3],
    ['Within a +/- 2 hour time difference of Eastern Time', -7, -3],
    ['You are within 4 hours of Pacific Time.', -12, -4],
    ['You are in a time zone GMT+5 or later.', 5, 14],
  ])('%j allows offsets from %s to %s', (text, minimum, maximum) => {
    expect(read({ text })?.offset).toEqual({ minimum, maximum });
    expect(read({ text })).toMatchObject({ worldwide: false, countries: [] });
  });

  test.each([
    'Ideally you are within CET ±2h.',
    'We meet at 9 am GMT+1 on Mondays.',
    'You answer within 4 hours.',
    'The meeting is from UTC 9:00 to UTC 12:00.',
    'UTC+20 to UTC+30',
    'Within CET ±1h.\n\nWithin CET ±3h.',
  ])('time zones are not read from %j', (text) => {
    expect(read({ text })).toBeUndefined();
  });

  test('are returned in addition to places', () => {
    expect(read({ location: 'Remote, Germany', text: 'CET ±1h' })).toEqual({
      worldwide: false,
      countries: ['DE'],
      regions: [],
      offset: { minimum: 0, maximum: 2 },
    });
  });
});

const LENGTH = 200_000;

test.each([
  'a',
  'A',
  'A ',
  ' ',
  '\n',
  '- ',
  '[',
  '](',
  '](a',
  '*',
  '(',
  ', ',
  '. A',
  'in ',
  'must ',
  'must be based in ',
  'must be based in US, ',
  'must be based in US\n',
  'currently ',
  'remote ',
  'remote in ',
  'only hire candidates ',
  'work anywhere ',
  'authorized to work in ',
  'candidates who are ',
  'UTC',
  'UTC-5 to ',
  '±3',
  'within 3 hours of ',
  'Location: Remote | ',
  'Germany or ',
  '🌍',
])('a description that only repeats %j is read within a second', async (piece) => {
  const text = piece.repeat(LENGTH / piece.length);
  expect(await cpuTimeOf(() => read({ text }))).toBeLessThan(1_000);
});

test.each(['(remote ', ' - remote', 'remote, ', 'US ', '('])(
  'a title that only repeats %j is read within a second',
  async (piece) => {
    const title = piece.repeat(LENGTH / piece.length);
    expect(await cpuTimeOf(() => read({ title }))).toBeLessThan(1_000);
  },
);
