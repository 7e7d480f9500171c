/**
 * The blocks that the board's marks and patterns are composed of, each drawn in a unit square.
 * They take the current text colour.
 */
const SHAPES = {
  square: 'M0 0h1v1H0z',
  half: 'M0 0h.5v1H0z',
  quarter: 'M0 0a1 1 0 0 1 1 1H0z',
  dome: 'M0 1a.5.5 0 0 1 1 0z',
  circle: 'M0 .5a.5.5 0 1 1 1 0a.5.5 0 1 1-1 0z',
  ring: 'M0 .5a.5.5 0 1 1 1 0a.5.5 0 1 1-1 0zm.26 0a.24.24 0 1 0 .48 0a.24.24 0 1 0-.48 0z',
  triangle: 'M0 1V0l1 1z',
} as const;

export type BlockShape = keyof typeof SHAPES;

/** One block, as large as the text beside it. */
export function Block({ shape, className = '' }: { shape: BlockShape; className?: string }) {
  return (
    <svg viewBox="0 0 1 1" aria-hidden="true" className={`block-mark ${className}`}>
      <path d={SHAPES[shape]} fill="currentColor" />
    </svg>
  );
}

export type PlacedBlock = {
  shape: BlockShape;
  column: number;
  row: number;
  /** Quarter turns clockwise. */
  turns?: 0 | 1 | 2 | 3;
  /** One of the palette's colours, as a class that sets the text colour. */
  colour: string;
};

/** A composition of blocks on a grid; an ornament, silent for screen readers. */
export function BlockPattern({
  columns,
  rows,
  blocks,
  className = '',
}: {
  columns: number;
  rows: number;
  blocks: readonly PlacedBlock[];
  className?: string;
}) {
  return (
    <svg viewBox={`0 0 ${columns} ${rows}`} aria-hidden="true" className={className}>
      {blocks.map(({ shape, column, row, turns = 0, colour }) => (
        <path
          key={`${column},${row}`}
          d={SHAPES[shape]}
          fill="currentColor"
          className={colour}
          transform={`translate(${column} ${row}) rotate(${turns * 90} .5 .5)`}
        />
      ))}
    </svg>
  );
}
