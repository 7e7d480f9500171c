import { Counter, Histogram, type Registry } from 'prom-client';
import type { QueryEnd } from './instrumented-client.ts';

/** Histogram buckets (seconds). */
const DURATIONS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The maximum number of distinct names. All names are constants in the code; the limit bounds the memory if one is not.
 */
const MAX_NAMES = 200;

/**
 * Creates metrics by query name. The number of a prepared form (`_1`, `_2`) is left out, because processes number forms
 * differently.
 */
export function queryMetrics(registry: Registry): (query: QueryEnd) => void {
  const durations = new Histogram({
    name: 'board_database_query_duration_seconds',
    help: 'Time that queries took in the database, without the wait for a connection.',
    labelNames: ['query'],
    buckets: DURATIONS,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'board_database_query_failures_total',
    help: 'Queries that failed or exceeded their time limit.',
    labelNames: ['query'],
    registers: [registry],
  });
  const known = new Set<string>();
  return ({ query: name, duration, rows }) => {
    if (known.size < MAX_NAMES) known.add(name);
    const query = known.has(name) ? name : 'other';
    durations.observe({ query }, duration / 1_000);
    if (rows === undefined) failures.inc({ query });
  };
}
