import type { PlacedBlock } from './block.ts';

const MARK_SHAPES = ['square', 'quarter', 'circle', 'dome', 'triangle', 'half', 'quarter'] as const;
const MARK_COLOURS = ['brand', 'sun', 'clay', 'leaf', 'plum', 'ink'] as const;

/** For a company without a logo: four blocks drawn from the random end of its id. */
export function fallbackLogo(id: string): PlacedBlock[] {
  const digits = id.replaceAll('-', '').slice(-12);
  return [0, 1, 2, 3].map((place) => {
    const number = Number.parseInt(digits.slice(place * 3, place * 3 + 3), 16) || 0;
    return {
      shape: MARK_SHAPES[number % MARK_SHAPES.length] ?? 'square',
      colour: MARK_COLOURS[(number >> 4) % MARK_COLOURS.length] ?? 'brand',
      turns: ((number >> 8) % 4) as 0 | 1 | 2 | 3,
      column: place % 2,
      row: place >> 1,
    };
  });
}
