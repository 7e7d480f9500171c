import type { PlacedBlock } from './block.ts';

/** The logo of the site. */
export const SITE_LOGO: readonly PlacedBlock[] = [
  { shape: 'square', column: 0, row: 0, color: 'brand' },
  { shape: 'quarter', column: 1, row: 0, color: 'sun' },
  { shape: 'circle', column: 0, row: 1, color: 'clay' },
  { shape: 'square', column: 1, row: 1, color: 'ink' },
];
