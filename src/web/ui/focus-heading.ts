/**
 * Moves the focus to the heading of the page. A screen reader then announces the page, and Tab continues from there.
 */
export function focusHeading(): void {
  const main = document.querySelector('main');
  const heading = main?.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? main)?.focus({ preventScroll: true });
}
