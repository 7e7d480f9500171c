import { useSyncExternalStore } from 'react';
import type { Residence } from '#shared/domain/eligibility.ts';

/** The local storage key of the visitor's residence, which is not sent to the server. */
const KEY = 'country';

/** Returns where the visitor lives; undefined if this is not stored, on the server and during hydration. */
export function useResidence(): Residence | undefined {
  return useSyncExternalStore(subscribe, readResidence, () => undefined);
}

/** Stores where the visitor lives, for all components and tabs; undefined removes it. */
export function storeResidence(residence: Residence | undefined): void {
  try {
    if (residence) localStorage.setItem(KEY, residence);
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is full or forbidden. The residence stays as it was.
  }
  // Browsers send this event only to the other tabs.
  dispatchEvent(new Event('storage'));
}

function subscribe(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}

function readResidence(): Residence | undefined {
  try {
    return /^[A-Z]{2}(\.\w+)?$/.exec(localStorage.getItem(KEY) ?? '')?.[0];
  } catch {
    return undefined;
  }
}
