import { expect, test } from 'vitest';
import { nameForms, namesToFind, namingOf } from './name-forms.ts';

test.each([
  ['Loom', ['loom']],
  ['Eleven Labs', ['elevenlabs', 'eleven']],
  ['ElevenLabs, Inc.', ['elevenlabs', 'eleven']],
  ['eleven-labs', ['elevenlabs', 'eleven']],
  ['elevenlabs', ['elevenlabs', 'eleven']],
  ['Loom GmbH & Co. KG', ['loom']],
  ['Loom S.A.', ['loom']],
  ['Loom Technologies HQ', ['loomtechnologieshq', 'loomtechnologies', 'loom']],
  ['Labs', ['labs']],
  ['Café Müller GmbH', ['cafemuller']],
  ['Weiß & Co.', ['weiss']],
  ['Hims & Hers', ['himsandhers']],
  ["Levi's", ['levis']],
  ['1Password', ['1password']],
  ['株式会社ルーム', ['ルーム']],
  ['zinc', ['zinc']],
  ['🎉', []],
])('the forms of %j are %j', (name, forms) => {
  expect(nameForms(name)).toEqual(forms);
});

test.each([
  ['eleven labs', 'ElevenLabs', 'whole'],
  ['elevenlabs', 'Eleven Labs', 'whole'],
  ['eleven-labs', 'ElevenLabs', 'whole'],
  ['eleven', 'ElevenLabs', 'short'],
  ['clay labs', 'Clay', 'short'],
  ['clay hq', 'Clay', 'short'],
  ['clayhq', 'Clay', 'short'],
  ['clay inc', 'Clay', 'whole'],
  ['clay', 'Clay, Inc.', 'whole'],
  ['clay gmbh', 'Clay Labs', 'short'],
  ['clay careers', 'Clay', 'whole'],
  ['jobs at clay', 'Clay', 'whole'],
  ['hims and hers', 'Hims & Hers', 'whole'],
  ['clay ai', 'Clay Labs', undefined],
  ['clays', 'Clay', undefined],
  ['clay engineer', 'Clay', undefined],
  ['open', 'OpenAI', 'short'],
  ['openai', 'Open', undefined],
  ['designer', 'Designer Labs', undefined],
  ['python', 'Python Technologies', undefined],
  ['design labs', 'Design', 'short'],
  ['', 'Clay', undefined],
])('the search %j for the company %j is its name: %j', (searched, name, naming) => {
  expect(namingOf(searched, name)).toBe(naming);
});

test.each([
  ['eleven labs', 'elevenlabs'],
  ['eleven', 'elevenlabs'],
  ['clay labs', 'clay'],
  ['clay labs', 'clayinc'],
  ['jobs at clay', 'clay'],
])('the search %j finds the joined name %j', (searched, name) => {
  expect(namesToFind(searched)).toContain(name);
});

test('a search without letters finds no name', () => {
  expect(namesToFind('—')).toEqual([]);
});
