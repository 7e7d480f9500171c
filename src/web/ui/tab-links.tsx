import type { ReactNode } from 'react';
import { PageLink } from './page-link.tsx';

type Tab = { href: string; label: ReactNode; isCurrent: boolean };

/** Links to the screens of one section, such as those of site admins. */
export function TabLinks({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 border-b border-line">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <PageLink
              href={tab.href}
              className={`-mb-px inline-flex min-h-11 items-center max-md:min-w-11 max-md:justify-center border-b-2 text-small ${
                tab.isCurrent
                  ? 'border-brand font-semibold'
                  : 'border-transparent text-muted hover:text-ink'
              }`}
              // The router marks only the link to exactly this URL, but the URL may have filters in its query.
              aria-current={tab.isCurrent ? 'page' : 'false'}
            >
              {tab.label}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
