import { useEffect, useState } from 'react';
import { ApiError } from '#web/api/errors.ts';

export type AsyncResult<Value> = {
  /** Loads the data again. */
  retry: () => void;
} & (
  | { status: 'loaded'; value: Value }
  | {
      /** `idle`: there is nothing to load. `missing`: the API answered 404 or 410. */
      status: 'idle' | 'loading' | 'missing' | 'failed';
      /** The data of the last successful load, which may belong to another key. */
      value: Value | undefined;
    }
);

/**
 * Loads data in the browser, and again when `key` changes. Loads nothing without a key. Ignores the response for an
 * earlier key. Logs failures (Spec: "Messages").
 */
export function useAsync<Value>(
  key: string | undefined,
  load: () => Promise<Value>,
  onFailure?: () => void,
): AsyncResult<Value> {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<{
    id: string;
    status: 'loaded' | 'missing' | 'failed';
    value: Value | undefined;
  }>();
  const id = key === undefined ? undefined : `${attempt} ${key}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what `load` loads
  useEffect(() => {
    if (id === undefined) {
      // The same key may be loaded again later, because its data may have changed or its failure may be over.
      setSettled((previous) => previous && { ...previous, id: '' });
      return;
    }
    if (settled?.id === id) return;
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setSettled({ id, status: 'loaded', value }),
      (error: unknown) => {
        if (!isCurrent) return;
        const isMissing = error instanceof ApiError && [404, 410].includes(error.status);
        const status = isMissing ? 'missing' : 'failed';
        setSettled((previous) => ({ id, status, value: previous?.value }));
        if (isMissing) return;
        onFailure?.();
        // biome-ignore lint/suspicious/noConsole: the browser's console is the log
        console.error(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);

  const retry = () => setAttempt((previous) => previous + 1);
  const { value } = settled ?? {};
  if (id === undefined) return { status: 'idle', value, retry };
  if (settled?.id !== id) return { status: 'loading', value, retry };
  return { status: settled.status, value, retry } as AsyncResult<Value>;
}
