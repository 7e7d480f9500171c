import { markdownTable } from 'markdown-table';
import { type Grade, mean } from './metrics.ts';
import type { Half, Metrics, Outcome } from './run-searches.ts';
import { type Change, compareRuns, type StoredRun } from './stored-run.ts';

/** How many of the worst searches and of the largest changes are printed. */
const LISTED = 40;

const HALVES: Half[] = ['tuning', 'held out'];

export type ReportOptions = {
  /** The number of jobs on the board. */
  jobs: number;
  /** Whether to print details of the held-out half as well. */
  all?: boolean;
  /** Prints the first ten results of the searches that contain this text. */
  show?: string;
  compare?: StoredRun | undefined;
};

/**
 * Formats the metrics of a run. Only the tuning half has details, so that nobody adapts the ranking to the held-out
 * half.
 */
export function formatReport(outcomes: Outcome[], options: ReportOptions): string {
  const judged = outcomes.filter(({ relevant }) => relevant > 0);
  const detailed = options.all ? judged : judged.filter(({ half }) => half === 'tuning');
  const name = options.all ? 'all searches' : 'the tuning half';
  const parts = [
    `${options.jobs} jobs, ${outcomes.length} searches, ${outcomes.length - judged.length} of them without a relevant job`,
    formatTable('half', [
      ...HALVES.map((half) => ({
        label: half,
        metrics: judged.filter((outcome) => outcome.half === half),
      })),
      { label: 'both', metrics: judged },
    ]),
    formatTable(
      `groups of ${name}`,
      [...new Set(detailed.map(({ group }) => group))].map((label) => ({
        label,
        metrics: detailed.filter(({ group }) => group === label),
      })),
    ),
    `The worst searches of ${name} (grades of the first ten results)`,
    formatSearches(
      detailed.toSorted((a, b) => a.ndcg - b.ndcg || a.precision - b.precision).slice(0, LISTED),
    ),
  ];
  if (options.show) {
    const text = options.show.toLowerCase();
    const shown = outcomes.filter(
      ({ search, half }) => search.q.includes(text) && (options.all || half === 'tuning'),
    );
    parts.push(...shown.map(formatResults));
  }
  if (options.compare) parts.push(...formatComparison(options.compare, judged, options));
  return `\n${parts.join('\n\n')}\n`;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function formatTable(title: string, rows: { label: string; metrics: Metrics[] }[]): string {
  const share = (metrics: Metrics[], isCounted: (each: Metrics) => boolean) =>
    percent(mean(metrics.map((each) => Number(isCounted(each)))));
  return markdownTable(
    [
      [title, 'searches', 'P@5', 'at most', 'good', 'nDCG@10', 'crowded', 'empty'],
      ...rows.map(({ label, metrics }) => [
        label,
        String(metrics.length),
        mean(metrics.map(({ precision }) => precision)).toFixed(3),
        mean(metrics.map(({ relevant }) => Math.min(relevant, 5) / 5)).toFixed(3),
        share(metrics, ({ good }) => good),
        mean(metrics.map(({ ndcg }) => ndcg)).toFixed(3),
        share(metrics, ({ crowded }) => crowded),
        share(metrics, ({ empty }) => empty),
      ]),
    ],
    { align: ['l', 'r', 'r', 'r', 'r', 'r', 'r', 'r'] },
  );
}

const gradesOf = (results: { grade: Grade }[]) => results.map(({ grade }) => grade).join('') || '–';

function formatSearches(outcomes: Outcome[]): string {
  return markdownTable(
    [
      ['search', 'group', 'relevant', 'P@5', 'nDCG@10', 'grades', 'first results'],
      ...outcomes.map(({ search, group, relevant, precision, ndcg, first }) => [
        search.q,
        group,
        String(relevant),
        precision.toFixed(1),
        ndcg.toFixed(2),
        gradesOf(first),
        first
          .slice(0, 3)
          .map(({ title }) => title.slice(0, 40).replaceAll('|', '/'))
          .join('; '),
      ]),
    ],
    { align: ['l', 'l', 'r', 'r', 'r', 'l', 'l'] },
  );
}

function formatResults({ search, relevant, ndcg, first }: Outcome): string {
  const lines = first.map(({ grade, title, company }) => `  ${grade}  ${title} (${company})`);
  return [`${search.q}: ${relevant} relevant jobs, nDCG@10 ${ndcg.toFixed(2)}`, ...lines].join(
    '\n',
  );
}

function formatComparison(
  run: StoredRun,
  judged: Outcome[],
  { jobs, all = false }: ReportOptions,
): string[] {
  const { compared, better, worse, added } = compareRuns(run, judged);
  const isShown = ({ outcome }: Change) => all || outcome.half === 'tuning';
  const countOf = (changes: Change[], half: Half) =>
    String(changes.filter(({ outcome }) => outcome.half === half).length);
  const rowsOf = (half: Half) => {
    const ofHalf = compared.filter(({ outcome }) => outcome.half === half);
    return [
      { label: `${half}, before`, metrics: ofHalf.map(({ before }) => before) },
      { label: `${half}, now`, metrics: ofHalf.map(({ outcome }) => outcome) },
    ];
  };
  return [
    'Compared with the stored run',
    ...(run.jobs === jobs
      ? []
      : [`The stored run had ${run.jobs} jobs: the figures differ for that reason too.`]),
    ...(added > 0 ? [`${added} searches are new.`] : []),
    formatTable('half', HALVES.flatMap(rowsOf)),
    markdownTable(
      [
        ['half', 'better', 'worse'],
        ...HALVES.map((half) => [half, countOf(better, half), countOf(worse, half)]),
      ],
      { align: ['l', 'r', 'r'] },
    ),
    formatChanges('worse', worse.filter(isShown)),
    formatChanges('better', better.filter(isShown)),
  ];
}

function formatChanges(title: string, changes: Change[]): string {
  return markdownTable(
    [
      [title, 'group', 'P@5 before', 'now', 'nDCG@10 before', 'now', 'grades'],
      ...changes
        .slice(0, LISTED)
        .map(({ outcome, before }) => [
          outcome.search.q,
          outcome.group,
          before.precision.toFixed(1),
          outcome.precision.toFixed(1),
          before.ndcg.toFixed(2),
          outcome.ndcg.toFixed(2),
          gradesOf(outcome.first),
        ]),
    ],
    { align: ['l', 'l', 'r', 'r', 'r', 'r', 'l'] },
  );
}
