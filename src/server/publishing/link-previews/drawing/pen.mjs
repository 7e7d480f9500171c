import { loadImage, Path2D } from '@napi-rs/canvas';
import { fontsFor } from './fonts.mjs';

/**
 * @typedef {import('@napi-rs/canvas').SKRSContext2D} Context
 * @typedef {import('../preview-card.ts').Look} Look
 * @typedef {import('#shared/brand/block.ts').PlacedBlock} PlacedBlock
 * @typedef {import('./fonts.mjs').Language} Language
 * @typedef {{ size: number, weight: number, color: string, tracking?: number }} Type `tracking`: between
 * letters, in em
 * @typedef {{ measure: (line: string) => number, write: (line: string, place: Place) => void }} Writer
 * @typedef {{ x: number, baseline: number, width: number }} Place Right-to-left texts end at `x + width`.
 */

/** Matches scripts whose letters are joined. The spacing between such letters must not change. */
const JOINED = /[\p{Script=Arabic}\p{Script=Devanagari}]/u;
/** Matches text from right to left. The first letter decides the direction, as with `dir="auto"`. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const CORNER = 0.16;

/** Draws texts, blocks and pictures. */
export function createPen(
  /** @type {Context} */ context,
  /** @type {Look} */ { colors, shapes },
  /** @type {Language} */ language,
) {
  context.lang = language;

  return {
    /**
     * Creates a writer, which measures and draws the lines of one text.
     * @returns {Writer}
     */
    writer(/** @type {string} */ text, /** @type {Type} */ { size, weight, color, tracking = 0 }) {
      // Set the weight by the `wght` axis of variable fonts, because the property `font` supports only multiples of
      // 100.
      const font = `${size}px ${fontsFor(text, language)}`;
      const fontVariationSettings = `"wght" ${weight}`;
      const letterSpacing = JOINED.test(text) ? '0px' : `${(tracking * size).toFixed(2)}px`;
      const direction = RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr';
      const choose = () =>
        Object.assign(context, { font, fontVariationSettings, letterSpacing, direction });
      /** @type {Map<string, number>} */
      const widths = new Map();
      return {
        measure(line) {
          let width = widths.get(line);
          if (width === undefined) {
            choose();
            width = context.measureText(line).width;
            widths.set(line, width);
          }
          return width;
        },
        write(line, { x, baseline, width }) {
          choose();
          context.fillStyle = color;
          context.textAlign = direction === 'rtl' ? 'right' : 'left';
          context.fillText(line, direction === 'rtl' ? x + width : x, baseline);
        },
      };
    },

    /** Draws blocks on a grid of squares whose sides have `side` pixels. */
    blocks(
      /** @type {readonly PlacedBlock[]} */ blocks,
      /** @type {{ x: number, y: number, side: number }} */ { x, y, side },
    ) {
      for (const { shape, column, row, turns = 0, color } of blocks) {
        context.save();
        context.translate(x + (column + 0.5) * side, y + (row + 0.5) * side);
        context.rotate((turns * Math.PI) / 2);
        context.scale(side, side);
        context.translate(-0.5, -0.5);
        context.fillStyle = colors[color];
        context.fill(new Path2D(shapes[shape]));
        context.restore();
      }
    },

    /** Draws a logo in a square, without cropping it. Returns false if the logo cannot be decoded. */
    async logo(
      /** @type {Buffer} */ content,
      /** @type {{ x: number, y: number, side: number }} */ { x, y, side },
    ) {
      const image = await loadImage(content).catch(() => undefined);
      if (!image?.width || !image.height) return false;
      const scale = side / Math.max(image.width, image.height);
      const [width, height] = [image.width * scale, image.height * scale];
      const [left, top] = [x + (side - width) / 2, y + (side - height) / 2];
      context.save();
      context.beginPath();
      context.roundRect(x, y, side, side, side * CORNER);
      context.clip();
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, left, top, width, height);
      context.restore();
      return true;
    },
  };
}
