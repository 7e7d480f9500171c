import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  Scripts,
  useRouter,
} from '@tanstack/react-router';
import { type MouseEvent, useEffect } from 'react';
import { AccountControls } from '#web/auth/account-controls.tsx';
import { useSession } from '#web/auth/use-session.ts';
import { ServerRendered } from '#web/data/server-rendered.tsx';
import { Today, useCurrentDate } from '#web/data/today.ts';
import { useSite } from '#web/data/use-site.ts';
import { useLoadMarks } from '#web/features/jobs/marks/lazy-marks.tsx';
import { HYDRATED } from '#web/head/load-scripts.ts';
import { usePageHead } from '#web/head/use-page-head.ts';
import { AccountLinks } from '#web/layout/account-links.tsx';
import { FOOTER_ID, Footer } from '#web/layout/footer.tsx';
import { NavigationBar } from '#web/layout/navigation-bar.tsx';
import { useFocusOnNavigation } from '#web/layout/use-focus-on-navigation.ts';
import type { RouterContext } from '#web/router-context.ts';
import { fontFile } from '#web/styles/font-file.ts';
import '#web/styles/styles.css';

export const Route = createRootRouteWithContext<RouterContext>()({
  // Only the server renders the head.
  ...(import.meta.env.SSR && { head: commonHead }),
  component: Document,
});

/** The elements of the head that all pages have. The code in src/web/head writes those that depend on the page. */
function commonHead({ match }: { match: { context: RouterContext } }) {
  const { icons = [], styleSheet } = match.context.site.look ?? {};
  return {
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
    ],
    links: [
      // Render blocking: the first paint waits for the whole document. Otherwise, half a row of the list would move
      // when its other half arrives, and "Log in" would appear before the inline script in the navigation bar has run.
      // The wait costs nothing, because the first paint also waits for the styles, which arrive later.
      // https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Attributes/rel#expect
      { rel: 'expect', href: `#${FOOTER_ID}`, blocking: 'render' },
      ...icons.map((icon) => ({ rel: 'icon', ...icon })),
      // Style sheets in the head block rendering, so that nothing is painted in the colors of the default theme.
      ...(styleSheet ? [{ rel: 'stylesheet', href: styleSheet }] : []),
      {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href: fontFile,
        crossOrigin: 'anonymous' as const,
      },
    ],
  };
}

function Document() {
  const site = useSite();
  const { signIn } = site;
  const session = useSession();
  const router = useRouter();
  const today = useCurrentDate();
  useFocusOnNavigation();
  usePageHead();
  useLoadMarks();

  useEffect(() => {
    window.dispatchEvent(new Event(HYDRATED));
    // Start the session after hydration: if it navigated during hydration, the document would contain the page twice. The
    // start renders parts of the page again, so it is a task of its own.
    setTimeout(() => session.start(site, (href) => router.navigate({ href, replace: true })));
  }, [session, site, router]);

  return (
    // If someone is signed in, an inline script sets an attribute before hydration.
    <html lang="en" suppressHydrationWarning>
      {import.meta.env.SSR ? (
        <head>
          <HeadContent />
        </head>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is constant
        <head suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      )}
      <body>
        {/* biome-ignore lint/a11y/useValidAnchor: it works without JavaScript, too */}
        <a className="skip-link" href="#content" onClick={skipToContent}>
          Skip to content
        </a>
        <NavigationBar
          links={<AccountLinks place="bar" />}
          controls={signIn && <AccountControls clientId={signIn.clientId} />}
          entries={(close) => <AccountLinks place="drawer" onNavigate={close} />}
        />
        <main id="content" tabIndex={-1}>
          <Today value={today}>
            <Outlet />
          </Today>
        </main>
        <Footer />
        {import.meta.env.SSR ? (
          <div>
            <Scripts />
          </div>
        ) : (
          <ServerRendered />
        )}
      </body>
    </html>
  );
}

/** Moves the focus. An entry in the history would lack the router's index, so that Back would restore a wrong position. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector('main')?.focus();
}
