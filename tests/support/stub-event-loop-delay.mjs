import { syncBuiltinESMExports } from 'node:module';
import performance from 'node:perf_hooks';

/**
 * Preloaded into a server: reports no event loop delay, so that a busy machine does not make the server shed requests.
 * Load shedding has its own tests.
 */
const { monitorEventLoopDelay } = performance;

performance.monitorEventLoopDelay = (options) =>
  Object.defineProperty(monitorEventLoopDelay(options), 'mean', { value: 0 });
syncBuiltinESMExports();
