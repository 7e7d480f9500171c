import { ApiError } from '#web/api/api.ts';
import { showToast } from '#web/ui/toast.ts';

/** The server was asked too often, cannot answer just now, or has no room: it says so. */
const TOLD = [429, 503, 507];

/** Where no form stands that could say more: that something failed, and what the server says of it. */
export function tellFailure(failure: string, error: unknown): void {
  showToast('error', failure);
  if (!(error instanceof ApiError) || !error.problem) return;
  if (TOLD.includes(error.status)) showToast('error', error.message);
}
