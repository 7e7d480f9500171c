import { useState } from 'react';
import { ApiError } from '#web/api/errors.ts';
import { showToast } from '#web/ui/toast/toast.ts';

/** Errors whose message from the server says what to do. */
const EXPLAINED = [404, 409, 412, 429, 503];

type Action = {
  act: () => Promise<unknown>;
  /** The toast after a success; undefined if the page shows it. */
  success?: string;
  failure: string;
  /** The subject of the server's message about invalid input, such as "The code". */
  subject?: string | undefined;
  /** The message if the server refuses the input as invalid. */
  invalid?: string | undefined;
};

function explain(problem: unknown, { failure, subject, invalid }: Omit<Action, 'act' | 'success'>) {
  const [issue] = (problem instanceof ApiError && problem.problem?.errors) || [];
  if (issue && invalid) return invalid;
  if (issue && subject) return `${subject} ${issue.message}.`;
  const isExplained = problem instanceof ApiError && EXPLAINED.includes(problem.status);
  return isExplained ? `${failure}. ${problem.message}` : `${failure}. Try again.`;
}

/**
 * Runs actions, one at a time. A success is a toast. The error of the last action is returned, so that the page shows it
 * until the next action. `run` returns whether the action has succeeded.
 */
export function useInlineAction() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function run({ act, success, ...texts }: Action): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setError(undefined);
    try {
      await act();
      if (success) showToast('success', success);
      return true;
    } catch (problem) {
      setError(explain(problem, texts));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, setError, run };
}
