import type { BlockColour, BlockShape, PlacedBlock } from '#shared/blocks/block.ts';

/**
 * What a preview picture shows, all of it text and blocks that are ready to be drawn. Texts are as
 * `drawableText` leaves them; an empty one is left out.
 */
export type PreviewCard = {
  /** The page's own heading, large. */
  heading: string;
  /** Whose it is, beside the picture. */
  byline: string;
  /** A few lines below the heading. */
  paragraph: string;
  /** In one row below; the one that may be shortened where they have no room beside each other. */
  facts: { text: string; block?: PlacedBlock; shortened?: boolean }[];
  /** Stands for the company where the logo is missing or cannot be drawn. */
  mark: readonly PlacedBlock[];
  /** Five columns and four rows, on the right, for the board itself. */
  pattern: readonly PlacedBlock[];
  /** The board's name and sign, small at the foot; left out where the heading says it. */
  site: { name: string; sign: readonly PlacedBlock[] } | undefined;
};

/** What cards are drawn in: colours as CSS writes them, shapes as SVG paths in a unit square. */
export type Look = {
  colours: Record<BlockColour | 'paper' | 'muted', string>;
  shapes: Record<BlockShape, string>;
};

/** What the drawing process is sent. */
export type DrawPreviewTask = { card: PreviewCard; look: Look; logo: Buffer | undefined };

/** What it answers; `memory` is how many bytes it holds by now. */
export type DrawPreviewAnswer =
  | { picture: Buffer; memory: number }
  | { failure: string; memory: number };
