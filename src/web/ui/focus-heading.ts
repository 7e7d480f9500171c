/**
 * Moves the focus to the page's heading: a screen reader says where one is, and the next Tab goes on from there.
 */
export function focusHeading(): void {
  const main = document.querySelector('main');
  const heading = main?.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? main)?.focus({ preventScroll: true });
}
