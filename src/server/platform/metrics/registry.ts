import { Registry } from 'prom-client';
import { processMetrics } from './process-metrics.ts';

/**
 * Creates the metrics registry of one process, with the metrics of the process itself. Each part of the server registers
 * its own metrics in it. Two boards in one process do not share a registry.
 */
export function createRegistry(): Registry {
  const registry = new Registry();
  processMetrics(registry);
  return registry;
}
