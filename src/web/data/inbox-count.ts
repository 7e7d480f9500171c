import { useSyncExternalStore } from 'react';

/** The number of items in the inbox; undefined until it is known. The bar, the drawer and the inbox share it. */
let count: number | undefined;

const listeners = new Set<() => void>();

export function setInboxCount(next: number | undefined): void {
  if (next === count) return;
  count = next;
  for (const listener of listeners) listener();
}

export function useInboxCount(): number | undefined {
  return useSyncExternalStore(
    subscribe,
    () => count,
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
