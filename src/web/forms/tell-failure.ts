import { ApiError } from '#web/api/api.ts';
import { showToast } from '#web/ui/toast.ts';

/** The server cannot answer just now, or was asked too often: it says when to try again. */
const LATER = [429, 503];

/** Where no form stands that could say more: that something failed, and when to try again. */
export function tellFailure(failure: string, error: unknown): void {
  showToast('error', failure);
  if (!(error instanceof ApiError) || !error.problem) return;
  if (LATER.includes(error.status)) showToast('error', error.message);
}
