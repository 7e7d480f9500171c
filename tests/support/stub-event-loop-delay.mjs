import { syncBuiltinESMExports } from 'node:module';
import performance from 'node:perf_hooks';

/**
 * Preloaded into a server: reports that the event loop has no delay, so that the server does not shed requests on a
 * busy machine. Other tests cover load shedding.
 */
const { monitorEventLoopDelay } = performance;

performance.monitorEventLoopDelay = (options) =>
  Object.defineProperty(monitorEventLoopDelay(options), 'mean', { value: 0 });
syncBuiltinESMExports();
