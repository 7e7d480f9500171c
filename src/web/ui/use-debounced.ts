import { useEffect, useState } from 'react';

/** The pause in typing after which the input takes effect (ms). */
const PAUSE = 250;

/** Debounces a value: returns a new value only when it has not changed for the length of the pause. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
