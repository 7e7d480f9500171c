import { describe, expect, test } from 'vitest';
import { type Eligibility, isEligible } from '../domain/eligibility.ts';
import { formatEligibility } from './eligibility.ts';

const none: Eligibility = { worldwide: false, countries: [], regions: [] };
const german: Eligibility = { ...none, countries: ['AT', 'DE'] };
const californian: Eligibility = { ...none, countries: ['CA'], regions: ['US.CA'] };
const worldwide: Eligibility = { ...none, worldwide: true };
const offset = { minimum: -1, maximum: 3 };

describe('a visitor of a country', () => {
  test.each<[string, Eligibility | undefined, string, boolean | undefined, string | undefined]>([
    ['is told that a listed country is open', german, 'DE', true, 'Open to Germany'],
    ['is told that another one is not', german, 'FR', false, 'Not open to France'],
    ['is told of parts', californian, 'US', undefined, 'Open to parts of the United States'],
    ['is told of a country beside a region', californian, 'CA', true, 'Open to Canada'],
    ['is not told of parts elsewhere', californian, 'GB', false, 'Not open to the United Kingdom'],
    ['may work worldwide', worldwide, 'NL', true, 'Open to the Netherlands'],
    ['is not told anything unknown', undefined, 'DE', undefined, undefined],
    ['is not told by offsets alone', { ...none, offset }, 'DE', undefined, undefined],
    ['is not told by offsets worldwide', { ...worldwide, offset }, 'DE', undefined, undefined],
    ['is told by countries beside offsets', { ...german, offset }, 'DE', true, 'Open to Germany'],
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
])('%s is called "%s" in a sentence', (country, name) => {
  expect(formatEligibility(worldwide, country)).toBe(`Open to ${name}`);
});
