import { adminPages } from '#shared/urls/admin-paths.ts';
import { type JobSearch, pages } from '#shared/urls/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** The links above the public list of jobs for people who manage jobs. */
export function ListLinks({ search }: { search: JobSearch }) {
  return (
    <p className="flex flex-wrap gap-3">
      <ButtonLink href={adminPages.dashboard(search)} variant="secondary">
        Dashboard
      </ButtonLink>
      <ButtonLink href={pages.addJob()}>Add Job</ButtonLink>
    </p>
  );
}
