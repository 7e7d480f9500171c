import type { ReactNode } from 'react';

/** A fact of a description list (`dl`), in a row with a line below it. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2 wrap-anywhere">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto text-right">{children}</dd>
    </div>
  );
}
