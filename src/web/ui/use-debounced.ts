import { useEffect, useRef, useState } from 'react';

/** The pause in typing after which the input takes effect (ms). */
const PAUSE = 250;

/** Debounces a value: the value as it was before the latest pause in its changes. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * Debounced input: the text as typed, and its setter. `onInput` is called after a pause in typing. If `value` changes
 * from outside, as on Back, the text follows it and pending input is dropped.
 */
export function useDebouncedInput(value: string, onInput: (text: string) => void) {
  const [text, setText] = useState(value);
  const settled = useDebounced(text);
  const lastValue = useRef(value);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the text is input
  useEffect(() => {
    if (value !== lastValue.current) {
      lastValue.current = value;
      setText(value);
    } else if (text === settled && text !== value) {
      lastValue.current = text;
      onInput(text);
    }
  }, [value, text, settled]);

  return [text, setText] as const;
}
