import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { isFailedFetch } from '#web/api/errors.ts';
import { buttonClass } from '#web/ui/button.tsx';

const OFFLINE = 'Offline';

// If a chunk is missing, the router reloads the page. Offline, the browser would then show its own error page. The
// router recognizes a missing chunk by the message, so with another message it shows the page below.
// https://vite.dev/guide/build#load-error-handling
if (!import.meta.env.SSR) {
  addEventListener('vite:preloadError', ({ payload }) => {
    if (!navigator.onLine) payload.message = OFFLINE;
  });
}

/**
 * The page that is shown if its data failed to load or its code threw an exception. Only an exception has a visible
 * message (Spec: "Messages"). It is not a separate chunk, because a chunk could not be loaded offline.
 */
export function RouteError({ error }: ErrorComponentProps) {
  const isOffline = error instanceof Error && error.message === OFFLINE;
  return (
    <section className="page-width page-space">
      <RetryLink
        message="This page could not be loaded."
        isHidden={isFailedFetch(error) || isOffline}
      />
    </section>
  );
}

type Props = {
  /** What could not be loaded, as a sentence. */
  message: string;
  /** Whether only screen readers read the message. */
  isHidden: boolean;
};

/**
 * Replaces the data of a route that could not be loaded. It offers to load the route again, and does so by itself when
 * the connection returns.
 */
export function RetryLink({ message, isHidden }: Props) {
  const router = useRouter();
  const messageId = useId();
  const [busy, setBusy] = useState(false);
  const tryAgain = async (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault();
    setBusy(true);
    await router.invalidate();
    setBusy(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router is always the same
  useEffect(() => {
    addEventListener('online', tryAgain);
    return () => removeEventListener('online', tryAgain);
  }, []);
  return (
    <div role="alert">
      <p id={messageId} className={isHidden ? 'sr-only' : 'lead mb-6'}>
        {message}
      </p>
      {/* Without JavaScript, the link reloads the page. */}
      <a
        className={buttonClass()}
        href={router.state.location.href}
        aria-describedby={messageId}
        aria-busy={busy}
        onClick={tryAgain}
      >
        Try again
      </a>
    </div>
  );
}
