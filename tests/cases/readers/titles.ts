import { buildJob } from '#server/job-feeds/systems/build-job.ts';
import { STATED } from '../read-job.ts';
import { answersOf, type Case } from '../read-table.ts';

/** Reads the title of a job at its source. */
export function readTitleOf({ input }: Case): string {
  const job = buildJob({ ...STATED, title: input });
  return 'reason' in job ? `left out: ${job.reason}` : job.title;
}

export function isRightTitle(found: string, row: Case): boolean {
  return answersOf(row).some((answer) => {
    const beginning = /^begins: (.*)$/.exec(answer)?.[1];
    return beginning === undefined ? found === answer : found.startsWith(beginning);
  });
}
