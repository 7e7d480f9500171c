import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#web/api/errors.ts';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { prepareToasts, showToast } from '#web/ui/toast/toast.ts';
import { showError } from './show-error.ts';
import { type Undo, useUndo } from './use-undo.ts';

type Action = {
  toasts: { success: string; failure: string };
  /** Performs the action. `api` calls the API as the signed-in person. */
  act: (api: Session['api']) => Promise<unknown>;
  /** How to undo the action. The page offers this afterwards. */
  undo?: Undo;
};

/** A button for an action that can be undone, such as closing a job. Afterwards, the page reloads its data. */
export function ActionButton({ label, ...action }: Action & { label: string }) {
  const { busy, run } = useAction(action);
  return (
    <Button variant="secondary" aria-busy={busy} onClick={() => void run()}>
      {label}
    </Button>
  );
}

/** Error statuses that mean that the page shows outdated data. */
const OUTDATED = [404, 409, 410, 412];

/**
 * Returns a function that runs the action, shows its result as a toast and reloads the page's data. The action does not
 * run twice at the same time.
 */
export function useAction({ toasts, act, undo }: Action) {
  const offerUndo = useUndo();
  const { api } = useSession();
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  /**
   * Runs the action.
   * @param onError is called with the error, in addition to the toast
   */
  async function run(onError: (error: unknown) => void = () => {}): Promise<void> {
    if (busy) return;
    setBusy(true);
    prepareToasts();
    try {
      await act(api);
      showToast('success', toasts.success);
      await reload();
      if (undo) offerUndo(undo);
    } catch (error) {
      showError(toasts.failure, error);
      onError(error);
      if (error instanceof ApiError && OUTDATED.includes(error.status)) await reload();
    }
    setBusy(false);
  }

  async function reload(): Promise<void> {
    // Drop the lists that the router has preloaded, because they are outdated now.
    router.clearCache();
    await router.invalidate({ sync: true });
    // If the reload has removed the focused button, move the focus to the heading.
    if (document.activeElement === document.body) focusHeading();
  }

  return { busy, run };
}
