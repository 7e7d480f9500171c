import {
  BLOCK_SHAPES,
  type BlockColor,
  type BlockShape,
  type PlacedBlock,
} from '#shared/brand/block.ts';

/** Classes that set the text color, because blocks are filled with `currentColor`. */
const COLORS: Record<BlockColor, string> = {
  brand: 'text-brand',
  sun: 'text-sun',
  clay: 'text-clay',
  leaf: 'text-leaf',
  plum: 'text-plum',
  ink: 'text-ink',
  line: 'text-line',
};

/** A block with the size of the surrounding text. */
export function Block({ shape, color }: { shape: BlockShape; color: BlockColor }) {
  return (
    <svg viewBox="0 0 1 1" aria-hidden="true" className={`size-[0.8em] flex-none ${COLORS[color]}`}>
      <path d={BLOCK_SHAPES[shape]} fill="currentColor" />
    </svg>
  );
}

/** A decorative pattern of blocks on a grid, hidden from screen readers. */
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
      {blocks.map(({ shape, column, row, turns = 0, color }) => (
        <path
          key={`${column},${row}`}
          d={BLOCK_SHAPES[shape]}
          fill="currentColor"
          className={COLORS[color]}
          transform={`translate(${column} ${row}) rotate(${turns * 90} .5 .5)`}
        />
      ))}
    </svg>
  );
}
