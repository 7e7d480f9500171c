import { Counter, Gauge, type Registry } from 'prom-client';
import type { Task } from './scheduled-tasks.ts';

/** Metrics of the scheduled tasks. */
export function taskMetrics(registry: Registry): (task: Task, succeeded: boolean) => void {
  const successes = new Gauge({
    name: 'board_chore_last_success_timestamp_seconds',
    help: 'When a scheduled task last succeeded.',
    labelNames: ['chore'],
    aggregator: 'max',
    registers: [registry],
  });
  const failures = new Counter({
    name: 'board_chore_failures_total',
    help: 'Failures of a scheduled task; the log has the reasons.',
    labelNames: ['chore'],
    registers: [registry],
  });
  return (task, succeeded) => {
    failures.inc({ chore: task }, succeeded ? 0 : 1);
    if (succeeded) successes.setToCurrentTime({ chore: task });
  };
}
