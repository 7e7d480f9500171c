import { expect } from 'vitest';
import type { JobList } from '#shared/contract/job-responses.ts';

/** Requests the list of a search from the API of this board. */
export async function listJobs(
  board: { get(url: string): Promise<{ status: number; body: JobList }> },
  parameters: Record<string, string>,
): Promise<JobList> {
  const { status, body } = await board.get(`/api/jobs?${new URLSearchParams(parameters)}`);
  expect(status).toBe(200);
  return body;
}
