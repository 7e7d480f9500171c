import { Counter, type Registry } from 'prom-client';
import type { ChangeListener } from '#server/db/change-listener.ts';
import { readImportNotice } from './import-notice.ts';

/**
 * Counts imports. Imports run in their own process and notify every server. All workers of a server receive the same
 * notifications, so the maximum of their counts is reported instead of the sum. Imports that run while a server is
 * stopped or disconnected are not counted.
 */
export function importMetrics(
  registry: Registry,
  changes: Pick<ChangeListener, 'subscribe'>,
): void {
  const files = new Counter({
    name: 'board_import_files_total',
    help: 'Imported and refused files.',
    labelNames: ['outcome'],
    aggregator: 'max',
    registers: [registry],
  });
  const jobs = new Counter({
    name: 'board_import_jobs_total',
    help: 'Jobs that imports added, updated or closed.',
    labelNames: ['change'],
    aggregator: 'max',
    registers: [registry],
  });
  for (const outcome of ['imported', 'refused']) files.inc({ outcome }, 0);
  for (const change of ['added', 'updated', 'closed']) jobs.inc({ change }, 0);
  changes.subscribe((topic) => {
    const notice = readImportNotice(topic);
    if (!notice) return;
    if (notice === 'refused') {
      files.inc({ outcome: 'refused' });
      return;
    }
    files.inc({ outcome: 'imported' });
    for (const [change, count] of Object.entries(notice)) jobs.inc({ change }, count);
  });
}
