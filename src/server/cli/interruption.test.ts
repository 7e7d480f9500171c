import { afterEach, expect, test, vi } from 'vitest';
import { interruption } from './interruption.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const before = SIGNALS.map((name) => [name, process.listeners(name)] as const);
const beforeErrors = process.stderr.listeners('error');

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const [name, listeners] of before) {
    for (const listener of process.listeners(name)) {
      if (!listeners.includes(listener)) process.off(name, listener);
    }
  }
  for (const listener of process.stderr.listeners('error')) {
    if (!beforeErrors.includes(listener)) process.stderr.off('error', listener as () => void);
  }
});

test.each(SIGNALS)(
  'the signal %s interrupts the command once and allows it ten seconds for cleanup',
  (name) => {
    vi.useFakeTimers();
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const signal = interruption();
    expect(signal.aborted).toBe(false);
    process.emit(name, name);
    expect(signal.aborted).toBe(true);
    // npm and the terminal may both send the signal. Without a listener, the second signal would end the process.
    expect(process.emit(name, name)).toBe(true);
    vi.advanceTimersByTime(9_999);
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(exit.mock.calls).toEqual([[1]]);
  },
);
