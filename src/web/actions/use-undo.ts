import { useRouter } from '@tanstack/react-router';
import { ApiError } from '#web/api/errors.ts';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import { showUndoNotice } from '#web/ui/undo-notice.tsx';

export type Undo = {
  /** What was done, such as "Deleted “Weaver”.". */
  message: string;
  toasts: { success: string; failure: string };
  /** Reverts the action. `api` calls the API as the signed-in person. */
  revert: (api: Session['api']) => Promise<unknown>;
  /** The page to show afterwards. Default: the current page, whose data is loaded again. */
  page?: string;
};

/** Returns a function that offers to undo an action for some seconds, in a notice on the page. */
export function useUndo(): (undo: Undo) => void {
  const { api } = useSession();
  const router = useRouter();
  return ({ message, toasts, revert, page }) =>
    showUndoNotice({
      message,
      async undo() {
        await revert(api);
        showToast('success', toasts.success);
        // Drop the lists that the router has preloaded, because they are outdated now.
        router.clearCache();
        if (page) await router.navigate({ href: page });
        await router.invalidate({ sync: true });
      },
      formatError: (error) => {
        const reason = error instanceof ApiError && error.problem ? error.message : 'Try again.';
        return `${toasts.failure}. ${reason}`;
      },
    });
}
