/**
 * The shapes of the blocks in all logos and patterns, as SVG paths in a unit square. Pages and preview images use them.
 */
export const BLOCK_SHAPES = {
  square: 'M0 0h1v1H0z',
  half: 'M0 0h.5v1H0z',
  quarter: 'M0 0a1 1 0 0 1 1 1H0z',
  dome: 'M0 1a.5.5 0 0 1 1 0z',
  circle: 'M0 .5a.5.5 0 1 1 1 0a.5.5 0 1 1-1 0z',
  ring: 'M0 .5a.5.5 0 1 1 1 0a.5.5 0 1 1-1 0zm.26 0a.24.24 0 1 0 .48 0a.24.24 0 1 0-.48 0z',
  triangle: 'M0 1V0l1 1z',
} as const;

export type BlockShape = keyof typeof BLOCK_SHAPES;

/** The name of a color in the theme. */
export type BlockColor = 'brand' | 'sun' | 'clay' | 'leaf' | 'plum' | 'ink' | 'line';

/** The position and the look of a block in a grid. */
export type PlacedBlock = {
  shape: BlockShape;
  column: number;
  row: number;
  /** The rotation in clockwise quarter turns. */
  turns?: 0 | 1 | 2 | 3;
  color: BlockColor;
};
