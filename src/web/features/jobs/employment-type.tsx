import { EMPLOYMENT_TYPE_BLOCKS } from '#shared/brand/employment-types.ts';
import type { EmploymentType } from '#shared/domain/employment-types.ts';
import { Block } from '#web/ui/block.tsx';

/** The employment type, with its colored block. */
export function EmploymentTypeBadge({ type }: { type: EmploymentType }) {
  return (
    <span className="type-badge">
      <Block {...EMPLOYMENT_TYPE_BLOCKS[type]} />
      {type}
    </span>
  );
}
