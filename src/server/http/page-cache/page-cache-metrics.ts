import { Counter, type Registry } from 'prom-client';
import { liveGauge } from '#server/platform/metrics/registry.ts';
import type { PageCache } from './page-cache.ts';

/** The `kind` label of each kind of hit. */
const HITS = {
  fresh: 'fresh',
  stale: 'stale',
  staleIfError: 'stale_if_error',
  shared: 'shared',
  notModified: 'not_modified',
} as const;

const MISSES = { generated: 'made', bypassed: 'beside' } as const;

/**
 * Registers the page cache's metrics. The cache itself counts in plain numbers, which takes less time than a metric
 * would. A scrape reads these numbers.
 */
export function pageCacheMetrics(
  registry: Registry,
  cache: Pick<PageCache, 'counts' | 'size' | 'responses'>,
): void {
  const registers = [registry];
  new Counter({
    name: 'board_page_cache_hits_total',
    help: 'Responses from the page cache: fresh, stale during a refresh, stale_if_error while the database is unreachable, shared with another request, or not_modified (304).',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [count, kind] of entriesOf(HITS)) this.inc({ kind }, cache.counts[count]);
    },
  });
  new Counter({
    name: 'board_page_cache_misses_total',
    help: 'GET requests without a cached response. Their responses are generated for the cache, or bypass the cache (bypassed).',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [count, kind] of entriesOf(MISSES)) this.inc({ kind }, cache.counts[count]);
    },
  });
  const bytes = 'Memory of cached responses, in bytes.';
  liveGauge(registry, { name: 'board_page_cache_bytes', help: bytes }, cache.size);
  const responses = 'Number of cached responses.';
  liveGauge(registry, { name: 'board_page_cache_answers', help: responses }, cache.responses);
}

function entriesOf<Key extends string, Value>(record: Record<Key, Value>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}
