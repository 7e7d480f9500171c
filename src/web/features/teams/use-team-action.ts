import { useState } from 'react';
import { ApiError } from '#web/api/errors.ts';
import { showToast } from '#web/ui/toast/toast.ts';

/** Errors whose message from the server says what to do. */
const EXPLAINED = [404, 409, 429, 503];

type Action = { act: () => Promise<unknown>; success: string; failure: string };

/**
 * Runs actions, one at a time. A success is a toast. The error of the last action is returned, so that the page shows it
 * until the next action. `run` returns whether the action has succeeded.
 */
export function useTeamAction() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function run({ act, success, failure }: Action): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setError(undefined);
    try {
      await act();
      showToast('success', success);
      return true;
    } catch (problem) {
      const isExplained = problem instanceof ApiError && EXPLAINED.includes(problem.status);
      setError(isExplained ? `${failure}. ${problem.message}` : `${failure}. Try again.`);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, run };
}
