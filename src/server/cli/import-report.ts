import type { FileOutcome } from '#server/modules/sources/files/import-files.ts';
import { table } from './table.ts';

const COLUMNS = ['added', 'updated', 'unchanged', 'closed'] as const;

/**
 * Formats the result of an import: a table with the counts of each file, and then the skipped jobs and the notes with
 * their reasons.
 */
export function importReport(outcomes: FileOutcome[]): string {
  const rows = outcomes.map(({ file, counts, skipped }) => [
    file,
    ...COLUMNS.map((column) => (counts ? String(counts[column]) : '–')),
    counts ? String(skipped.length) : '–',
  ]);
  const total = (count: (outcome: FileOutcome) => number) =>
    String(outcomes.reduce((sum, outcome) => sum + count(outcome), 0));
  const totals = [
    'Total',
    ...COLUMNS.map((column) => total(({ counts }) => counts?.[column] ?? 0)),
    total(({ skipped }) => skipped.length),
  ];
  const header = ['File', 'Added', 'Updated', 'Unchanged', 'Closed', 'Skipped'];
  const reasons = outcomes.flatMap(({ file, skipped }) => formatSkipped(file, skipped));
  const notes = outcomes.flatMap(({ file, note }) => (note ? [`${file}: ${note}`] : []));
  return [...table([header, ...rows, totals], 'end'), ...section(reasons), ...section(notes)].join(
    '\n',
  );
}

/** Formats one line for each reason, with the first three jobs that it applies to. */
function formatSkipped(file: string, skipped: FileOutcome['skipped']): string[] {
  const byReason = new Map<string, string[]>();
  for (const { job, reason } of skipped) {
    byReason.set(reason, [...(byReason.get(reason) ?? []), job]);
  }
  return [...byReason].map(([reason, jobs]) => {
    const firstJobs = jobs.slice(0, 3).join(', ');
    const more = jobs.length > 3 ? ` and ${jobs.length - 3} more` : '';
    return `${file}: skipped ${firstJobs}${more}: ${reason}`;
  });
}

function section(lines: string[]): string[] {
  return lines.length > 0 ? ['', ...lines] : [];
}
