import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { buttonClass } from '#web/ui/button.tsx';

// If a chunk is missing, the router reloads the page. Offline, the browser would then show its own error page. The
// router recognizes a missing chunk by the message, so with another message it shows the page below.
// https://vite.dev/guide/build#load-error-handling
if (!import.meta.env.SSR) {
  addEventListener('vite:preloadError', ({ payload }) => {
    if (!navigator.onLine) payload.message = 'Offline';
  });
}

/**
 * The page that is shown if its data failed to load. It offers to try again. If the browser is offline, it says so, and
 * tries again by itself when the connection returns. It is not a separate chunk, because a chunk could not be
 * loaded offline.
 */
export function RouteError() {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [isOffline, setIsOffline] = useState(false);
  const tryAgain = async (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault();
    setBusy(true);
    await router.invalidate();
    setBusy(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router is always the same
  useEffect(() => {
    setIsOffline(!navigator.onLine);
    addEventListener('online', tryAgain);
    return () => removeEventListener('online', tryAgain);
  }, []);
  return (
    <section className="page-width page-space">
      <p role="alert" className="lead mb-6">
        {isOffline
          ? 'You are offline. The page loads when the connection returns.'
          : 'This page could not be loaded.'}
      </p>
      {/* Without JavaScript, the link reloads the page. */}
      <a
        className={buttonClass()}
        href={router.state.location.href}
        aria-busy={busy}
        onClick={tryAgain}
      >
        Try again
      </a>
    </section>
  );
}
