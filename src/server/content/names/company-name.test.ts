import { expect, test } from 'vitest';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { findCompanyName, nameOfSlug } from './company-name.ts';

test.each([
  ['loomandthread', 'Loom & Thread is hiring.', 'Loom & Thread'],
  ['loom-and-thread', 'Join Loom and Thread.', 'Loom and Thread'],
  ['backloom', 'Back Loom weaves.', 'Back Loom'],
  ['myweavercareers', 'MyWeaver is a mill.', 'MyWeaver'],
  ['weavehq', 'At Weave, you weave. We weave well.', 'Weave'],
  ['iweave', 'iWeave is new.', 'iWeave'],
  ['weaveli', 'Write to us: weaveli weaves.', 'weaveli'],
  ['weavr', 'See [our site](https://weavr.example) or jobs@weavr.example.', undefined],
  ['weavr', 'We weave.', undefined],
])('the jobs of %s, which say %j, spell its name as %s', (slug, text, name) => {
  expect(findCompanyName(slug, [text])).toBe(name);
});

test('a short name must be in a third of the texts', () => {
  expect(findCompanyName('loom', ['Loom', 'We weave.', 'We mend.'])).toBe('Loom');
  expect(findCompanyName('loom', ['Loom', 'We weave.', 'We mend.', 'We dye.'])).toBeUndefined();
});

test.each([
  ['loom-careers', 'Loom Careers'],
  ['loom24', 'Loom24'],
  ['LoomWorks', 'LoomWorks'],
  ['Loom Works', 'Loom Works'],
])('without such a spelling, the name of %s is %s', (slug, name) => {
  expect(nameOfSlug(slug)).toBe(name);
});

test('a hostile text is read in linear time', async () => {
  const cost = await cpuTimeOf(() => {
    for (const piece of ['a', 'a ', 'a&', 'and', 'a-.', '@a.']) {
      findCompanyName('a'.repeat(60), [piece.repeat(30_000)]);
    }
  });
  expect(cost).toBeLessThan(3_000);
});
