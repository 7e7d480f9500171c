import { Counter, Gauge, type Registry } from 'prom-client';
import type { Task } from './scheduled-tasks.ts';

/** What is done by itself, every few seconds or every hour. */
export function taskMetrics(registry: Registry): (chore: Task, succeeded: boolean) => void {
  const successes = new Gauge({
    name: 'board_chore_last_success_timestamp_seconds',
    help: 'When a chore of the housekeeping was last done.',
    labelNames: ['chore'],
    aggregator: 'max',
    registers: [registry],
  });
  const failures = new Counter({
    name: 'board_chore_failures_total',
    help: 'How often a chore failed; the log says why.',
    labelNames: ['chore'],
    registers: [registry],
  });
  return (chore, succeeded) => {
    failures.inc({ chore }, succeeded ? 0 : 1);
    if (succeeded) successes.setToCurrentTime({ chore });
  };
}
