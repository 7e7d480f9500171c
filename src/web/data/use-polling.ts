import { useEffect, useRef, useState } from 'react';

/** The time between two polls (ms). */
const INTERVAL = 1_000;

/**
 * Calls `poll` again and again while there is a key and the page is visible; in a hidden page, as soon as it is visible
 * again. Polls do not overlap. A failed poll is logged and repeated, because the server may only be restarting.
 * @param interval the time between two polls (ms)
 * @returns whether the latest poll has failed
 */
export function usePolling(
  key: string | undefined,
  poll: () => Promise<void>,
  interval = INTERVAL,
): boolean {
  const [hasFailed, setHasFailed] = useState(false);
  const latest = useRef(poll);
  useEffect(() => {
    latest.current = poll;
  });

  useEffect(() => {
    if (key === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isRunning = false;
    let isEnded = false;

    function schedule(delay: number): void {
      clearTimeout(timer);
      if (isEnded || isRunning || document.visibilityState === 'hidden') return;
      timer = setTimeout(() => void run(), delay);
    }

    async function run(): Promise<void> {
      isRunning = true;
      try {
        await latest.current();
        if (!isEnded) setHasFailed(false);
      } catch (error) {
        // biome-ignore lint/suspicious/noConsole: the browser's console is the log
        console.error(error);
        if (!isEnded) setHasFailed(true);
      }
      isRunning = false;
      schedule(interval);
    }

    const onVisibilityChange = () => schedule(0);
    document.addEventListener('visibilitychange', onVisibilityChange);
    schedule(interval);
    return () => {
      isEnded = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [key, interval]);

  return hasFailed;
}
