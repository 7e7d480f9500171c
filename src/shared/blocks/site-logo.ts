import type { PlacedBlock } from './block.ts';

/** The logo of the site. */
export const SITE_LOGO: readonly PlacedBlock[] = [
  { shape: 'square', column: 0, row: 0, colour: 'brand' },
  { shape: 'quarter', column: 1, row: 0, colour: 'sun' },
  { shape: 'circle', column: 0, row: 1, colour: 'clay' },
  { shape: 'square', column: 1, row: 1, colour: 'ink' },
];
