import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/** A page whose data could not be had: empty, but for a way to try again. */
export function LoadFailed() {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    await router.invalidate();
    setBusy(false);
  };
  return (
    <section className="page-width page-space">
      {/* A link to the same address does without a script what the button does with one. */}
      <a
        className="button"
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
