import { describe, expect, test } from 'vitest';
import { type Eligibility, isEligible } from '../domain/eligibility.ts';
import { formatEligibility } from './eligibility.ts';

const none: Eligibility = { worldwide: false, countries: [], regions: [] };
const german: Eligibility = { ...none, countries: ['AT', 'DE'] };
const californian: Eligibility = { ...none, countries: ['CA'], regions: ['US.CA'] };
const worldwide: Eligibility = { ...none, worldwide: true };
const offset = { minimum: -1, maximum: 3 };

describe('the eligibility for a country', () => {
  test.each<[string, Eligibility | undefined, string, boolean | undefined, string | undefined]>([
    ['is open if the country is listed', german, 'DE', true, 'Open to Germany'],
    ['is not open if only others are listed', german, 'FR', false, 'Not open to France'],
    [
      'is partly open if one of its regions is listed',
      californian,
      'US',
      undefined,
      'Open to parts of the United States',
    ],
    [
      'is open if it is listed beside a region of another',
      californian,
      'CA',
      true,
      'Open to Canada',
    ],
    [
      'is not open if only regions of others are listed',
      californian,
      'GB',
      false,
      'Not open to the United Kingdom',
    ],
    ['is open worldwide', worldwide, 'NL', true, 'Open to the Netherlands'],
    ['is unknown without facts', undefined, 'DE', undefined, undefined],
    ['is unknown from offsets alone', { ...none, offset }, 'DE', undefined, undefined],
    ['is unknown worldwide within offsets', { ...worldwide, offset }, 'DE', undefined, undefined],
    [
      'is open if it is listed beside offsets',
      { ...german, offset },
      'DE',
      true,
      'Open to Germany',
    ],
  ])('%s', (_, eligibility, country, isOpen, text) => {
    expect(isEligible(eligibility, country)).toBe(isOpen);
    expect(formatEligibility(eligibility, country)).toBe(text);
  });
});

test.each([
  ['US', 'the United States'],
  ['GB', 'the United Kingdom'],
  ['NL', 'the Netherlands'],
  ['PH', 'the Philippines'],
  ['AE', 'the United Arab Emirates'],
  ['DO', 'the Dominican Republic'],
  ['CZ', 'Czechia'],
  ['BS', 'the Bahamas'],
  ['GM', 'the Gambia'],
  ['MV', 'the Maldives'],
  ['SB', 'the Solomon Islands'],
  ['IM', 'the Isle of Man'],
  ['DE', 'Germany'],
  ['IE', 'Ireland'],
  ['HK', 'Hong Kong'],
])('the country %s is called "%s" in a sentence', (country, name) => {
  expect(formatEligibility(worldwide, country)).toBe(`Open to ${name}`);
});
