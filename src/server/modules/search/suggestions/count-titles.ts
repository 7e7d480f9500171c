import { sql } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { foldSpelling } from '#server/content/dictionary/spelling-groups.ts';
import type { Database } from '#server/db/client.ts';
import type { StoredSuggestion } from './stored-suggestion.ts';
import { usualTitle } from './usual-title.ts';

/** Titles read by one statement. Their jobs are counted in the index, so that it ends in milliseconds. */
const BATCH = 2_000;

/** A title of a single job is not suggested, because it may be misspelled. */
const MIN_JOBS = 2;

/** Fewer than make a suggestion slow. */
const MAX_TITLES = 20_000;

/** Beyond this number of different titles, the rarest so far are forgotten (lossy counting). */
const MAX_COUNTED = 200_000;

/** The full titles stored with a usual one. */
const MAX_FULL_TITLES = 10;

type Written = { text: string; jobs: number };
type CountedTitle = { jobs: number; labels: Map<string, number>; titles: Written[] };

/** Counts the open jobs by their usual titles. */
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
