import { ApiError } from '#web/api/errors.ts';
import { showToast } from '#web/ui/toast/toast.ts';

/** Rate limit, overload, full disk: the server's message explains what to do. */
const EXPLAINED = [429, 503, 507];

/** Shows a failure as toasts, outside of forms: the general message, and the server's if it helps. */
export function showError(failure: string, error: unknown): void {
  showToast('error', failure);
  if (!(error instanceof ApiError) || !error.problem) return;
  if (EXPLAINED.includes(error.status)) showToast('error', error.message);
}
