import type { ReactNode } from 'react';
import { BlockPattern } from './block.tsx';

const BLOCKS = [
  { shape: 'quarter', column: 0, row: 0, turns: 1, color: 'line' },
  { shape: 'square', column: 2, row: 0, color: 'line' },
  { shape: 'dome', column: 4, row: 0, color: 'line' },
] as const;

/** Replaces an empty list. The title says why the list is empty, and the children say what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 border-y border-line py-10 md:py-16 text-center">
      <BlockPattern columns={5} rows={1} blocks={BLOCKS} className="h-8" />
      <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
      {children}
    </div>
  );
}
