import { afterAll, vi } from 'vitest';

/** The next file may run in the same process. */
afterAll(() => {
  vi.useRealTimers();
});
