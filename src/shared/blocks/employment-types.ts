import type { EmploymentType } from '../constants/employment-types.ts';
import type { BlockColour, BlockShape } from './block.ts';

/** The block of each employment type. The shapes differ, so that color is not the only cue. */
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
