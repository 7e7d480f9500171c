import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Moves the focus to an element after the focused one has disappeared, such as the button of a removed row. Waits for
 * the next rendering, because a closing dialog first returns the focus to the button that opened it.
 * @returns the element's ref, and the function that requests the focus
 */
export function useFocusRequest<Element extends HTMLElement>(): [
  RefObject<Element | null>,
  () => void,
] {
  const element = useRef<Element>(null);
  const [requests, setRequests] = useState(0);

  useEffect(() => {
    if (requests > 0) element.current?.focus();
  }, [requests]);

  return [element, () => setRequests((count) => count + 1)];
}
