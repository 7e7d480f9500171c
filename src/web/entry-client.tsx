import { RouterProvider } from '@tanstack/react-router';
import { hydrate } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { http } from './api/http.ts';
import { createRouter } from './router.tsx';

/**
 * Makes the page interactive. Each step is a task of its own, so that the page handles input in between.
 * https://web.dev/articles/optimize-long-tasks
 */
async function start(): Promise<void> {
  await nextTask();
  const router = createRouter({ api: http, site: { name: '', origin: '' }, today: '' });

  // The page's inline script restores the scroll position before the first paint. Hydration must not move a page that
  // the visitor has scrolled since then. https://tanstack.com/router/latest/docs/guide/scroll-restoration
  let isHydrated = false;
  router.update({ context: router.options.context, scrollRestoration: () => isHydrated });
  router.subscribe('onRendered', () => {
    if (isHydrated) return;
    isHydrated = true;
    // The router records the scroll position at which a visitor leaves a page only if it has received a scroll event.
    document.dispatchEvent(new Event('scroll'));
  });

  // While the router replaces a page, React may render the page that is being left once more, without its data. React
  // recovers before anything is shown. Report other errors only. https://github.com/TanStack/router/issues/8198
  const onRecoverableError = (error: unknown) => {
    if (router.state.status === 'idle') reportError(error);
  };

  // Read the data in the page before React starts. The component `RouterClient` would read it during React's first task.
  await nextTask();
  try {
    await hydrate(router);
  } finally {
    window.$_TSR?.h();
  }

  // Hydrate in a transition, which React divides into short tasks, so that the page reacts to input in between.
  // https://react.dev/reference/react/startTransition
  await nextTask();
  startTransition(() => {
    const app = <RouterProvider router={router} />;
    hydrateRoot(document, import.meta.env.DEV ? <StrictMode>{app}</StrictMode> : app, {
      onRecoverableError,
    });
  });
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

void start();
