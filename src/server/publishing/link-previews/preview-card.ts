import type { BlockColor, BlockShape, PlacedBlock } from '#shared/brand/block.ts';

/**
 * The content of a preview picture: text and blocks that are ready to draw. Texts come from `drawableText`; an empty
 * one is omitted.
 */
export type PreviewCard = {
  /** The page's own heading, large. */
  heading: string;
  /** The company, next to its logo. */
  byline: string;
  /** A few lines below the heading. */
  paragraph: string;
  /** One row below the text. If the row is too wide, the fact with `shortened` is cut. */
  facts: { text: string; block?: PlacedBlock; shortened?: boolean }[];
  /** Fallback logo of the company, if its logo is missing or cannot be drawn. */
  mark: readonly PlacedBlock[];
  /** Five columns and four rows, on the right, for the board itself. */
  pattern: readonly PlacedBlock[];
  /** The board's name and logo, small at the bottom; undefined if the heading names the board. */
  site: { name: string; sign: readonly PlacedBlock[] } | undefined;
};

/** The style of cards: colors as CSS writes them, shapes as SVG paths in a unit square. */
export type Look = {
  colors: Record<BlockColor | 'paper' | 'muted', string>;
  shapes: Record<BlockShape, string>;
};

/** A task for the drawing process. */
export type DrawPreviewTask = { card: PreviewCard; look: Look; logo: Buffer | undefined };

/** The answer of the drawing process; `memory` is its current memory in bytes. */
export type DrawPreviewAnswer =
  | { picture: Buffer; memory: number }
  | { failure: string; memory: number };
