import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import board from '../../../../package.json' with { type: 'json' };

/**
 * The event loop, memory, CPU and files of this process, under the names that all programs on Node give them.
 * https://github.com/siimon/prom-client#default-metrics
 */
export function processMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'board_build_info',
    help: 'Which version of the board runs on which version of Node; always 1.',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers: [registry],
  }).set({ version: board.version, node: process.version }, 1);
  new Gauge({
    name: 'board_processes',
    help: 'Processes that serve the board on this machine.',
    registers: [registry],
  }).set(1);
}
