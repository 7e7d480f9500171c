import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { pages } from '#shared/urls/paths.ts';
import { ServerRendered } from '#web/data/server-rendered.tsx';
import { useSite } from '#web/data/use-site.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { useFollowLink } from '#web/ui/use-follow-link.ts';
import { BarPages, DrawerPages } from './menu-pages.tsx';
import { SiteSign } from './site-sign.tsx';

const DRAWER_ID = 'site-menu';

const DESTINATIONS = [
  { href: pages.home(), label: 'Home' },
  { href: pages.jobs(), label: 'Jobs' },
  { href: pages.companies(), label: 'Companies' },
  { href: pages.saved(), label: 'Saved' },
] as const;

/** A link is marked as current on its own path with any query, but not on subpaths. */
const EXACT_PATH = { exact: true, includeSearch: false };

type Props = {
  /** More links of the bar. They come first, so that nothing moves when they appear. */
  links: ReactNode;
  /** The "Log in" button, or the link to the account. */
  controls: ReactNode;
  /** More entries in the drawer. Their links must call `close`. */
  entries: (close: () => void) => ReactNode;
};

export function NavigationBar({ links, controls, entries }: Props) {
  const drawer = useRef<HTMLDialogElement>(null);
  // The target of a navigation as soon as it starts, so that a drawer that is opened while the page loads stays open.
  const destination = useRouterState({ select: ({ location }) => location.href });

  // A navigation closes the drawer. Hydration does not: the drawer may have been opened before it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup runs when the destination changes
  useEffect(() => () => drawer.current?.close(), [destination]);

  const followLink = useFollowLink();

  // Invoker commands open and close the drawer without JavaScript and before hydration. In browsers without invoker
  // commands, the click handlers do. https://developer.mozilla.org/en-US/docs/Web/API/Invoker_Commands_API
  const open = () => {
    if (!supportsCommands()) drawer.current?.showModal();
  };
  const close = () => {
    if (!supportsCommands()) drawer.current?.close();
  };

  return (
    <header className="site-header">
      <div className="page-width site-bar">
        <Wordmark />
        <nav aria-label="Main" className="relative flex items-center gap-1 sm:gap-2">
          {links}
          {DESTINATIONS.slice(1).map(({ href, label }) => (
            <PageLink
              key={href}
              href={href}
              activeOptions={EXACT_PATH}
              className="bar-link max-md:hidden"
            >
              {label}
            </PageLink>
          ))}
          {import.meta.env.SSR ? <BarPages /> : <ServerRendered onClick={followLink} />}
          {controls}
          <button
            type="button"
            className="bar-button"
            aria-haspopup="dialog"
            onClick={open}
            {...{ command: 'show-modal', commandfor: DRAWER_ID }}
          >
            <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5">
              <path d="M2 5h16M2 10h16M2 15h10" stroke="currentColor" strokeWidth="2" />
            </svg>
            <span className="max-sm:sr-only">Menu</span>
          </button>
        </nav>
      </div>
      <dialog id={DRAWER_ID} ref={drawer} className="drawer" aria-label="Menu" closedby="any">
        <div className="flex items-center justify-between">
          <p className="font-semibold">Menu</p>
          <button
            type="button"
            className="bar-button"
            onClick={close}
            {...{ command: 'close', commandfor: DRAWER_ID }}
          >
            Close
          </button>
        </div>
        <nav aria-label="Menu" className="mt-8">
          <ul>
            {DESTINATIONS.map(({ href, label }) => (
              <li key={href}>
                <PageLink
                  href={href}
                  activeOptions={EXACT_PATH}
                  className="drawer-link"
                  onClick={() => drawer.current?.close()}
                >
                  {label}
                </PageLink>
              </li>
            ))}
            {entries(() => drawer.current?.close())}
          </ul>
          {import.meta.env.SSR ? <DrawerPages /> : <ServerRendered onClick={followLink} />}
        </nav>
      </dialog>
    </header>
  );
}

function supportsCommands(): boolean {
  return 'command' in HTMLButtonElement.prototype;
}

function Wordmark() {
  const site = useSite();
  return (
    <PageLink href={pages.home()} className="wordmark">
      {import.meta.env.SSR ? <SiteSign /> : <ServerRendered />}
      <span>{site.name}</span>
    </PageLink>
  );
}
