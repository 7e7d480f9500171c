import { expect } from 'vitest';
import type { JobList } from '#shared/contract/job-responses.ts';

/** The list of a search through the API of this board. */
export async function listJobs(
  board: { get(url: string): Promise<{ status: number; body: JobList }> },
  parameters: Record<string, string>,
): Promise<JobList> {
  const { status, body } = await board.get(`/api/jobs?${new URLSearchParams(parameters)}`);
  expect(status).toBe(200);
  return body;
}
