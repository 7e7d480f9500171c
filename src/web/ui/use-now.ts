import { useEffect, useState } from 'react';

/** How often the time is read (ms). Relative times are in minutes. */
const INTERVAL = 20_000;

/** Returns the current time (ms since the epoch), and renders again as it passes. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), INTERVAL);
    return () => clearInterval(timer);
  }, []);
  return now;
}
