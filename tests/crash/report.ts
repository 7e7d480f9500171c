import type { CrashResult } from './rounds.ts';

/** The results as a Markdown table. */
export function report({ rounds, ledger }: CrashResult): string {
  const { acknowledged, unanswered, reads, violations } = ledger;
  const kinds = [...new Set(rounds.map(({ fault }) => fault))].sort();
  const lines = kinds.map((kind) => {
    const times = rounds.filter(({ fault }) => fault === kind).map(({ recovery }) => recovery);
    return `| ${kind} | ${times.length} | ${seconds(median(times))} | ${seconds(Math.max(...times))} |`;
  });
  const count = (kind: string) => violations.filter((violation) => violation.kind === kind).length;
  return [
    '| Fault | Rounds | Recovery, median | Recovery, maximum |',
    '| --- | --- | --- | --- |',
    ...lines,
    '',
    `${acknowledged} acknowledged writes, ${reads} reads; ${unanswered.total} writes without a response, ${unanswered.applied} of them applied.`,
    `Lost: ${count('lost')}. Partial: ${count('partial')}. Wrong responses: ${count('response')}.`,
  ].join('\n');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
