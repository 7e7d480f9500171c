import { afterAll, vi } from 'vitest';

/** Restores the clock, because the next test file may run in the same process. */
afterAll(() => {
  vi.useRealTimers();
});
