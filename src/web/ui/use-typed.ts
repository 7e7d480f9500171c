import { useEffect, useRef, useState } from 'react';

/** Whoever types is done with a word after such a pause (ms). */
const PAUSE = 250;

/**
 * A text as it is typed, and how it is typed on; it takes effect after a pause. Where the value in effect
 * changes by itself, as by going back, that one is shown.
 */
export function useTyped(value: string, onTyped: (text: string) => void) {
  const [text, setText] = useState(value);
  const inEffect = useRef(value);
  const timer = useRef<number>(undefined);

  useEffect(() => {
    if (value === inEffect.current) return;
    inEffect.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      inEffect.current = typed;
      onTyped(typed);
    }, PAUSE);
  };
  return [text, type] as const;
}
