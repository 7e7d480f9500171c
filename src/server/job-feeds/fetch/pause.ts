import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits for a time (ms).
 * @throws the reason of `signal` once `signal` is aborted
 */
export async function pause(delay: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(delay, undefined, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
