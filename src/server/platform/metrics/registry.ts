import { type Aggregator, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '#server/platform/version.ts';

/**
 * Creates the metrics registry of one process, in which each part of the server registers its own metrics. Two boards
 * in one process have separate registries.
 */
export function createRegistry(): Registry {
  const registry = new Registry();
  addProcessMetrics(registry);
  return registry;
}

/**
 * Adds the standard metrics of a Node process (event loop, memory, CPU, file descriptors) and the board's version.
 * https://github.com/siimon/prom-client#default-metrics
 */
function addProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'board_build_info',
    help: 'The version of the board and of Node; always 1.',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers: [registry],
  }).set({ version: VERSION, node: process.version }, 1);
  new Gauge({
    name: 'board_processes',
    help: 'Processes that serve the board on this machine.',
    registers: [registry],
  }).set(1);
}

/** Registers a gauge whose value is read at each scrape. The gauge is left out while `read` returns undefined. */
export function liveGauge(
  registry: Registry,
  { name, help, aggregator = 'sum' }: { name: string; help: string; aggregator?: Aggregator },
  read: () => number | undefined,
): void {
  new Gauge({
    name,
    help,
    aggregator,
    registers: [registry],
    collect() {
      const value = read();
      // Remove the gauge if it has no value. Otherwise, prom-client would report 0.
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}
