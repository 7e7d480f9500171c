import type { EmploymentType } from '../constants/employment-types.ts';
import type { BlockColour, BlockShape } from './block.ts';

/** Each type has a block of its own, so that a list can be scanned by shape and not by colour alone. */
export const EMPLOYMENT_TYPE_BLOCKS: Record<
  EmploymentType,
  { shape: BlockShape; colour: BlockColour }
> = {
  'Full-Time': { shape: 'square', colour: 'brand' },
  'Part-Time': { shape: 'half', colour: 'plum' },
  Contract: { shape: 'quarter', colour: 'clay' },
  Remote: { shape: 'ring', colour: 'leaf' },
  Internship: { shape: 'dome', colour: 'sun' },
};
