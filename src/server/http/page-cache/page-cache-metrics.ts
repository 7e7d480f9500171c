import { Counter, Gauge, type Registry } from 'prom-client';
import type { PageCache } from './page-cache.ts';

const HITS = {
  fresh: 'fresh',
  stale: 'stale',
  staleIfError: 'stale_if_error',
  shared: 'shared',
  unchanged: 'not_modified',
} as const;

const MISSES = { made: 'made', beside: 'beside' } as const;

/** The cache counts by itself, for an answer takes it microseconds; here it is read when somebody asks. */
export function pageCacheMetrics(
  registry: Registry,
  cache: Pick<PageCache, 'counts' | 'size' | 'answers'>,
): void {
  const registers = [registry];
  new Counter({
    name: 'board_page_cache_hits_total',
    help: 'Answers out of the page cache: as kept, old while a new one was made, stale_if_error while the database could not be reached, shared with who asked first, or not_modified (304).',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [count, kind] of entriesOf(HITS)) this.inc({ kind }, cache.counts[count]);
    },
  });
  new Counter({
    name: 'board_page_cache_misses_total',
    help: 'Requests to read that went on to be answered: made for everyone, or beside the cache.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [count, kind] of entriesOf(MISSES)) this.inc({ kind }, cache.counts[count]);
    },
  });
  new Gauge({
    name: 'board_page_cache_bytes',
    help: 'What the kept answers take, in bytes.',
    registers,
    collect() {
      this.set(cache.size());
    },
  });
  new Gauge({
    name: 'board_page_cache_answers',
    help: 'How many answers are kept.',
    registers,
    collect() {
      this.set(cache.answers());
    },
  });
}

function entriesOf<Key extends string, Value>(of: Record<Key, Value>): [Key, Value][] {
  return Object.entries(of) as [Key, Value][];
}
