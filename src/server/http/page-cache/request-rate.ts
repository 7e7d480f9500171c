import { LRUCache } from 'lru-cache';

/** By so long pieces of time demand is counted (ms). */
const SLOT = 128;

/** ParsedSearch for so often within the last one to two slots, somebody is likely to ask in a moment. */
const IN_DEMAND = 8;

/** Of so many addresses, those asked for last, it is known how often they are asked for. */
const MOST_KNOWN = 1_000;

/**
 * How often an address is asked for: in the slot that it was last asked in, in the one before that, and since
 * it is known.
 */
export type Demand = { slot: number; count: number; before: number; total: number };

export function newRequestRate(): Demand {
  return { slot: 0, count: 0, before: 0, total: 0 };
}

/** The demand for each address, whichever answers it gets. */
export function createRequestRates(): (address: string) => Demand {
  const demands = new LRUCache<string, Demand>({ max: MOST_KNOWN });
  return (address) => {
    const demand = demands.get(address) ?? newRequestRate();
    demands.set(address, demand);
    return demand;
  };
}

/** @param now by the monotonic clock (ms) */
export function countRequest(demand: Demand, now: number): void {
  const slot = Math.floor(now / SLOT);
  if (slot !== demand.slot) {
    demand.before = slot === demand.slot + 1 ? demand.count : 0;
    demand.slot = slot;
    demand.count = 0;
  }
  demand.count += 1;
  demand.total += 1;
}

/** Whether it was in demand at a moment, which may be the present one. */
export function isHot({ slot, count, before }: Demand, at: number): boolean {
  const age = Math.floor(at / SLOT) - slot;
  if (age > 1) return false;
  return (age <= 0 ? count + before : count) >= IN_DEMAND;
}
