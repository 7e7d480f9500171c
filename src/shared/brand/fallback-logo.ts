import type { PlacedBlock } from './block.ts';

const SHAPES = ['square', 'quarter', 'circle', 'dome', 'triangle', 'half', 'quarter'] as const;
const COLORS = ['brand', 'sun', 'clay', 'leaf', 'plum', 'ink'] as const;

/** The logo of a company that has not uploaded one: four blocks, derived from the random end of its UUID. */
export function fallbackLogo(id: string): PlacedBlock[] {
  const digits = id.replaceAll('-', '').slice(-12);
  return [0, 1, 2, 3].map((index) => {
    const number = Number.parseInt(digits.slice(index * 3, index * 3 + 3), 16) || 0;
    return {
      shape: SHAPES[number % SHAPES.length] ?? 'square',
      color: COLORS[(number >> 4) % COLORS.length] ?? 'brand',
      turns: ((number >> 8) % 4) as 0 | 1 | 2 | 3,
      column: index % 2,
      row: index >> 1,
    };
  });
}
