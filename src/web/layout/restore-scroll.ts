import type { AnyRouter } from '@tanstack/react-router';

/** Input with which a visitor scrolls. */
const SCROLLING = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

let stop = () => {};

/**
 * Continues to restore the scroll position of a page while the page grows, and then shows the focused link. The router
 * restores the position once, but content that is loaded in the browser may not be there yet. Ends when the position is
 * reached, when the visitor scrolls, and with the next call.
 * @param key the key of the page's entry in the history
 * @param position in CSS pixels; undefined if only the router knows it, because the page was left in an earlier visit
 */
export function restoreScroll(
  router: AnyRouter,
  key: string | undefined,
  position: number | undefined,
): void {
  stop();
  const listening = new AbortController();
  const observer = new ResizeObserver(() => {
    const { location, resolvedLocation } = router.state;
    if (location.state.__TSR_key !== key) return stop();
    // Until the page is shown, the page that is being left must not move.
    if (resolvedLocation?.state.__TSR_key !== key) return;
    if (position !== undefined && Math.abs(window.scrollY - position) > 1)
      window.scrollTo(0, position);
    // A page may be too long while its parts load, and then shrink above the position.
    else if (isLongEnough() && !document.querySelector('.spinner')) {
      stop();
      showFocusedLink();
    }
  });
  const isLongEnough = () =>
    document.documentElement.scrollHeight - window.innerHeight > (position ?? 0);
  stop = () => {
    observer.disconnect();
    listening.abort();
  };
  for (const type of SCROLLING)
    addEventListener(type, stop, { signal: listening.signal, passive: true });
  observer.observe(document.body);
}

/** The focused link may be out of view: that of the last job which the visitor has read, after others of the list. */
function showFocusedLink(): void {
  const link = document.activeElement?.closest('main a');
  (link?.closest('article') ?? link)?.scrollIntoView({ block: 'nearest' });
}
