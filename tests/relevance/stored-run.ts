import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Metrics, Outcome } from './run-searches.ts';

const storedRun = z.object({
  jobs: z.int(),
  /** The metrics by the hash of the search, so that the file contains no company names. */
  searches: z.record(
    z.string(),
    z.object({
      relevant: z.int(),
      precision: z.number(),
      ndcg: z.number(),
      verdict: z.enum(['right', 'partly', 'wrong']),
      newest: z.number(),
      salary: z.number(),
      crowded: z.boolean().default(false),
      empty: z.boolean().default(false),
    }),
  ),
});

export type StoredRun = z.infer<typeof storedRun>;

/** The minimum difference of nDCG that counts as a change. */
const MIN_CHANGE = 0.02;

/** Stores the metrics of a run, with one line for each search. */
export async function saveRun(file: string, jobs: number, outcomes: Outcome[]): Promise<void> {
  const lines = outcomes
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map((outcome) => `    "${outcome.key}": ${lineOf(outcome)}`);
  const text = `{\n  "jobs": ${jobs},\n  "searches": {\n${lines.join(',\n')}\n  }\n}\n`;
  await writeFile(file, text);
}

/** Formats the metrics of one search. False values are left out. */
function lineOf(metrics: Metrics): string {
  const { relevant, verdict, precision, ndcg, newest, salary, crowded, empty } = metrics;
  const shares = {
    precision: round(precision),
    ndcg: round(ndcg),
    newest: round(newest),
    salary: round(salary),
  };
  const fields = Object.entries({ relevant, verdict, ...shares, crowded, empty })
    .filter(([, value]) => value !== false)
    .map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  return `{ ${fields.join(', ')} }`;
}

const round = (share: number) => Math.round(share * 1_000) / 1_000;

export async function readRun(file: string): Promise<StoredRun> {
  return storedRun.parse(JSON.parse(await readFile(file, 'utf8')));
}

export type Change = { outcome: Outcome; before: Metrics };

/** Compares the searches that both runs contain. */
export function compareRuns(run: StoredRun, outcomes: Outcome[]) {
  const compared = outcomes.flatMap((outcome): Change[] => {
    const before = run.searches[outcome.key];
    return before ? [{ outcome, before }] : [];
  });
  const changed = compared
    .filter((change) => Math.abs(differenceOf(change)) >= MIN_CHANGE)
    .sort((a, b) => Math.abs(differenceOf(b)) - Math.abs(differenceOf(a)));
  return {
    compared,
    /** The searches whose nDCG has risen, the largest change first. */
    better: changed.filter((change) => differenceOf(change) > 0),
    worse: changed.filter((change) => differenceOf(change) < 0),
    /** The number of searches that only the new run contains. */
    added: outcomes.length - compared.length,
  };
}

const differenceOf = ({ outcome, before }: Change) => outcome.ndcg - before.ndcg;
