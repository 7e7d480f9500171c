import { useEffect, useRef, useState } from 'react';

/** The pause in typing after which the input takes effect (ms). */
const DEBOUNCE = 250;

/**
 * Debounced input: the text as typed, and its setter. `onInput` is called after a pause in typing. If `value` changes
 * from outside, as on Back, the text follows it and pending input is dropped.
 */
export function useDebouncedInput(value: string, onInput: (text: string) => void) {
  const [text, setText] = useState(value);
  const lastValue = useRef(value);
  const timer = useRef<number>(undefined);

  useEffect(() => {
    if (value === lastValue.current) return;
    lastValue.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const setInput = (input: string) => {
    setText(input);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      lastValue.current = input;
      onInput(input);
    }, DEBOUNCE);
  };
  return [text, setInput] as const;
}
