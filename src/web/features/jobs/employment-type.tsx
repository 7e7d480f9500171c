import { EMPLOYMENT_TYPE_BLOCKS } from '#shared/brand/employment-types.ts';
import type { EmploymentType } from '#shared/domain/employment-types.ts';
import { Block } from '#web/ui/block.tsx';

/** The employment type, with its colored block. */
export function EmploymentTypeBadge({ type }: { type: EmploymentType }) {
  return (
    <p className="inline-flex items-center gap-2 text-sm font-medium">
      <Block {...EMPLOYMENT_TYPE_BLOCKS[type]} />
      {type}
    </p>
  );
}
