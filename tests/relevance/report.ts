import { markdownTable } from 'markdown-table';
import { type Grade, mean, type Verdict } from './metrics.ts';
import { gradesOf, type Half, type Metrics, type Outcome } from './run-searches.ts';
import { type Change, compareRuns, type StoredRun } from './stored-run.ts';

/** How many of the worst searches and of the largest changes are printed. */
const LISTED = 40;

const HALVES: Half[] = ['tuning', 'held out'];

const VERDICTS: Verdict[] = ['right', 'partly', 'wrong'];

/** The shares that are reported: of searches, or for the orders by date and by pay of right jobs among the first ten. */
const SHARES: { name: string; of: (metrics: Metrics) => number }[] = [
  ...VERDICTS.map((name) => ({
    name,
    of: ({ verdict }: Metrics) => Number(verdict === name),
  })),
  { name: 'newest', of: ({ newest }) => newest },
  { name: 'salary', of: ({ salary }) => salary },
  { name: 'crowded', of: ({ crowded }) => Number(crowded) },
  { name: 'empty', of: ({ empty }) => Number(empty) },
];

export type ReportOptions = {
  /** The number of jobs on the board. */
  jobs: number;
  /** Whether to print details of the held-out half as well. */
  all?: boolean;
  /** Prints the first ten results of the searches that contain this text. */
  show?: string;
  compare?: StoredRun | undefined;
};

/** The searches of each kind, for each half. The held-out half of a kind has only these shares. */
function rowsOfKinds(outcomes: Outcome[]): { label: string; metrics: Outcome[] }[] {
  return [...new Set(outcomes.map(({ group }) => group))].flatMap((kind) =>
    HALVES.map((half) => ({
      label: `${kind}, ${half}`,
      metrics: outcomes.filter((outcome) => outcome.group === kind && outcome.half === half),
    })).filter(({ metrics }) => metrics.length > 0),
  );
}

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
    formatTable('kind', rowsOfKinds(judged)),
    `The worst searches of ${name} (grades of the first ten results)`,
    formatSearches(
      detailed
        .toSorted(
          (a, b) =>
            VERDICTS.indexOf(b.verdict) - VERDICTS.indexOf(a.verdict) ||
            a.ndcg - b.ndcg ||
            a.precision - b.precision,
        )
        .slice(0, LISTED),
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

/** The number of shares, from the first on, that a comparison has: those of right jobs, without crowded and empty. */
const COMPARED = 5;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function formatTable(title: string, rows: { label: string; metrics: Metrics[] }[]): string {
  return markdownTable(
    [
      [title, 'searches', ...SHARES.map(({ name }) => name), 'P@5', 'at most', 'nDCG@10'],
      ...rows.map(({ label, metrics }) => [
        label,
        String(metrics.length),
        ...SHARES.map(({ of }) => percent(mean(metrics.map(of)))),
        mean(metrics.map(({ precision }) => precision)).toFixed(3),
        mean(metrics.map(({ relevant }) => Math.min(relevant, 5) / 5)).toFixed(3),
        mean(metrics.map(({ ndcg }) => ndcg)).toFixed(3),
      ]),
    ],
    { align: ['l', ...Array<'r'>(SHARES.length + 4).fill('r')] },
  );
}

const gradesText = (results: { grade: Grade }[]) => gradesOf(results).join('') || '–';

function formatSearches(outcomes: Outcome[]): string {
  return markdownTable(
    [
      ['search', 'kind', 'verdict', 'right jobs', 'newest', 'nDCG@10', 'grades', 'first results'],
      ...outcomes.map(({ search, group, verdict, relevant, newest, ndcg, first }) => [
        search.q,
        group,
        verdict,
        String(relevant),
        percent(newest),
        ndcg.toFixed(2),
        gradesText(first),
        first
          .slice(0, 3)
          .map(({ title }) => title.slice(0, 40).replaceAll('|', '/'))
          .join('; '),
      ]),
    ],
    { align: ['l', 'l', 'l', 'r', 'r', 'r', 'l', 'l'] },
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
  return [
    'Compared with the stored run',
    ...(run.jobs === jobs
      ? []
      : [`The stored run had ${run.jobs} jobs: the figures differ for that reason too.`]),
    ...(added > 0 ? [`${added} searches are new.`] : []),
    formatDifferences('half', [
      ...HALVES.map((half) => ({
        label: half,
        changes: compared.filter(({ outcome }) => outcome.half === half),
      })),
      { label: 'both', changes: compared },
    ]),
    formatDifferences(
      'kind',
      rowsOfKinds(compared.map(({ outcome }) => outcome)).map(({ label, metrics }) => ({
        label,
        changes: compared.filter(({ outcome }) => metrics.includes(outcome)),
      })),
    ),
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

/** The shares of both runs, and their difference in percentage points. */
function formatDifferences(title: string, rows: { label: string; changes: Change[] }[]): string {
  const compared = SHARES.slice(0, COMPARED);
  return markdownTable(
    [
      [title, 'searches', ...compared.flatMap(({ name }) => [`${name} before`, 'now', 'points'])],
      ...rows.map(({ label, changes }) => [
        label,
        String(changes.length),
        ...compared.flatMap(({ of }) => {
          const before = mean(changes.map((change) => of(change.before)));
          const now = mean(changes.map(({ outcome }) => of(outcome)));
          return [percent(before), percent(now), pointsOf(now - before)];
        }),
      ]),
    ],
    { align: ['l', ...Array<'r'>(3 * COMPARED + 1).fill('r')] },
  );
}

const pointsOf = (share: number) => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)}`;

function formatChanges(title: string, changes: Change[]): string {
  return markdownTable(
    [
      [
        title,
        'kind',
        'verdict before',
        'now',
        'P@5 before',
        'now',
        'nDCG@10 before',
        'now',
        'grades',
      ],
      ...changes
        .slice(0, LISTED)
        .map(({ outcome, before }) => [
          outcome.search.q,
          outcome.group,
          before.verdict,
          outcome.verdict,
          before.precision.toFixed(1),
          outcome.precision.toFixed(1),
          before.ndcg.toFixed(2),
          outcome.ndcg.toFixed(2),
          gradesText(outcome.first),
        ]),
    ],
    { align: ['l', 'l', 'l', 'l', 'r', 'r', 'r', 'r', 'l'] },
  );
}
