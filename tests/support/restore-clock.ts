import { afterAll, vi } from 'vitest';

/** Restore the clock, because the next test file may run in the same process. */
afterAll(() => {
  vi.useRealTimers();
});
