import { expect } from 'vitest';
import type { JobList } from '#shared/contract/job-responses.ts';

/** Runs a search through this board's API and returns the job list. */
export async function listJobs(
  board: { get(url: string): Promise<{ status: number; body: JobList }> },
  parameters: Record<string, string>,
): Promise<JobList> {
  const { status, body } = await board.get(`/api/jobs?${new URLSearchParams(parameters)}`);
  expect(status).toBe(200);
  return body;
}
