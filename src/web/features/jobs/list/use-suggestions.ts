import { useEffect, useState } from 'react';

/** The pause in typing after which suggestions are fetched (ms). */
const PAUSE = 150;

/**
 * The suggestions for the latest text. Until they arrive, the suggestions for the previous text. `none` are those for an
 * empty text; it must be constant.
 */
export function useSuggestions<Found>(
  text: string,
  none: Found,
  load: (text: string) => Promise<Found>,
): Found {
  const [found, setFound] = useState(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says what `load` loads
  useEffect(() => {
    if (text === '') {
      setFound(none);
      return;
    }
    let isLatest = true;
    const show = (suggestions: Found) => isLatest && setFound(suggestions);
    const timer = setTimeout(() => {
      // After a failure, show no suggestions. The search itself reports what is wrong.
      load(text).then(show, () => show(none));
    }, PAUSE);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [text]);
  return found;
}
