/**
 * Draws a card of 1200 × 630 pixels, the size that social networks recommend. The margins stay empty, because some
 * networks crop or round the edges. https://ogp.me/#structured
 */
import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { languageOf } from './fonts.mjs';
import { linesOf, shorten } from './lines.mjs';
import { createPen } from './pen.mjs';

/**
 * @typedef {import('../preview-card.ts').DrawPreviewTask} DrawPreviewTask
 * @typedef {import('../preview-card.ts').PreviewCard} PreviewCard
 * @typedef {ReturnType<typeof createPen>} Pen
 * @typedef {import('../preview-card.ts').Look['colors']} Colors
 * @typedef {{ top: number, bottom: number, width: number }} Area
 */

sharp.concurrency(1);

const WIDTH = 1_200;
const HEIGHT = 630;
const MARGIN = 72;
const INNER = WIDTH - 2 * MARGIN;
const PICTURE = 104;
const RULE = 526;
const PATTERN = { columns: 5, rows: 4, side: 92, gap: 56 };

const HEADING = { weight: 650, leading: 1.1, tracking: -0.028 };
/** The sizes of headings, the largest first, each with the maximum number of lines (`most`). */
const HEADING_SIZES = [
  { size: 112, most: 1 },
  { size: 100, most: 1 },
  { size: 88, most: 2 },
  { size: 80, most: 2 },
  { size: 72, most: 2 },
  { size: 64, most: 3 },
  { size: 58, most: 3 },
  { size: 52, most: 3 },
];
const PARAGRAPH = { size: 30, leading: 43, most: 3, above: 24 };
const FACTS = { size: 30, block: 24, behindBlock: 14, gap: 44 };

/**
 * Draws a card.
 * @returns {Promise<Buffer>} the picture as a PNG
 */
export async function drawCard(/** @type {DrawPreviewTask} */ { card, look, logo, boardLogo }) {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d', { alpha: false });
  const { colors } = look;
  const { heading, byline, paragraph, facts } = card;
  const texts = [heading, byline, paragraph, ...facts.map(({ text }) => text)];
  const pen = createPen(context, look, languageOf(texts.join(' ')));
  context.fillStyle = colors.paper;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  // Do not draw on the edge: clip letters with many accents, and words that are too long for a line.
  context.beginPath();
  context.rect(MARGIN / 2, MARGIN / 2, WIDTH - MARGIN, HEIGHT - MARGIN);
  context.clip();

  const room = { top: MARGIN, bottom: HEIGHT - MARGIN, width: INNER };
  if (card.pattern.length > 0) {
    const { columns, rows, side, gap } = PATTERN;
    const x = WIDTH - MARGIN - columns * side;
    pen.blocks(card.pattern, { x, y: (HEIGHT - rows * side) / 2, side });
    room.width -= columns * side + gap;
  }
  if (card.mark.length > 0) {
    await drawHead(pen, colors, card, logo);
    room.top += PICTURE + 8;
  }
  if (card.site) {
    context.fillStyle = colors.line;
    context.fillRect(MARGIN, RULE, INNER, 2);
    await drawSite(pen, colors, card.site, boardLogo);
    room.bottom = RULE - 24;
  }
  if (facts.length > 0) {
    drawFacts(pen, colors, facts, RULE - 36);
    room.bottom = RULE - 36 - FACTS.size - 16;
  }
  drawBody(pen, colors, card, room);
  return encode(canvas);
}

/** Encodes the picture with sharp, which is four times as fast as Skia and produces smaller files. */
function encode(/** @type {import('@napi-rs/canvas').Canvas} */ canvas) {
  return sharp(canvas.data(), { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 6, adaptiveFiltering: false })
    .toBuffer();
}

/** Draws the logo of the company, or the fallback logo, and the name of the company beside it. */
async function drawHead(
  /** @type {Pen} */ pen,
  /** @type {Colors} */ colors,
  /** @type {PreviewCard} */ { mark, byline },
  /** @type {Buffer | undefined} */ logo,
) {
  const top = MARGIN - 8;
  const drawn = logo && (await pen.logo(logo, { x: MARGIN, y: top, side: PICTURE }));
  if (!drawn) pen.blocks(mark, { x: MARGIN, y: top, side: PICTURE / 2 });
  const x = MARGIN + PICTURE + 28;
  const width = WIDTH - MARGIN - x;
  const type = { size: 38, weight: 600, color: colors.ink, tracking: -0.015 };
  const { measure, write } = pen.writer(byline, type);
  const line = shorten(byline, measure, width);
  write(line, { x, baseline: top + PICTURE / 2 + 13, width: measure(line) });
}

/** Draws the board's logo, or its sign, and its name, as in the page header. */
async function drawSite(
  /** @type {Pen} */ pen,
  /** @type {Colors} */ colors,
  /** @type {NonNullable<PreviewCard['site']>} */ { name, sign },
  /** @type {Buffer | undefined} */ logo,
) {
  const place = { x: MARGIN, y: RULE + 24 };
  const drawn = logo && (await pen.logo(logo, { ...place, side: 34 }));
  if (!drawn) pen.blocks(sign, { ...place, side: 17 });
  const x = MARGIN + 34 + 14;
  const width = WIDTH - MARGIN - x;
  const type = { size: 26, weight: 700, color: colors.ink, tracking: -0.02 };
  const { measure, write } = pen.writer(name, type);
  const line = shorten(name, measure, width);
  write(line, { x, baseline: RULE + 24 + 26, width: measure(line) });
}

function drawFacts(
  /** @type {Pen} */ pen,
  /** @type {Colors} */ colors,
  /** @type {PreviewCard['facts']} */ facts,
  /** @type {number} */ baseline,
) {
  const { size, block: side, behindBlock, gap } = FACTS;
  const placed = facts.map((fact) => {
    const color = fact.block ? colors.ink : colors.muted;
    const writer = pen.writer(fact.text, { size, weight: 500, color });
    const lead = fact.block ? side + behindBlock : 0;
    return { ...fact, writer, lead, width: lead + writer.measure(fact.text) };
  });
  const all = placed.reduce((sum, { width }) => sum + width + gap, -gap);
  let x = MARGIN;
  for (const { text, block, shortened, writer, lead, width } of placed) {
    const over = shortened ? Math.max(0, all - INNER) : 0;
    const room = Math.max(0, Math.min(width - over, WIDTH - MARGIN - x));
    if (block) pen.blocks([{ ...block, column: 0, row: 0 }], { x, y: baseline - side + 2, side });
    // Allow half a pixel more, because widths are rounded.
    const line = shorten(text, writer.measure, room - lead + 0.5);
    writer.write(line, { x: x + lead, baseline, width: writer.measure(line) });
    x += room + gap;
  }
}

/**
 * Draws the heading as large as possible, and the paragraph below it. Together, they are vertically centered in the
 * area.
 */
function drawBody(
  /** @type {Pen} */ pen,
  /** @type {Colors} */ colors,
  /** @type {PreviewCard} */ card,
  /** @type {Area} */ { top, bottom, width },
) {
  const prose = pen.writer(card.paragraph, {
    size: PARAGRAPH.size,
    weight: 400,
    color: colors.muted,
  });
  const heading = fitHeading(pen, colors, card.heading, {
    width,
    height: bottom - top - (card.paragraph ? PARAGRAPH.above + PARAGRAPH.leading : 0),
  });
  const left = bottom - top - heading.height - PARAGRAPH.above;
  const most = Math.min(PARAGRAPH.most, Math.floor(left / PARAGRAPH.leading));
  const paragraph =
    card.paragraph && most > 0
      ? linesOf(card.paragraph, { measure: prose.measure, width, most }).lines
      : [];
  const below = paragraph.length > 0 ? PARAGRAPH.above + paragraph.length * PARAGRAPH.leading : 0;
  let y = top + Math.max(0, (bottom - top - heading.height - below) / 2);
  for (const line of heading.lines) {
    const baseline = y + heading.leading / 2 + heading.size * 0.35;
    heading.write(line, { x: MARGIN, baseline, width });
    y += heading.leading;
  }
  y += PARAGRAPH.above;
  for (const line of paragraph) {
    prose.write(line, { x: MARGIN, baseline: y + PARAGRAPH.leading * 0.68, width });
    y += PARAGRAPH.leading;
  }
}

/**
 * Chooses the largest size in which the whole heading fits without breaking a word. If there is none, chooses the
 * smallest size.
 */
function fitHeading(
  /** @type {Pen} */ pen,
  /** @type {Colors} */ colors,
  /** @type {string} */ text,
  /** @type {{ width: number, height: number }} */ { width, height },
) {
  let heading = fitted(HEADING_SIZES[0]);
  for (const step of HEADING_SIZES.slice(1)) {
    if (heading.whole && !heading.broken) break;
    heading = fitted(step);
  }
  return heading;

  function fitted({ size, most } = { size: 52, most: 3 }) {
    const { weight, tracking } = HEADING;
    const writer = pen.writer(text, { size, weight, color: colors.ink, tracking });
    const leading = Math.round(size * HEADING.leading);
    const room = Math.max(1, Math.min(most, Math.floor(height / leading)));
    const laid = linesOf(text, { measure: writer.measure, width, most: room });
    return { ...writer, ...laid, size, leading, height: laid.lines.length * leading };
  }
}
