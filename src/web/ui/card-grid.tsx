import type { ReactNode } from 'react';

/** A list of cards, up to three columns wide. The children are its `li`. */
export function CardGrid({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-x-8 gap-y-10 *:grid">
      {children}
    </ul>
  );
}
