import { Counter, type Registry } from 'prom-client';
import type { ChangeListener } from '#server/db/change-listener.ts';
import { readImportNotice } from './import-notice.ts';

/**
 * Imports run in a process of their own, and tell each server what came of a file. All servers hear the same: of
 * several, one tells the whole. What is imported while a server does not run or hear is not in its figures.
 */
export function importMetrics(
  registry: Registry,
  changes: Pick<ChangeListener, 'subscribe'>,
): void {
  const files = new Counter({
    name: 'board_import_files_total',
    help: 'Files that were imported, or refused.',
    labelNames: ['outcome'],
    aggregator: 'max',
    registers: [registry],
  });
  const jobs = new Counter({
    name: 'board_import_jobs_total',
    help: 'Jobs that imports have added, updated or closed.',
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
