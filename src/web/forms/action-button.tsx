import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Session } from '#web/session/session.ts';
import { useSession } from '#web/session/use-session.ts';
import { showToast } from '#web/ui/toast.ts';
import { loadToaster } from '#web/ui/toast-region.tsx';

type Props = {
  label: string;
  toasts: { success: string; failure: string };
  /** Does it, by the API as whoever is signed in. */
  act: (api: Session['api']) => Promise<unknown>;
};

/** Does something to what the page is about, that can be taken back; the page then shows it as it is. */
export function ActionButton({ label, toasts, act }: Props) {
  const { busy, run } = useAction({ toasts, act });
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

/** Says how it went, and reads the page anew; once at a time. */
export function useAction({ toasts, act }: Pick<Props, 'toasts' | 'act'>) {
  const { api } = useSession();
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  async function run(): Promise<void> {
    if (busy) return;
    setBusy(true);
    // A failure for want of a connection has to be told without one.
    void loadToaster();
    try {
      await act(api);
    } catch {
      showToast('error', toasts.failure);
      setBusy(false);
      return;
    }
    showToast('success', toasts.success);
    // Lists that were fetched ahead do not show it.
    router.clearCache();
    await router.invalidate();
    setBusy(false);
  }

  return { busy, run };
}
