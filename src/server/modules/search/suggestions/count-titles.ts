import { sql } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { foldSpelling } from '#server/content/dictionary/spelling-groups.ts';
import type { Database } from '#server/db/client.ts';
import type { StoredSuggestion } from './stored-suggestion.ts';
import { usualTitle } from './usual-title.ts';

/**
 * The number of titles that one statement reads. Their jobs are counted in the index, so the statement takes only
 * milliseconds.
 */
const BATCH = 2_000;

/** The minimum number of jobs with a title that is suggested. The title of a single job may be misspelled. */
const MIN_JOBS = 2;

/** The maximum number of titles that are stored, so that suggestions stay fast. */
const MAX_TITLES = 20_000;

/**
 * The maximum number of different titles that are counted in memory. If there are more, the rarest titles so far are
 * dropped (lossy counting).
 */
const MAX_COUNTED = 200_000;

/** The maximum number of full job titles that are stored with a suggested title (see `usualTitle`). */
const MAX_FULL_TITLES = 10;

type Written = { text: string; jobs: number };
type CountedTitle = { jobs: number; labels: Map<string, number>; titles: Written[] };

/** Counts the open jobs by the part of the title that jobs share (see `usualTitle`). */
export async function countTitles(
  db: Database,
  signal: AbortSignal | undefined,
): Promise<StoredSuggestion[]> {
  const counted = new Map<string, CountedTitle>();
  let last = '';
  for (;;) {
    const { rows } = await db.execute<Written>(sql`
      select title collate "C" as text, count(*)::integer as jobs from jobs
      where closed_at is null and title collate "C" > ${last}
      group by title collate "C" order by title collate "C" limit ${BATCH}`);
    for (const row of rows) add(counted, row);
    for (let rare = 1; counted.size > MAX_COUNTED; rare += 1) {
      for (const [key, { jobs }] of counted) if (jobs <= rare) counted.delete(key);
    }
    last = rows.at(-1)?.text ?? last;
    if (rows.length < BATCH || signal?.aborted) break;
  }
  return [...counted.values()]
    .filter(({ jobs }) => jobs >= MIN_JOBS)
    .sort((a, b) => b.jobs - a.jobs)
    .slice(0, MAX_TITLES)
    .map(({ jobs, labels, titles }) => {
      const [[label = ''] = []] = [...labels].sort(([, a], [, b]) => b - a);
      const groups = jobDictionary()
        .find(label)
        .filter(({ kind }) => kind === 'title');
      const spellings = groups.flatMap((group) => group.spellings.map(({ text }) => text));
      return {
        kind: 'title',
        label,
        spellings: [label, ...spellings],
        titles: mostFrequent(titles).map(({ text }) => text),
        jobs,
      };
    });
}

function add(counted: Map<string, CountedTitle>, title: Written): void {
  const label = usualTitle(title.text);
  if (!label) return;
  const key = foldSpelling(label);
  const entry: CountedTitle = counted.get(key) ?? { jobs: 0, labels: new Map(), titles: [] };
  entry.jobs += title.jobs;
  entry.labels.set(label, (entry.labels.get(label) ?? 0) + title.jobs);
  entry.titles.push(title);
  if (entry.titles.length > 2 * MAX_FULL_TITLES) entry.titles = mostFrequent(entry.titles);
  counted.set(key, entry);
}

function mostFrequent(titles: Written[]): Written[] {
  return titles.sort((a, b) => b.jobs - a.jobs).slice(0, MAX_FULL_TITLES);
}
