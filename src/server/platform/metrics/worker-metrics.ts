import type { Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** All of one process. */
type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

type Question = { figuresFor: number };
type Answer = Question & { figures: Figures };

/** A worker that does not answer in as long (ms) is told of without. */
const PATIENCE = 2_000;

/** In a worker: tells the process that started it what it has counted, whenever that asks. */
export function reportMetrics(registry: Registry): void {
  process.on('message', async (message: unknown) => {
    if (!isAbout<Question>(message)) return;
    const { figuresFor } = message;
    const answer: Answer = { figuresFor, figures: await registry.getMetricsAsJSON() };
    // Who asked may be gone by then, or no longer hear of this process; it then ends too.
    process.send?.(answer, undefined, undefined, () => {});
  });
}

/**
 * In the process that starts them: the figures of all workers together, in Prometheus' text format. prom-client's own
 * way is to ask all that there are and to fail where one of them ends meanwhile, and its sums shrink with a worker
 * that has gone, which looks as if all had begun anew.
 * Here, what one of them had counted when it was last asked stays in the sums.
 * https://prometheus.io/docs/concepts/metric_types/#counter
 */
export function collectWorkerMetrics(serving: () => Worker[]): () => Promise<string> {
  const latest = new Map<number, Figures>();
  let ofFormer: Figures = [];
  let questions = 0;

  async function retire(id: number, figures: Figures): Promise<void> {
    latest.delete(id);
    ofFormer = await AggregatorRegistry.aggregate([ofFormer, lasting(figures)]).getMetricsAsJSON();
  }

  return async () => {
    const workers = serving();
    const answered = await Promise.all(
      workers.map(async (worker) => {
        questions += 1;
        const figures = await ask(worker, questions);
        if (figures) latest.set(worker.id, figures);
        return figures ?? lasting(latest.get(worker.id) ?? []);
      }),
    );
    const ids = new Set(workers.map(({ id }) => id));
    const gone = [...latest].filter(([id]) => !ids.has(id));
    for (const [id, figures] of gone) await retire(id, figures);
    return AggregatorRegistry.aggregate([...answered, ofFormer]).metrics();
  };
}

/** What only ever grows, and is a sum. */
function lasting(figures: Figures): Figures {
  return figures.filter(
    ({ type, aggregator }) =>
      ['counter', 'histogram'].includes(String(type)) && aggregator === 'sum',
  );
}

/** Undefined where it has ended or does not answer. */
function ask(worker: Worker, figuresFor: number): Promise<Figures | undefined> {
  return new Promise((resolve) => {
    const hear = (message: unknown) => {
      if (isAbout<Answer>(message) && message.figuresFor === figuresFor) end(message.figures);
    };
    const giveUp = () => end(undefined);
    const end = (figures: Figures | undefined) => {
      clearTimeout(timer);
      worker.off('message', hear).off('exit', giveUp);
      resolve(figures);
    };
    const timer = setTimeout(giveUp, PATIENCE);
    worker.on('message', hear).on('exit', giveUp);
    worker.send({ figuresFor } satisfies Question, (error) => error && giveUp());
  });
}

function isAbout<Message extends Question>(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'figuresFor' in message;
}
