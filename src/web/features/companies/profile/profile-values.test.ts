import { expect, test } from 'vitest';
import { changedProfile, EMPTY_PROFILE, profileBody, splitIssues } from './profile-values.ts';

test('places and links are one on each line, and links are completed', () => {
  const texts = { places: ' Bergen, Norway \n\nOslo\n', links: 'video.example/loom\n' };
  expect(profileBody({ ...EMPTY_PROFILE, ...texts, founded: ' 1921 ' })).toEqual({
    industry: '',
    size: '',
    founded: 1921,
    places: ['Bergen, Norway', 'Oslo'],
    links: ['https://video.example/loom'],
  });
  expect(profileBody(EMPTY_PROFILE)).toMatchObject({ founded: null, places: [], links: [] });
});

test('only the fields of a profile that differ are sent', () => {
  const company = { id: '1', name: 'Loom', website: '', logo: '', description: '' };
  const stored = { ...company, industry: 'Textiles', size: '' as const, founded: 1921 };
  const profile = { ...stored, places: ['Oslo'], links: [] };
  const values = { ...EMPTY_PROFILE, industry: 'Textiles', founded: '1921', places: 'Oslo\n' };
  expect(changedProfile(values, profile)).toEqual({});
  expect(changedProfile({ ...values, founded: '', places: '' }, profile)).toEqual({
    founded: null,
    places: [],
  });
  expect(changedProfile({ ...EMPTY_PROFILE, size: '1-10' }, undefined)).toEqual({ size: '1-10' });
});

test.each(['1e3', '0x7c5', '921', '19210', 'MCMXXI'])('%s is no year', (founded) => {
  expect(profileBody({ ...EMPTY_PROFILE, founded }).founded).toBeNaN();
});

test('the first wrong line of a list is named', () => {
  const founded = { path: 'founded', message: 'must be a year' };
  const wrong = ['links.1', 'links.3'].map((path) => ({
    path,
    message: 'must begin with https://',
  }));
  expect(splitIssues([...wrong, founded])).toEqual({
    lines: { links: 'Link 2 must begin with https://.' },
    fields: [founded],
  });
});
