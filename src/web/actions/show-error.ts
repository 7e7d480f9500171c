import { ApiError } from '#web/api/errors.ts';
import { showToast } from '#web/ui/toast/toast.ts';

/** Statuses of a rate limit, an overload and a full disk. For these, the server's message explains what to do. */
const EXPLAINED = [429, 503, 507];

/** Shows a failure outside of forms as toasts: the general message, and also the server's message if it helps. */
export function showError(failure: string, error: unknown): void {
  showToast('error', failure);
  if (!(error instanceof ApiError) || !error.problem) return;
  if (EXPLAINED.includes(error.status)) showToast('error', error.message);
}
