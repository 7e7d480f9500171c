import { type ComponentType, useEffect } from 'react';
import { ADMIN_PAGE_NAMES, ADMIN_TITLES, type AdminPageName } from '#shared/domain/admin-pages.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import type { AdminPageProps } from './admin-page-props.ts';
import { Audit } from './audit.tsx';
import { Companies } from './companies.tsx';
import { Mail } from './mail.tsx';
import { Overview } from './overview.tsx';
import { People } from './people.tsx';
import { Review } from './review.tsx';
import { Sources } from './sources.tsx';

/** The screens. The navigation shows all of them, in the order of their titles. */
const SCREENS: Record<AdminPageName, ComponentType<AdminPageProps>> = {
  '': Overview,
  review: Review,
  people: People,
  companies: Companies,
  sources: Sources,
  audit: Audit,
  mail: Mail,
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
      <nav aria-label="Administration" className="page-width pt-6">
        <ul className="flex flex-wrap gap-x-6 gap-y-1 border-b border-line">
          {ADMIN_PAGE_NAMES.map((name) => (
            <li key={name}>
              <PageLink
                href={adminPages.admin(name)}
                className={`-mb-px inline-flex min-h-11 items-center max-md:min-w-11 max-md:justify-center border-b-2 text-small ${
                  name === page
                    ? 'border-brand font-semibold'
                    : 'border-transparent text-muted hover:text-ink'
                }`}
                // The router marks only the link to exactly this URL, but the URL may have filters in its query.
                aria-current={name === page ? 'page' : 'false'}
              >
                {name === 'review' ? 'Review' : ADMIN_TITLES[name]}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      {/* A different screen starts with its own state. */}
      <Screen key={page} {...props} />
    </>
  );
}
