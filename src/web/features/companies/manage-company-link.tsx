import { adminPages } from '#shared/urls/admin-paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';

/** Leads a member of the company's team from its page to its profile. */
export function ManageCompanyLink({ id }: { id: string }) {
  return (
    <PageLink
      href={adminPages.dashboard({ tab: 'company', company: id })}
      className="link tap-target inline-block"
    >
      Company profile on the dashboard
    </PageLink>
  );
}
