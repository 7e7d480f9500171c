import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const FONT =
  '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2';

/** A `@font-face` rule with a file in `@fonts`, and the characters that it is used for. */
const FACE = /url\("@fonts\/([\w-]+\.woff2)"\).*?unicode-range:\s*([^;]+);/gs;

/** The weights that the pages use. */
const WEIGHTS = { min: 400, max: 700 };

/**
 * A Vite plugin that reduces the main font to the characters of each `@font-face` rule in `theme.css`. A first visit
 * loads only the file with the usual characters, which is half as large as the whole font.
 * https://web.dev/articles/reduce-webfont-size
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function subsetFonts(root) {
  return {
    name: 'subset-fonts',
    async config() {
      const folder = join(root, 'dist/fonts');
      mkdirSync(folder, { recursive: true });
      const font = readFileSync(createRequire(join(root, 'package.json')).resolve(FONT));
      const theme = readFileSync(join(root, 'src/web/styles/theme.css'), 'utf8');
      for (const [, name = '', ranges = ''] of theme.matchAll(FACE)) {
        const subset = await subsetFont(font, charactersIn(ranges), {
          targetFormat: 'woff2',
          variationAxes: { wght: WEIGHTS },
          // Leave out alternative forms of characters, which no style selects.
          noLayoutClosure: true,
        });
        writeFileSync(join(folder, name), subset);
      }
      return { resolve: { alias: { '@fonts': folder } } };
    },
  };
}

/**
 * The characters of a CSS `unicode-range`, such as `U+20-7E, U+A0`.
 * @param {string} ranges
 */
function charactersIn(ranges) {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .replace('U+', '')
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    })
    .map((code) => String.fromCodePoint(code))
    .join('');
}
