/**
 * The fonts that previews are drawn with, all of them under the Open Font License and out of npm: the
 * site's own typeface, and Noto for what it does not have. Each comes in slices for browsers, with a
 * list of the characters that each slice has. As a browser would, this loads a slice when a text first
 * needs it: all at once takes 0.7 seconds and 280 MB.
 *
 * Covered: Latin, Vietnamese, Cyrillic, Greek, Hebrew, Arabic, Devanagari, Thai, Japanese, Korean, Chinese
 * (traditional characters too, in the forms of the mainland), and emoji. Not covered are all other scripts,
 * such as Armenian, Georgian, Ethiopic, Khmer, Lao, Burmese, Sinhala, Tibetan, and of India Bengali, Gujarati,
 * Gurmukhi, Kannada, Malayalam, Oriya, Tamil and Telugu: they are drawn with a font of the machine where it
 * has one, else as boxes.
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

/** Chinese, Japanese and Korean write some of the same characters, each in its own way. */
const EAST_ASIAN = {
  ja: family('@fontsource-variable/noto-sans-jp'),
  ko: family('@fontsource-variable/noto-sans-kr'),
  'zh-Hans': family('@fontsource-variable/noto-sans-sc'),
};

/** The whole of it: of its slices, Skia draws nothing. @type {Slice} */
const EMOJI = {
  alias: 'noto-color-emoji',
  file: require.resolve(
    '@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff2',
  ),
  loaded: false,
  ranges: [],
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Pictures by themselves, or told to be one. https://www.unicode.org/reports/tr51/#Presentation_Style */
const PICTURE = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\u20e3/u;
/** Joins and chooses between forms, and is no sign of its own. */
const INVISIBLE = /^[\s\p{Cf}\p{Variation_Selector}]$/u;

/**
 * The language whose forms the East Asian characters of these texts take; `en` where there are none.
 * @returns {Language}
 */
export function languageOf(/** @type {string} */ texts) {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(texts)) return 'ja';
  if (/\p{Script=Hangul}/u.test(texts)) return 'ko';
  return /\p{Script=Han}/u.test(texts) ? 'zh-Hans' : 'en';
}

/**
 * Loads what a text needs, and returns the families to draw it with, as CSS lists them.
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
  // Under names of our own, so that no installed font stands in for one.
  if (!GlobalFonts.register(readFileSync(slice.file), slice.alias)) {
    throw new Error(`${slice.file} is no font that can be drawn with`);
  }
  slice.loaded = true;
}
