import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  Scripts,
  useRouter,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { AccountControls } from '#web/features/auth/account-controls.tsx';
import { DrawerAccount } from '#web/features/auth/drawer-account.tsx';
import { FOOTER, Footer } from '#web/features/site/footer.tsx';
import { NavigationBar } from '#web/features/site/navigation-bar.tsx';
import { useFocusOnArrival } from '#web/features/site/use-focus-on-arrival.ts';
import { useSite } from '#web/features/site/use-site.ts';
import { fontFile } from '#web/font-file.ts';
import { usePageHead } from '#web/head/use-page-head.ts';
import type { RouterContext } from '#web/router-context.ts';
import { useSession } from '#web/session/use-session.ts';
import { ToastRegion } from '#web/ui/toast-region.tsx';
import '#web/styles.css';

export const Route = createRootRouteWithContext<RouterContext>()({
  // What depends on the page, its title among it, is written by web/head.
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
    ],
    links: [
      // Nothing is painted before the whole page has arrived: half a row of the list would move when
      // its other half comes, and "Log in" would be seen before the script in the bar has run that
      // shows who is known here. The styles, for which painting waits too, arrive later in any case.
      // https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Attributes/rel#expect
      { rel: 'expect', href: `#${FOOTER}`, blocking: 'render' },
      { rel: 'icon', type: 'image/svg+xml', href: '/static/icon.svg' },
      { rel: 'preload', as: 'font', type: 'font/woff2', href: fontFile, crossOrigin: 'anonymous' },
    ],
  }),
  component: Document,
});

function Document() {
  const site = useSite();
  const { signIn } = site;
  const session = useSession();
  const router = useRouter();
  useFocusOnArrival();
  usePageHead();

  // Not before the page is React's: going elsewhere meanwhile leaves the page there twice.
  useEffect(() => {
    session.start(site, (href) => router.navigate({ href, replace: true }));
  }, [session, site, router]);

  return (
    // Before React is here, a script marks the page of someone who is known.
    <html lang="en" suppressHydrationWarning>
      <head>
        <HeadContent />
      </head>
      <body>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <NavigationBar
          controls={signIn && <AccountControls clientId={signIn.clientId} />}
          entries={(close) => <DrawerAccount onLeave={close} />}
        />
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
        <ToastRegion />
        <Scripts />
      </body>
    </html>
  );
}
