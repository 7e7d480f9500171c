import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#web/api/api.ts';
import type { Session } from '#web/session/session.ts';
import { useSession } from '#web/session/use-session.ts';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { showToast } from '#web/ui/toast.ts';
import { loadToaster } from '#web/ui/toast-region.tsx';
import { tellFailure } from './tell-failure.ts';

type Action = {
  toasts: { success: string; failure: string };
  /** Does it, by the API as whoever is signed in. */
  act: (api: Session['api']) => Promise<unknown>;
};

/** Does something to what the page is about, that can be taken back; the page then shows it as it is. */
export function ActionButton({ label, ...action }: Action & { label: string }) {
  const { busy, run } = useAction(action);
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-busy={busy}
      onClick={() => void run()}
    >
      {label}
    </button>
  );
}

/** Refusals that say that what the page shows is not so any more. */
const CHANGED = [404, 409, 410, 412];

/** Says how it went, and reads the page anew; once at a time. */
export function useAction({ toasts, act }: Action) {
  const { api } = useSession();
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  /** @param onRefused hears of a failure too, beside the toast. */
  async function run(onRefused: (error: unknown) => void = () => {}): Promise<void> {
    if (busy) return;
    setBusy(true);
    // A failure for want of a connection has to be told without one.
    void loadToaster();
    try {
      await act(api);
      showToast('success', toasts.success);
      await renew();
    } catch (error) {
      tellFailure(toasts.failure, error);
      onRefused(error);
      if (error instanceof ApiError && CHANGED.includes(error.status)) await renew();
    }
    setBusy(false);
  }

  async function renew(): Promise<void> {
    // Lists that were fetched ahead do not show it.
    router.clearCache();
    await router.invalidate({ sync: true });
    // The button that was pressed has gone with what it was good for.
    if (document.activeElement === document.body) focusHeading();
  }

  return { busy, run };
}
