import type { Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** All metrics of one process. */
type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

type MetricsRequest = { metricsRequestId: number };
type MetricsResponse = MetricsRequest & { metrics: Metrics };

/** How long the primary waits for a worker's metrics (ms). Metrics that arrive later are left out. */
const RESPONSE_TIMEOUT = 2_000;

/** Call this in a worker. It sends the worker's metrics to the primary process whenever that requests them. */
export function reportMetrics(registry: Registry): void {
  process.on('message', async (message: unknown) => {
    if (!hasRequestId<MetricsRequest>(message)) return;
    const { metricsRequestId } = message;
    const metrics = await registry.getMetricsAsJSON();
    const response: MetricsResponse = { metricsRequestId, metrics };
    // Ignore a failure to send: the primary has ended or disconnected, so this worker ends, too.
    process.send?.(response, undefined, undefined, () => {});
  });
}

/**
 * Call this in the primary process. The returned function adds up the metrics of all workers, in Prometheus' text
 * format. prom-client's own aggregation fails if a worker ends meanwhile, and its sums shrink whenever a worker ends,
 * which looks like a reset of the counters. Here, the last known counters of ended workers stay in the sums.
 * https://prometheus.io/docs/concepts/metric_types/#counter
 */
export function collectWorkerMetrics(serving: () => Worker[]): () => Promise<string> {
  const latest = new Map<number, Metrics>();
  let endedTotals: Metrics = [];
  let requestCount = 0;

  async function addToTotals(id: number, metrics: Metrics): Promise<void> {
    latest.delete(id);
    const all = AggregatorRegistry.aggregate([endedTotals, cumulative(metrics)]);
    endedTotals = await all.getMetricsAsJSON();
  }

  return async () => {
    const workers = serving();
    const current = await Promise.all(
      workers.map(async (worker) => {
        requestCount += 1;
        const metrics = await requestMetrics(worker, requestCount);
        if (metrics) latest.set(worker.id, metrics);
        return metrics ?? cumulative(latest.get(worker.id) ?? []);
      }),
    );
    const ids = new Set(workers.map(({ id }) => id));
    const ended = [...latest].filter(([id]) => !ids.has(id));
    for (const [id, metrics] of ended) await addToTotals(id, metrics);
    return AggregatorRegistry.aggregate([...current, endedTotals]).metrics();
  };
}

/** Selects the metrics that never decrease and of which the sum over all processes is meaningful. */
function cumulative(metrics: Metrics): Metrics {
  return metrics.filter(
    ({ type, aggregator }) =>
      ['counter', 'histogram'].includes(String(type)) && aggregator === 'sum',
  );
}

/** Requests a worker's metrics. Resolves to undefined if the worker has ended or is unresponsive. */
function requestMetrics(worker: Worker, metricsRequestId: number): Promise<Metrics | undefined> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown) => {
      if (!hasRequestId<MetricsResponse>(message)) return;
      if (message.metricsRequestId === metricsRequestId) finish(message.metrics);
    };
    const onFailure = () => finish(undefined);
    const finish = (metrics: Metrics | undefined) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onFailure);
      resolve(metrics);
    };
    const timer = setTimeout(onFailure, RESPONSE_TIMEOUT);
    worker.on('message', onMessage).on('exit', onFailure);
    worker.send({ metricsRequestId } satisfies MetricsRequest, (error) => error && onFailure());
  });
}

function hasRequestId<Message extends MetricsRequest>(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'metricsRequestId' in message;
}
