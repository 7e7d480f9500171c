import { expect } from 'vitest';
import type { JobList } from '#shared/contract/job-responses.ts';
import { type OneOrMore, queryString } from '#shared/urls/paths.ts';

/** Returns the pages of a list from the first one, and again from the last one backwards, in the order of the list. */
export async function listBothWays(
  board: Parameters<typeof listJobs>[0],
  parameters: Record<string, string>,
): Promise<{ forwards: JobList[]; backwards: JobList[] }> {
  const read = (cursor?: string) => listJobs(board, { ...parameters, ...(cursor && { cursor }) });
  const forwards = [await read()];
  for (let next = forwards[0]?.next; next; next = forwards.at(-1)?.next) {
    forwards.push(await read(next));
  }
  const backwards = forwards.slice(-1);
  for (let previous = backwards[0]?.previous; previous; previous = backwards[0]?.previous) {
    backwards.unshift(await read(previous));
  }
  return { forwards, backwards };
}

/** Runs a search through this board's API and returns the job list. */
export async function listJobs(
  board: { get(url: string): Promise<{ status: number; body: JobList }> },
  parameters: Record<string, OneOrMore>,
): Promise<JobList> {
  const { status, body } = await board.get(`/api/jobs${queryString(parameters)}`);
  expect(status).toBe(200);
  return body;
}
