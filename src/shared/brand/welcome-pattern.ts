import type { BlockColor, BlockShape, PlacedBlock } from './block.ts';

type Cell = [shape: BlockShape, turns: 0 | 1 | 2 | 3, color: BlockColor] | null;

/** The cells of the pattern, in the order in which they are drawn. */
const WELCOME_CELLS: Cell[][] = [
  [
    ['quarter', 2, 'sun'],
    ['square', 0, 'brand'],
    ['quarter', 0, 'clay'],
    null,
    ['ring', 0, 'leaf'],
  ],
  [
    ['circle', 0, 'clay'],
    ['quarter', 3, 'ink'],
    ['square', 0, 'sun'],
    ['dome', 0, 'plum'],
    ['quarter', 1, 'brand'],
  ],
  [
    ['square', 0, 'leaf'],
    ['half', 0, 'sun'],
    ['quarter', 1, 'brand'],
    ['square', 0, 'ink'],
    ['triangle', 2, 'clay'],
  ],
  [null, ['quarter', 2, 'plum'], ['ring', 0, 'clay'], ['quarter', 3, 'leaf'], ['square', 0, 'sun']],
];

/** The pattern of the home page and its preview image, with five columns and four rows. */
export const WELCOME_PATTERN: readonly PlacedBlock[] = WELCOME_CELLS.flatMap((cells, row) =>
  cells.flatMap((cell, column): PlacedBlock[] =>
    cell ? [{ shape: cell[0], turns: cell[1], color: cell[2], row, column }] : [],
  ),
);
