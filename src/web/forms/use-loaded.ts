import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '#web/api/api.ts';

export type Loaded<Value> =
  | { status: 'loading' }
  /** There is no such thing, or none any more. */
  | { status: 'missing' }
  | { status: 'failed'; retry: () => void }
  | { status: 'loaded'; value: Value };

/**
 * What a form begins with, read afresh in the browser. `load` and `onFailure` must stay the same from
 * one rendering to the next.
 */
export function useLoaded<Value>(
  load: () => Promise<Value>,
  onFailure?: () => void,
): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt loads again
  useEffect(() => {
    let current = true;
    setLoaded({ status: 'loading' });
    load().then(
      (value) => current && setLoaded({ status: 'loaded', value }),
      (error: unknown) => {
        if (!current) return;
        if (error instanceof ApiError && [404, 410].includes(error.status)) {
          setLoaded({ status: 'missing' });
          return;
        }
        setLoaded({ status: 'failed', retry });
        onFailure?.();
        // Spec: "Messages": a fetch that failed is logged.
        // biome-ignore lint/suspicious/noConsole: the browser's console is the log
        console.error(error);
      },
    );
    return () => {
      current = false;
    };
  }, [load, onFailure, attempt, retry]);

  return loaded;
}
