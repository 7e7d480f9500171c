import { BlockPattern, type PlacedBlock } from '#web/ui/block.tsx';

type Cell = [shape: PlacedBlock['shape'], turns: 0 | 1 | 2 | 3, colour: string] | null;

const B = 'text-brand';
const S = 'text-sun';
const C = 'text-clay';
const L = 'text-leaf';
const P = 'text-plum';
const I = 'text-ink';

/** Composed by hand: read it as the picture. */
const CELLS: Cell[][] = [
  [['quarter', 2, S], ['square', 0, B], ['quarter', 0, C], null, ['ring', 0, L]],
  [
    ['circle', 0, C],
    ['quarter', 3, I],
    ['square', 0, S],
    ['dome', 0, P],
    ['quarter', 1, B],
  ],
  [
    ['square', 0, L],
    ['half', 0, S],
    ['quarter', 1, B],
    ['square', 0, I],
    ['triangle', 2, C],
  ],
  [null, ['quarter', 2, P], ['ring', 0, C], ['quarter', 3, L], ['square', 0, S]],
];

const BLOCKS = CELLS.flatMap((cells, row) =>
  cells.flatMap((cell, column): PlacedBlock[] =>
    cell ? [{ shape: cell[0], turns: cell[1], colour: cell[2], row, column }] : [],
  ),
);

/** Blocks that fit together, for what the board does with people and work. */
export function HeroPattern() {
  return <BlockPattern columns={5} rows={4} blocks={BLOCKS} className="hero-pattern" />;
}
