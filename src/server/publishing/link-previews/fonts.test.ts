import { describe, expect, test } from 'vitest';
import { fontsFor, languageOf } from './drawing/fonts.mjs';

/** The names of the font families in which a text is drawn, without the board's own typeface. */
function familiesOf(text: string) {
  return fontsFor(text, languageOf(text))
    .split(', ')
    .filter((family) => !family.startsWith('schibsted-grotesk'));
}

test.each([
  ['Senior Engineer — São Paulo, Łódź', []],
  ['Tuyển dụng', ['noto-sans-vietnamese']],
  ['Инженер', ['noto-sans-cyrillic']],
  ['Μηχανικός', ['noto-sans-greek']],
  ['מהנדסת', ['noto-sans-hebrew-hebrew']],
  ['مهندس', ['noto-sans-arabic-arabic']],
  ['अभियंता', ['noto-sans-devanagari']],
  ['วิศวกร', ['noto-sans-thai-thai']],
  ['Ship it 🚀', ['noto-color-emoji']],
  ['I ❤️ it', ['noto-color-emoji']],
  ['தமிழ்', []],
])('%s is drawn with bundled fonts', (text, families) => {
  expect(familiesOf(text)).toEqual(families);
});

describe('Han characters', () => {
  test.each([
    ['エンジニア 東京', /^noto-sans-jp-/],
    ['엔지니어 東京', /^noto-sans-kr-/],
    ['工程师 东京', /^noto-sans-sc-/],
  ])('Han characters in %s have the shapes of the language of the text', (text, family) => {
    const families = familiesOf(text);
    expect(families.length).toBeGreaterThan(0);
    expect(families.filter((name) => !family.test(name))).toEqual([]);
  });
});
