import { expect } from 'vitest';
import type { JobList } from '#shared/contract/job-responses.ts';
import { type OneOrMore, queryString } from '#shared/urls/paths.ts';

/** Runs a search through this board's API and returns the job list. */
export async function listJobs(
  board: { get(url: string): Promise<{ status: number; body: JobList }> },
  parameters: Record<string, OneOrMore>,
): Promise<JobList> {
  const { status, body } = await board.get(`/api/jobs${queryString(parameters)}`);
  expect(status).toBe(200);
  return body;
}
