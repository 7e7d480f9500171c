import { Counter, Gauge, type Registry } from 'prom-client';
import type { Task } from './scheduled-tasks.ts';

/** Metrics of the scheduled tasks. */
export function taskMetrics(registry: Registry): (task: Task, succeeded: boolean) => void {
  const successes = new Gauge({
    name: 'board_task_last_success_timestamp_seconds',
    help: 'When a scheduled task last succeeded.',
    labelNames: ['task'],
    aggregator: 'max',
    registers: [registry],
  });
  const failures = new Counter({
    name: 'board_task_failures_total',
    help: 'Failures of a scheduled task; the log has the reasons.',
    labelNames: ['task'],
    registers: [registry],
  });
  return (task, succeeded) => {
    failures.inc({ task }, succeeded ? 0 : 1);
    if (succeeded) successes.setToCurrentTime({ task });
  };
}
