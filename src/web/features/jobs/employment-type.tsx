import type { EmploymentType } from '#shared/constants/employment-types.ts';
import { Block, type BlockShape } from '#web/ui/block.tsx';

/** Each type has a block of its own, so that a list can be scanned by shape and not by colour alone. */
const MARKS: Record<EmploymentType, { shape: BlockShape; colour: string }> = {
  'Full-Time': { shape: 'square', colour: 'text-brand' },
  'Part-Time': { shape: 'half', colour: 'text-plum' },
  Contract: { shape: 'quarter', colour: 'text-clay' },
  Remote: { shape: 'ring', colour: 'text-leaf' },
  Internship: { shape: 'dome', colour: 'text-sun' },
};

export function EmploymentTypeMark({ type }: { type: EmploymentType }) {
  const { shape, colour } = MARKS[type];
  return (
    <p className="inline-flex items-center gap-2 text-sm font-medium">
      <Block shape={shape} className={colour} />
      {type}
    </p>
  );
}
