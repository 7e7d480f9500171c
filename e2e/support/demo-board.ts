import { DEMO_COMPANIES } from '#server/demo-data/demo-companies.data.ts';

/**
 * The jobs of the demo board, newest first. Stories use them instead of copied texts, so that the demo data can change.
 */
export const DEMO_JOBS = DEMO_COMPANIES.flatMap(({ jobs, ...company }) =>
  jobs.map((job) => ({ ...job, company })),
).sort((one, other) => one.hoursAgo - other.hoursAgo);

export { DEMO_COMPANIES };

export function demoJobs(matches: Partial<(typeof DEMO_JOBS)[number]>) {
  const wanted = Object.entries(matches);
  return DEMO_JOBS.filter((job) =>
    wanted.every(([name, value]) => Reflect.get(job, name) === value),
  );
}
