/** Sets of jobs by their terms, as bits: bit n stands for the job with the number n. */
export type JobSets = {
  /** Adds the terms of the next job. */
  add(terms: Iterable<string>): void;
  /** Whether some job has at least one term of each list. */
  hasJobFor(lists: string[][]): boolean;
};

const BITS = 32;

/** @param jobs the number of jobs that will be added */
export function createJobSets(jobs: number): JobSets {
  const size = Math.ceil(jobs / BITS);
  const byTerm = new Map<string, Uint32Array>();
  const found = new Uint32Array(size);
  const ofList = new Uint32Array(size);
  let count = 0;
  return {
    add(terms) {
      const bit = 1 << (count % BITS);
      const at = Math.floor(count / BITS);
      count += 1;
      for (const term of terms) {
        let set = byTerm.get(term);
        if (!set) {
          set = new Uint32Array(size);
          byTerm.set(term, set);
        }
        set[at] = (set[at] ?? 0) | bit;
      }
    },

    hasJobFor(lists) {
      found.fill(0xffffffff);
      for (const list of lists) {
        ofList.fill(0);
        for (const term of list) {
          const set = byTerm.get(term);
          if (!set) continue;
          for (let at = 0; at < size; at += 1) ofList[at] = (ofList[at] ?? 0) | (set[at] ?? 0);
        }
        let isEmpty = true;
        for (let at = 0; at < size; at += 1) {
          const both = (found[at] ?? 0) & (ofList[at] ?? 0);
          found[at] = both;
          if (both !== 0) isEmpty = false;
        }
        if (isEmpty) return false;
      }
      return count > 0;
    },
  };
}
