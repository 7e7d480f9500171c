import { expect, test } from 'vitest';
import { COUNTRIES_WITH_REGIONS, regionsOf } from '#shared/domain/regions.ts';
import { gazetteer } from './gazetteer.ts';

const nameOf = (text: string) =>
  gazetteer()
    .named(text)
    .map(({ area }) => area.id);

test.each([
  ['Munich', '2867714'],
  ['münchen', '2867714'],
  ['MUENCHEN', '2867714'],
  ['Мюнхен', '2867714'],
  ['St. Louis', '4407066'],
  ['Saint Louis', '4407066'],
  ['Deutschland', 'DE'],
  ['Tyskland', 'DE'],
  ['ドイツ', 'DE'],
  ['DEU', 'DE'],
  ['Bayern', 'DE.02'],
  ['Latin America', 'LATAM'],
])('%s is a name of %s', (name, id) => {
  expect(nameOf(name)).toContain(id);
});

test.each(['', 'Narnia', '!', 'x'.repeat(10_000)])('%j is not the name of a place', (name) => {
  expect(nameOf(name)).toEqual([]);
});

test('an area has its name, containers, people and position', () => {
  expect(gazetteer().get('2867714')).toMatchObject({
    kind: 'city',
    name: 'Munich',
    region: 'DE.02',
    country: 'DE',
    latitude: expect.closeTo(48.14, 1),
    longitude: expect.closeTo(11.58, 1),
  });
  expect(gazetteer().get('DE.02')).toMatchObject({
    kind: 'region',
    name: 'Bavaria',
    country: 'DE',
  });
  expect(gazetteer().get('DE')).toMatchObject({ kind: 'country', name: 'Germany', country: 'DE' });
  expect(gazetteer().get('EMEA')).toMatchObject({ kind: 'group', name: 'EMEA' });
});

test.each(COUNTRIES_WITH_REGIONS)(
  'the regions of %s that people choose from are all its regions',
  (country) => {
    const regions = gazetteer()
      .regionsOf(country)
      .map((id) => ({ id, name: gazetteer().get(id)?.name ?? '' }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en'));
    expect(regionsOf(country)).toEqual(regions);
  },
);

test.each(['', '0', '1', '999999999999', 'ZZ', 'DE.99', '__proto__'])(
  '%j is not the id of an area',
  (id) => {
    expect(gazetteer().get(id)).toBeUndefined();
  },
);

test('places are found by the beginning of their name in any language', () => {
  const ids = (prefix: string) =>
    gazetteer().startingWith(prefix, ['2867714', 'DE', 'MX', '2950159']).sort();
  expect(ids('mün')).toEqual(['2867714']);
  expect(ids('m')).toEqual(['2867714', 'MX']);
  expect(ids('alem')).toEqual(['DE']);
  expect(ids('narnia')).toEqual([]);
});

test('the cities around a place are found', () => {
  const cologne = gazetteer().get('2886242');
  const near = cologne ? gazetteer().near(cologne, 50) : [];
  expect(near).toContain('2946447'); // Bonn is 25 km away.
  expect(near).not.toContain('2925533'); // Frankfurt am Main is 150 km away.
});

test('a place belongs to its groups, and a group contains its places', () => {
  const [munich, emea, apac] = ['2867714', 'EMEA', 'APAC'].map((id) => gazetteer().get(id));
  if (!munich || !emea || !apac) throw new Error('an area is missing');
  expect(gazetteer().groupsOf(munich)).toEqual(expect.arrayContaining(['EU', 'EMEA', 'DACH']));
  expect(gazetteer().contains(emea, munich)).toBe(true);
  expect(gazetteer().contains(apac, munich)).toBe(false);
});

test.each([
  ['londn', '2643743'],
  ['Munihc', '2867714'],
  ['Sttutgart', '2825297'],
  ['San Fransisco', '5391959'],
])('%s is similar to the name of %s', (name, id) => {
  const similar = gazetteer().similar(name, 2);
  expect(similar.map((area) => area.id)).toContain(id);
});

test('two letters in the wrong order are one error, so “Candaa” means Canada rather than the town of Candas', () => {
  expect(gazetteer().similar('Candaa', 2)[0]?.id).toBe('CA');
});
