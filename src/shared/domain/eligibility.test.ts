import { expect, test } from 'vitest';
import { type Eligibility, openTo } from './eligibility.ts';

const none: Eligibility = { worldwide: false, countries: [], regions: [] };
const german: Eligibility = { ...none, countries: ['AT', 'DE'] };
const californian: Eligibility = { ...none, countries: ['CA'], regions: ['US.CA'] };
const worldwide: Eligibility = { ...none, worldwide: true };
const offset = { minimum: -1, maximum: 3 };

test.each<[string, Eligibility | undefined, string, boolean | undefined]>([
  ['is open to a listed country', german, 'DE', true],
  ['is not open if only other countries are listed', german, 'FR', false],
  ['is open to a listed region', californian, 'US.CA', true],
  ['is not open to another region', californian, 'US.NY', false],
  ['is undecided if only some regions of the country are listed', californian, 'US', undefined],
  ['is open to a country beside regions of another', californian, 'CA', true],
  ['is open to a region of a listed country', californian, 'CA.08', true],
  ['is not open if only regions of other countries are listed', californian, 'GB', false],
  ['is open worldwide', worldwide, 'NL', true],
  ['is undecided without facts', undefined, 'DE', undefined],
  ['is undecided by offsets alone', { ...none, offset }, 'DE', undefined],
  ['is undecided worldwide within offsets', { ...worldwide, offset }, 'DE', undefined],
  ['is open to a country that is listed beside offsets', { ...german, offset }, 'DE', true],
])('a job %s', (_, eligibility, residence, isOpen) => {
  expect(openTo(eligibility, residence)).toBe(isOpen);
});
