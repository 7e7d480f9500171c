import {
  BLOCK_SHAPES,
  type BlockColor,
  type BlockShape,
  type PlacedBlock,
} from '#shared/brand/block.ts';

/** Text colors: blocks are filled with `currentColor`. */
const COLORS: Record<BlockColor, string> = {
  brand: 'text-brand',
  sun: 'text-sun',
  clay: 'text-clay',
  leaf: 'text-leaf',
  plum: 'text-plum',
  ink: 'text-ink',
  line: 'text-line',
};

/** One block, sized to the surrounding text. */
export function Block({ shape, color }: { shape: BlockShape; color: BlockColor }) {
  return (
    <svg viewBox="0 0 1 1" aria-hidden="true" className={`size-[0.8em] flex-none ${COLORS[color]}`}>
      <path d={BLOCK_SHAPES[shape]} fill="currentColor" />
    </svg>
  );
}

/** Blocks on a grid. Decorative: hidden from screen readers. */
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
