import type { Job } from '#shared/contract/job-responses.ts';
import { pages } from '#shared/urls/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';

/** The maximum number of skills to show, the most important ones. */
const MAX_SKILLS = 12;

/** The skills that a job names, each with a link to other jobs that name it. */
export function JobSkills({ skills }: Pick<Job, 'skills'>) {
  if (skills.length === 0) return null;
  return (
    <ul aria-label="Skills" className="chips">
      {skills.slice(0, MAX_SKILLS).map(({ name }) => (
        <li key={name}>
          <PageLink href={pages.jobs({ skill: name })} className="chip after:hidden">
            {name}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
