import { useEffect, useRef, useState } from 'react';

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

/**
 * Debounced input: returns the typed text and its setter, and calls `onInput` after a pause in typing. If `value`
 * changes for a different reason, such as Back, the text also changes and pending input is dropped. `initial` is the
 * initial text; a text other than `value` is input.
 */
export function useDebouncedInput(value: string, onInput: (text: string) => void, initial = value) {
  const [text, setText] = useState(initial);
  const settled = useDebounced(text);
  const lastValue = useRef(value);
  // The texts that are not in `value` yet. On a slow device, `value` changes so late that the person has typed on.
  const pending = useRef<string[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the text is input
  useEffect(() => {
    if (value !== lastValue.current) {
      lastValue.current = value;
      const own = pending.current.lastIndexOf(value);
      pending.current = own < 0 ? [] : pending.current.slice(own + 1);
      if (own < 0) {
        setText(value);
        return;
      }
    }
    if (text === settled && text !== (pending.current.at(-1) ?? value)) {
      pending.current.push(text);
      onInput(text);
    }
  }, [value, text, settled]);

  return [text, setText] as const;
}
