import { refreshDictionary } from '#server/modules/search/dictionary.ts';
import type { JobList } from '#shared/contract/job-responses.ts';
import { createCompany, createJob } from '../../support/factories.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { answersOf, type Case, readTable } from '../read-table.ts';

/** The location of jobs for which the table names none. */
const LOCATION = 'Leeds';

/** The maximum number of results of one call, which is more than the number of jobs in the table. */
const LIMIT = '100';

let board: Promise<TestApp> | undefined;

/** Starts a board that has the jobs of all rows. All searches run on it. */
function openBoard(): Promise<TestApp> {
  board ??= startBoard();
  return board;
}

async function startBoard(): Promise<TestApp> {
  const started = await startTestApp();
  const { id: company_id } = await createCompany(started.db, { name: 'Loom' });
  const jobs = readTable('searches').flatMap(({ jobs = '' }) => jobs.split(' || '));
  for (const job of new Set(jobs.filter(Boolean))) {
    const [title = '', location = LOCATION] = job.split(' @ ');
    await createJob(started.db, { company_id, title, location });
  }
  await refreshDictionary(started.db);
  return started;
}

export async function closeSearchBoard(): Promise<void> {
  await (await board)?.close();
  board = undefined;
}

/** The titles of the jobs that a search finds, in order. The search is for words, or (kind `place`) for a location. */
export async function readSearch({ kind, input }: Case): Promise<string> {
  const { app } = await openBoard();
  const query = new URLSearchParams({
    [kind === 'place' ? 'location' : 'q']: input,
    limit: LIMIT,
    description: 'summary',
  });
  const response = await app.inject({ url: `/api/jobs?${query}` });
  const { results } = response.json<JobList>();
  return results.map(({ title }) => title).join(' ; ') || 'none';
}

/** Checks conditions such as `first: Title &&& not: Other title`; `none` stands for no result. */
export function isRightSearch(found: string, row: Case): boolean {
  const titles = found.split(' ; ');
  return answersOf(row).some((answer) =>
    answer.split(' &&& ').every((condition) => {
      const [, name, title = ''] = /^(first|found|not): (.+)$/.exec(condition.trim()) ?? [];
      if (name === 'first') return titles[0] === title;
      if (name === 'found') return titles.includes(title);
      return name === 'not' ? !titles.includes(title) : found === condition.trim();
    }),
  );
}
