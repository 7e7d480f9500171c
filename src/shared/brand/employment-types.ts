import type { EmploymentType } from '../domain/employment-types.ts';
import type { BlockColor, BlockShape } from './block.ts';

/** The block of each employment type. The shapes differ, so that people need not distinguish colors. */
export const EMPLOYMENT_TYPE_BLOCKS: Record<
  EmploymentType,
  { shape: BlockShape; color: BlockColor }
> = {
  'Full-Time': { shape: 'square', color: 'brand' },
  'Part-Time': { shape: 'half', color: 'plum' },
  Contract: { shape: 'quarter', color: 'clay' },
  Remote: { shape: 'ring', color: 'leaf' },
  Internship: { shape: 'dome', color: 'sun' },
};
