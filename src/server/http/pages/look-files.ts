import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { BLOCK_SHAPES, type PlacedBlock } from '#shared/brand/block.ts';
import { fallbackLogo } from '#shared/brand/fallback-logo.ts';
import { LIGHT_COLORS } from '#shared/brand/light-colors.ts';
import { SITE_LOGO } from '#shared/brand/site-logo.ts';
import { type AccentColors, accentSchemes, isReadable } from '#shared/domain/accent.ts';
import { ProblemError } from '../api/problem.ts';

/**
 * The files with the look of a board: a style sheet with the colors of its accent, and its sign as a picture. Each is a
 * pure function of its address, which ends with a digest of the content. So it never changes, and a page that is still
 * open after a change of the settings keeps its look.
 */
const FOLDER = '/look/';

const STYLE_SHEET = /^(?<accent>[0-9a-f]{6})-(?<digest>[0-9a-f]{8})\.css$/;
const SIGN =
  /^(?<seed>[0-9a-f]{12}|blocks)-(?<accent>[0-9a-f]{6}|default)-(?<digest>[0-9a-f]{8})\.svg$/;

/** The seed of the sign of a board with the default name. */
export const DEFAULT_SEED = 'blocks';

/** The seed of the sign of a board with another name: the same for equal names. */
export const seedOf = (name: string): string => sha256(name).slice(0, 12);

/** The sign that is drawn from a seed. */
export const signOf = (seed: string): readonly PlacedBlock[] =>
  seed === DEFAULT_SEED ? SITE_LOGO : fallbackLogo(seed);

/** The URL path of the style sheet. @param accent a readable color */
export const styleSheetPath = (accent: string): string =>
  `${FOLDER}${accent.slice(1)}-${digestOf(writeStyleSheet(accent))}.css`;

/** The URL path of the picture of a sign. @param accent empty for the default color */
export const signPath = (seed: string, accent: string): string =>
  `${FOLDER}${seed}-${accent.slice(1) || 'default'}-${digestOf(drawSign(seed, accent))}.svg`;

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
const digestOf = (content: string) => sha256(content).slice(0, 8);

/** Replaces the colors of the theme, which are in a layer and therefore yield to these, whatever the order. */
function writeStyleSheet(accent: string): string {
  const { light, dark } = accentSchemes(accent);
  return [
    `:root${declarations(light)}`,
    // On paper, the scheme is always light.
    `@media screen and (prefers-color-scheme:dark){:root${declarations(dark)}}`,
    // A list in a frame may have a scheme of its own.
    `:root[data-theme=light]${declarations(light)}`,
    `:root[data-theme=dark]${declarations(dark)}`,
  ].join('\n');
}

const declarations = ({ brand, onBrand, brandTint }: AccentColors) =>
  `{--color-brand:${brand};--color-on-brand:${onBrand};--color-brand-tint:${brandTint}}`;

/** Draws the sign on a light ground, on which it is the same in both schemes. */
function drawSign(seed: string, accent: string): string {
  const colors = { ...LIGHT_COLORS, ...(accent && { brand: accent }) };
  const blocks = signOf(seed).map(
    ({ shape, column, row, turns = 0, color }) =>
      `<path transform="translate(${column} ${row}) rotate(${turns * 90} .5 .5)" fill="${colors[color]}" d="${BLOCK_SHAPES[shape]}"/>`,
  );
  const ground = `<rect x="-.1875" y="-.1875" width="2.375" height="2.375" rx=".4375" fill="${colors.paper}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.1875 -.1875 2.375 2.375">${ground}${blocks.join('')}</svg>`;
}

type LookFile = { type: string; content: string };

/** Makes the file with this name. Returns undefined if no version of the settings gives it this name. */
function makeFile(name: string): LookFile | undefined {
  const file = styleSheetNamed(name) ?? signNamed(name);
  return file && digestOf(file.content) === file.digest ? file : undefined;
}

function styleSheetNamed(name: string) {
  const { accent: digits, digest } = STYLE_SHEET.exec(name)?.groups ?? {};
  const accent = `#${digits}`;
  if (!digits || !isReadable(accent)) return undefined;
  return { type: 'text/css; charset=utf-8', content: writeStyleSheet(accent), digest };
}

function signNamed(name: string) {
  const { seed, accent, digest } = SIGN.exec(name)?.groups ?? {};
  if (!seed) return undefined;
  const content = drawSign(seed, accent === 'default' ? '' : `#${accent}`);
  return { type: 'image/svg+xml', content, digest };
}

export function lookFiles(app: FastifyInstance): void {
  const config = { routine: true, rateLimitName: 'none' } as const;
  app.get<{ Params: { name: string } }>(`${FOLDER}:name`, { config }, async (request, reply) => {
    const file = makeFile(request.params.name);
    if (!file) {
      // Another version of the software may have this file, so caches must not keep the response.
      throw new ProblemError(404, 'There is no such file.', {
        headers: { 'cache-control': 'no-cache' },
      });
    }
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        // Other sites load these files: feed readers the icon, and a list in a sandboxed frame the style sheet.
        // https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type(file.type)
      .send(file.content);
  });
}
