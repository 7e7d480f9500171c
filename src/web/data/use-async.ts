import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '#web/api/errors.ts';

export type AsyncResult<Value> =
  | { status: 'loading' }
  /** The API answered 404 or 410. */
  | { status: 'missing' }
  | { status: 'failed'; retry: () => void }
  | { status: 'loaded'; value: Value };

/** Loads data in the browser. `load` and `onFailure` must be stable between renders. */
export function useAsync<Value>(
  load: () => Promise<Value>,
  onFailure?: () => void,
): AsyncResult<Value> {
  const [result, setResult] = useState<AsyncResult<Value>>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    let isCurrent = true;
    setResult({ status: 'loading' });
    load().then(
      (value) => isCurrent && setResult({ status: 'loaded', value }),
      (error: unknown) => {
        if (!isCurrent) return;
        if (error instanceof ApiError && [404, 410].includes(error.status)) {
          setResult({ status: 'missing' });
          return;
        }
        setResult({ status: 'failed', retry });
        onFailure?.();
        // Spec: "Messages": a failed fetch is logged.
        // biome-ignore lint/suspicious/noConsole: the browser's console is the log
        console.error(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [load, onFailure, attempt, retry]);

  return result;
}
