import type { AnyRouter } from '@tanstack/react-router';

/** Input with which a visitor scrolls. */
const SCROLLING = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

let stop = () => {};

/**
 * Continues to restore the scroll position of a page while the page grows. The router restores it once, but content that
 * is loaded in the browser may not be there yet. Ends when the position is reached, when the visitor scrolls, and with the
 * next call.
 * @param key the key of the page's entry in the history
 * @param position in CSS pixels
 */
export function restoreScroll(router: AnyRouter, key: string | undefined, position: number): void {
  stop();
  const listening = new AbortController();
  const observer = new ResizeObserver(() => {
    const { location, resolvedLocation } = router.state;
    if (location.state.__TSR_key !== key) return stop();
    // Until the page is shown, the page that is being left must not move.
    if (resolvedLocation?.state.__TSR_key !== key) return;
    if (Math.abs(window.scrollY - position) > 1) window.scrollTo(0, position);
    // A page may be too long while its parts load, and then shrink above the position.
    else if (isLongEnough() && !document.querySelector('.spinner')) stop();
  });
  const isLongEnough = () => document.documentElement.scrollHeight - window.innerHeight > position;
  stop = () => {
    observer.disconnect();
    listening.abort();
  };
  for (const type of SCROLLING)
    addEventListener(type, stop, { signal: listening.signal, passive: true });
  observer.observe(document.body);
}
