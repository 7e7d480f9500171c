import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { buttonClass } from '#web/ui/button.tsx';

/** The page that is shown if its data failed to load. It only offers to try again. */
export function RouteError() {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    await router.invalidate();
    setBusy(false);
  };
  return (
    <section className="page-width page-space">
      {/* Without JavaScript, the link reloads the page. */}
      <a
        className={buttonClass()}
        href={router.state.location.href}
        aria-busy={busy}
        onClick={(event) => {
          event.preventDefault();
          void tryAgain();
        }}
      >
        Try again
      </a>
    </section>
  );
}
