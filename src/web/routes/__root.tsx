import fontUrl from '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2?url';
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router';
import { Footer } from '#web/features/site/footer.tsx';
import { NavigationBar } from '#web/features/site/navigation-bar.tsx';
import { pageTitle } from '#web/features/site/page-title.ts';
import { useFocusOnArrival } from '#web/features/site/use-focus-on-arrival.ts';
import type { RouterContext } from '#web/router.tsx';
import '#web/styles.css';

export const Route = createRootRouteWithContext<RouterContext>()({
  head: ({ match: { context } }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
      { title: pageTitle(context.site) },
    ],
    links: [
      { rel: 'icon', type: 'image/svg+xml', href: '/static/icon.svg' },
      { rel: 'preload', as: 'font', type: 'font/woff2', href: fontUrl, crossOrigin: 'anonymous' },
    ],
  }),
  component: Document,
});

function Document() {
  useFocusOnArrival();
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <NavigationBar />
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
        <Scripts />
      </body>
    </html>
  );
}
