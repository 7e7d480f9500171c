import type { BlockColor, BlockShape, PlacedBlock } from '#shared/brand/block.ts';

/**
 * The content of a preview picture: texts and blocks that are ready to be drawn. The texts were prepared by
 * `drawableText`. Empty texts are not drawn.
 */
export type PreviewCard = {
  /** The heading of the page, in large letters. */
  heading: string;
  /** The company, next to its logo. */
  byline: string;
  /** A few lines of text below the heading. */
  paragraph: string;
  /** A row of facts below the paragraph. If the row is too wide, the fact with `shortened: true` is cut. */
  facts: { text: string; block?: PlacedBlock; shortened?: boolean }[];
  /** The fallback logo, which is drawn if the company's logo is missing or cannot be drawn. */
  mark: readonly PlacedBlock[];
  /** A pattern of blocks on the right, in five columns and four rows; empty except in pictures of the board itself. */
  pattern: readonly PlacedBlock[];
  /**
   * The name and sign of the board, which are drawn small at the bottom; undefined if the heading is the name of the
   * board.
   */
  site: { name: string; sign: readonly PlacedBlock[] } | undefined;
};

/** The style of cards: colors as in CSS, and shapes as SVG paths in a unit square. */
export type Look = {
  colors: Record<BlockColor | 'paper' | 'muted', string>;
  shapes: Record<BlockShape, string>;
};

/** A task for the drawing process. */
export type DrawPreviewTask = {
  card: PreviewCard;
  look: Look;
  /** The logo of the company. */
  logo: Buffer | undefined;
  /** The logo of the board, which is drawn instead of its sign. */
  boardLogo: Buffer | undefined;
};

/** The response of the drawing process. `memory` is the memory that the process uses at the moment (bytes). */
export type DrawPreviewAnswer =
  | { picture: Buffer; memory: number }
  | { failure: string; memory: number };
