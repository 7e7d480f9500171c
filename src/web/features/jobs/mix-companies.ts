/** The maximum number of jobs of one company, if there are enough others. */
const MAX_OF_COMPANY = 2;

type Job = { company: { id: string } };

/**
 * Chooses the first `count` jobs of a list, at most two of a company: otherwise, one import could fill the page. Adds the
 * next jobs of the same companies if there are too few others. Keeps the order.
 */
export function mixCompanies<Listed extends Job>(jobs: Listed[], count: number): Listed[] {
  const isExtra = ({ company }: Job, index: number) =>
    jobs.slice(0, index).filter((job) => job.company.id === company.id).length >= MAX_OF_COMPANY;
  const extras = jobs.filter(isExtra);
  const others = jobs.filter((job) => !extras.includes(job));
  const chosen = [...others, ...extras].slice(0, count);
  return jobs.filter((job) => chosen.includes(job));
}
