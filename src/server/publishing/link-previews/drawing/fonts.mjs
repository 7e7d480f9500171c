/**
 * The fonts for previews, all under the Open Font License and from npm: the site's own typeface, and Noto for
 * characters that it lacks. Each font comes in slices for browsers, with a list of the characters in each slice. Like a
 * browser, this module loads a slice when a text first needs it. Loading all of them takes 0.7 seconds and 280 MB.
 *
 * Covered: Latin, Vietnamese, Cyrillic, Greek, Hebrew, Arabic, Devanagari, Thai, Japanese, Korean, Chinese
 * (traditional characters too, in the mainland forms), and emoji. All other scripts, such as Armenian, Georgian,
 * Ethiopic, Khmer, Lao, Burmese, Sinhala, Tibetan, Bengali, Gujarati, Gurmukhi, Kannada, Malayalam, Oriya, Tamil and
 * Telugu, are not covered. They use an installed font if the machine has one, and otherwise appear as boxes.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';

/**
 * @typedef {{ alias: string, file: string, loaded: boolean, ranges: [first: number, last: number][] }} Slice
 * @typedef {{ name: string, slices?: Slice[] }} Family
 * @typedef {'ja' | 'ko' | 'zh-Hans' | 'en'} Language
 */

const require = createRequire(import.meta.url);

const OWN = family('@fontsource-variable/schibsted-grotesk');

const SCRIPTS = [
  '@fontsource-variable/noto-sans',
  '@fontsource-variable/noto-sans-hebrew',
  '@fontsource-variable/noto-sans-arabic',
  '@fontsource-variable/noto-sans-thai',
].map(family);

/** Han unification: Chinese, Japanese and Korean share code points but draw them differently. */
const EAST_ASIAN = {
  ja: family('@fontsource-variable/noto-sans-jp'),
  ko: family('@fontsource-variable/noto-sans-kr'),
  'zh-Hans': family('@fontsource-variable/noto-sans-sc'),
};

/** The whole emoji font, because Skia cannot draw its slices. @type {Slice} */
const EMOJI = {
  alias: 'noto-color-emoji',
  file: require.resolve(
    '@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff2',
  ),
  loaded: false,
  ranges: [],
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Matches characters that are emoji by default, or that become emoji because a variation selector or keycap follows.
 * https://www.unicode.org/reports/tr51/#Presentation_Style
 */
const PICTURE = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\u20e3/u;
/** Matches joiners, variation selectors and spaces, which need no glyph. */
const INVISIBLE = /^[\s\p{Cf}\p{Variation_Selector}]$/u;

/**
 * Finds the language whose forms the East Asian characters in these texts must have. The result is `en` if they contain
 * none.
 * @returns {Language}
 */
export function languageOf(/** @type {string} */ texts) {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(texts)) return 'ja';
  if (/\p{Script=Hangul}/u.test(texts)) return 'ko';
  return /\p{Script=Han}/u.test(texts) ? 'zh-Hans' : 'en';
}

/**
 * Loads the slices that a text needs. Returns the font families of the text as a CSS list.
 * @param {string} text
 * @param {Language} language
 */
export function fontsFor(text, language) {
  const eastAsian = Object.values(EAST_ASIAN);
  const first = language === 'en' ? [] : [EAST_ASIAN[language]];
  const families = [OWN, ...SCRIPTS, ...first, ...eastAsian.filter((it) => !first.includes(it))];
  /** @type {Set<Slice>} */
  const used = new Set(slicesOf(OWN));
  let pictures = false;
  for (const { segment } of graphemes.segment(text)) {
    if (PICTURE.test(segment)) pictures = true;
    else {
      for (const character of segment) {
        if (INVISIBLE.test(character)) continue;
        const slice = findSlice(families, character.codePointAt(0) ?? 0);
        if (slice) used.add(slice);
        else if (/\p{Emoji}/u.test(character)) pictures = true;
      }
    }
  }
  const slices = [...used, ...(pictures ? [EMOJI] : [])];
  for (const slice of slices) load(slice);
  return slices.map(({ alias }) => alias).join(', ');
}

function findSlice(/** @type {Family[]} */ families, /** @type {number} */ point) {
  for (const family of families) {
    const slice = slicesOf(family).find(({ ranges }) =>
      ranges.some(([first, last]) => first <= point && point <= last),
    );
    if (slice) return slice;
  }
  return undefined;
}

/** @returns {Family} */
function family(/** @type {string} */ name) {
  return { name };
}

/** @returns {Slice[]} */
function slicesOf(/** @type {Family} */ it) {
  it.slices ??= readSlices(it.name);
  return it.slices;
}

/** @returns {Slice[]} */
function readSlices(/** @type {string} */ name) {
  const list = require.resolve(`${name}/unicode.json`);
  const short = name.slice(name.indexOf('/') + 1);
  /** @type {Record<string, string>} */
  const slices = JSON.parse(readFileSync(list, 'utf8'));
  return Object.entries(slices).map(([key, ranges]) => {
    const alias = `${short}-${key.replace(/[[\]]/g, '')}`;
    return {
      alias,
      file: join(dirname(list), 'files', `${alias}-wght-normal.woff2`),
      loaded: false,
      ranges: ranges.split(',').map((range) => {
        const [start = '', end = start] = range.replace('U+', '').split('-');
        return [Number.parseInt(start, 16), Number.parseInt(end, 16)];
      }),
    };
  });
}

function load(/** @type {Slice} */ slice) {
  if (slice.loaded) return;
  // Register fonts under names that no installed font has, because an installed font would replace them.
  if (!GlobalFonts.register(readFileSync(slice.file), slice.alias)) {
    throw new Error(`Font ${slice.file} cannot be loaded; reinstall the dependencies`);
  }
  slice.loaded = true;
}
