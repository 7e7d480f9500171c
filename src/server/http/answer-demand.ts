/** By so long pieces of time demand is counted (ms). */
const SLOT = 128;

/** Asked for so often within the last one to two slots, somebody asks within the grace, too. */
const IN_DEMAND = 8;

/** How often an answer is asked for: in the slot that it was last asked in, in the one before that, and ever. */
export type Demand = { slot: number; count: number; before: number; total: number };

export function newDemand(): Demand {
  return { slot: 0, count: 0, before: 0, total: 0 };
}

/** @param now by the monotonic clock (ms) */
export function noteDemand(demand: Demand, now: number): void {
  const slot = Math.floor(now / SLOT);
  if (slot !== demand.slot) {
    demand.before = slot === demand.slot + 1 ? demand.count : 0;
    demand.slot = slot;
    demand.count = 0;
  }
  demand.count += 1;
  demand.total += 1;
}

/** Whether it is asked for so often that somebody is likely to ask in a moment. */
export function isInDemand({ slot, count, before }: Demand, now: number): boolean {
  const age = Math.floor(now / SLOT) - slot;
  if (age > 1) return false;
  return (age === 0 ? count + before : count) >= IN_DEMAND;
}
