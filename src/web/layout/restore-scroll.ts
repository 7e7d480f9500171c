import type { AnyRouter } from '@tanstack/react-router';

/** Input with which a visitor scrolls. */
const SCROLLING = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Where the router stores the positions of a tab when a document is left, by the keys of the history's entries. */
const STORED = 'tsr-scroll-restoration-v1_3';

let stop = () => {};

/**
 * Continues to restore the scroll position of a page while the page grows, and then shows the focused card. The router
 * restores the position once, but content that is loaded in the browser may not be there yet. Ends when the position is
 * reached, when the visitor scrolls, and with the next call.
 * @param key the key of the page's entry in the history
 * @param known the position in CSS pixels; undefined if only the router knows it, because the page was left in an earlier
 *   document
 * @param opened after Back, the path of the link with which the visitor had left the page
 */
export function restoreScroll(
  router: AnyRouter,
  key: string | undefined,
  known: number | undefined,
  opened?: string,
): void {
  stop();
  const position = known ?? storedPosition(key);
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
      showCard(opened);
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

function storedPosition(key = ''): number | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}')[key]?.window?.scrollY;
  } catch {
    // Storage is forbidden. Then the router has no position either.
    return undefined;
  }
}

/**
 * Shows the card of the focused link. It may be out of view, if the visitor has read other jobs of the list since. If the
 * list does not show the last job, or only in a closed part of a card, focuses the link that was opened first.
 */
function showCard(opened: string | undefined): void {
  if (opened && !document.activeElement?.closest('main a')) {
    const link = document.querySelector(`main a[href="${opened}"]`);
    const card = link?.closest('article')?.querySelector<HTMLElement>('.go-look');
    card?.focus({ preventScroll: true });
  }
  // A link in view stays where the visitor has left it, even if its card has less than its margin around it.
  const { top = 0, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
  if (top < -1 || bottom > innerHeight + 1) {
    document.activeElement?.closest('.job-card')?.scrollIntoView({ block: 'nearest' });
  }
}
