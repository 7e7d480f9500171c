import type { ReadJob } from '#shared/contract/job-responses.ts';
import { pages } from '#shared/urls/paths.ts';
import type { Marks } from './marks.ts';

/** Downloads what the visitor keeps as a JSON file, which the browser makes itself. */
export function exportMarks(marks: Marks, jobs: Map<string, ReadJob | undefined>): void {
  const text = JSON.stringify(readableMarks(marks, jobs, location.origin), null, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'saved-jobs.json';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The marks with the names of jobs and companies, and links to them. */
function readableMarks(
  { jobs: marks, companies }: Pick<Marks, 'jobs' | 'companies'>,
  jobs: Map<string, ReadJob | undefined>,
  origin: string,
) {
  return {
    jobs: marks.map(({ job: id, saved, applied, hidden, note }) => {
      const { job, closedat = null } = jobs.get(id) ?? {};
      return {
        title: job?.title ?? null,
        company: job?.company.name ?? null,
        location: job?.location ?? null,
        link: `${origin}${pages.job(id)}`,
        savedAt: saved,
        appliedAt: applied,
        hiddenAt: hidden,
        closedAt: closedat,
        note,
      };
    }),
    hiddenCompanies: companies.map(({ company, companyname, hidden }) => ({
      name: companyname,
      link: `${origin}${pages.company(company)}`,
      hiddenAt: hidden,
    })),
  };
}
