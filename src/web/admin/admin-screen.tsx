import { type ComponentType, useEffect } from 'react';
import { ADMIN_PAGE_NAMES, ADMIN_TITLES, type AdminPageName } from '#shared/domain/admin-pages.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { TabLinks } from '#web/ui/tab-links.tsx';
import type { AdminPageProps } from './admin-page-props.ts';
import { Audit } from './audit.tsx';
import { Categories } from './categories/categories.tsx';
import { Companies } from './companies.tsx';
import { Inbox } from './inbox/inbox.tsx';
import { Mail } from './mail.tsx';
import { Overview } from './overview.tsx';
import { Pages } from './pages/pages.tsx';
import { People } from './people.tsx';
import { Settings } from './settings/settings.tsx';
import { Sources } from './sources.tsx';

/** The screens. The navigation shows all of them, in the order of their titles. */
const SCREENS: Record<AdminPageName, ComponentType<AdminPageProps>> = {
  '': Overview,
  inbox: Inbox,
  people: People,
  companies: Companies,
  sources: Sources,
  audit: Audit,
  mail: Mail,
  settings: Settings,
  pages: Pages,
  categories: Categories,
};

type Props = AdminPageProps & { page: AdminPageName };

/** A screen of site admins, below the navigation that all of them share. */
export function AdminScreen({ page, ...props }: Props) {
  const Screen = SCREENS[page];
  // The first screen of a visit is loaded after the navigation, which found no heading and moved the focus to the main
  // part of the page.
  useEffect(() => {
    if (document.activeElement?.matches('main')) focusHeading();
  }, []);
  return (
    <>
      <div className="page-width pt-6">
        <TabLinks
          label="Administration"
          tabs={ADMIN_PAGE_NAMES.map((name) => ({
            href: adminPages.admin(name),
            label: ADMIN_TITLES[name],
            isCurrent: name === page,
          }))}
        />
      </div>
      {/* A different screen starts with its own state. */}
      <Screen key={page} {...props} />
    </>
  );
}
