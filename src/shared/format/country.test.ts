import { expect, test } from 'vitest';
import { countryInSentence } from './country.ts';

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
  expect(countryInSentence(country)).toBe(name);
});
