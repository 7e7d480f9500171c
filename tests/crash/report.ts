import type { Outcome } from './rounds.ts';

/** What was done and what was found, as a table in Markdown. */
export function report({ rounds, ledger }: Outcome): string {
  const { acknowledged, doubtful, reads, complaints } = ledger;
  const kinds = [...new Set(rounds.map(({ blow }) => blow))].sort();
  const lines = kinds.map((kind) => {
    const times = rounds.filter(({ blow }) => blow === kind).map(({ back }) => back);
    return `| ${kind} | ${times.length} | ${seconds(median(times))} | ${seconds(Math.max(...times))} |`;
  });
  const count = (kind: string) => complaints.filter((complaint) => complaint.kind === kind).length;
  return [
    '| What was hurt | Rounds | Back, median | Back, longest |',
    '| --- | --- | --- | --- |',
    ...lines,
    '',
    `${acknowledged} acknowledged writes, ${reads} reads; ${doubtful.all} writes without an answer, of which ${doubtful.done} were done.`,
    `Lost: ${count('lost')}. Half-made: ${count('half-made')}. Wrong answers: ${count('answer')}.`,
  ].join('\n');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
