import { type ChangeEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useDebounced } from './use-debounced.ts';

/**
 * A text field whose text is a value in the URL. Returns the text, and the props of the field.
 *
 * The field is uncontrolled: it owns its text from the moment it is in the document. React therefore cannot replace
 * letters that are typed before hydration, or while a slow device renders. `onInput` gets the text after a pause in
 * typing, and moves it to the URL. If `value` changes for a different reason, such as Back or a suggestion, the field
 * shows the new value, and text that is not in the URL yet is dropped.
 * https://react.dev/reference/react-dom/components/input#reading-the-input-values-when-submitting-a-form
 */
export function useUrlText(value: string, onInput: (text: string) => void) {
  const field = useRef<HTMLInputElement>(null);
  const [defaultValue] = useState(value);
  const [text, setText] = useState(value);
  const settled = useDebounced(text);
  /** The text that is in the URL or on its way there. */
  const known = useRef(value);

  // Text that was typed before hydration is input.
  useLayoutEffect(() => setText(field.current?.value ?? ''), []);

  useLayoutEffect(() => {
    if (value === known.current || !field.current) return;
    known.current = value;
    field.current.value = value;
    setText(value);
  }, [value]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the text is input
  useEffect(() => {
    if (text !== settled || text === known.current) return;
    known.current = text;
    onInput(text);
  }, [text, settled]);

  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => setText(target.value);
  return [text, { ref: field, defaultValue, onChange }] as const;
}
