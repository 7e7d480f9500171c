import type { ReactNode } from 'react';

/** A list of cards in up to three columns. Its children are `li` elements. */
export function CardGrid({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-x-8 gap-y-10 *:grid">
      {children}
    </ul>
  );
}
