import type { NecessaryTerms } from '#server/db/alert-tables.ts';

/** Sets of jobs by their terms, as bits: bit n stands for the job with the number n. */
export type JobSets = {
  /** Adds the terms of the next job. */
  add(terms: Iterable<string>): void;
  /** The numbers of the jobs that fulfill a condition. */
  find(necessary: NecessaryTerms): number[];
};

const BITS = 32;

/** @param jobs the number of jobs that will be added */
export function createJobSets(jobs: number): JobSets {
  const size = Math.ceil(jobs / BITS);
  const byTerm = new Map<string, Uint32Array>();
  const none = new Uint32Array(size);
  let count = 0;

  /** The jobs that fulfill a condition. The result must not be changed. */
  function setOf(necessary: NecessaryTerms): Uint32Array {
    if (typeof necessary === 'string') return byTerm.get(necessary) ?? none;
    if ('any' in necessary) {
      const union = new Uint32Array(size);
      for (const part of necessary.any) {
        const set = setOf(part);
        if (set === none) continue;
        for (let at = 0; at < size; at += 1) union[at] = (union[at] ?? 0) | (set[at] ?? 0);
      }
      return union;
    }
    const common = new Uint32Array(size).fill(0xffffffff);
    for (const part of necessary.all) {
      const set = setOf(part);
      let isEmpty = true;
      for (let at = 0; at < size; at += 1) {
        const both = (common[at] ?? 0) & (set[at] ?? 0);
        common[at] = both;
        if (both !== 0) isEmpty = false;
      }
      if (isEmpty) return none;
    }
    return common;
  }

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

    find(necessary) {
      const found = setOf(necessary);
      const numbers: number[] = [];
      for (let at = 0; at < size; at += 1) {
        for (let bits = found[at] ?? 0; bits !== 0; bits &= bits - 1) {
          const number = at * BITS + 31 - Math.clz32(bits & -bits);
          if (number < count) numbers.push(number);
        }
      }
      return numbers;
    },
  };
}
