import { type SyntheticEvent, useState } from 'react';

/** A text field that a person has used, and the text that it contained when it first got the focus. */
export type UsedField = { field: HTMLInputElement; initial: string };

/**
 * Returns the listeners of a text field, and the field once it is used. Until then, the code for its suggestions is not
 * needed.
 */
export function useUsedField() {
  const [used, setUsed] = useState<UsedField>();
  // The field may have got the focus before hydration. Then, React reports only the input.
  const use = ({ currentTarget: field }: SyntheticEvent<HTMLInputElement>) =>
    setUsed((earlier) => earlier ?? { field, initial: field.value });
  return [{ onFocus: use, onInput: use }, used] as const;
}
