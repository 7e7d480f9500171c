import { expect, test } from 'vitest';
import { residenceAsPlace, residenceInSentence } from './residence.ts';

test('a residence is named by its region, or by its country', () => {
  expect(residenceInSentence('US.CA')).toBe('California');
  expect(residenceInSentence('US')).toBe('the United States');
  expect(residenceInSentence('DE')).toBe('Germany');
  expect(residenceAsPlace('US.CA')).toBe('California, United States');
  expect(residenceAsPlace('DE')).toBe('Germany');
});

test('a job that is open to other regions names the region, and a job elsewhere the country', () => {
  const open = { worldwide: false, countries: [], regions: ['US.WA'] };
  expect(residenceInSentence('US.CA', open)).toBe('California');
  expect(residenceInSentence('CA.08', open)).toBe('Canada');
});
