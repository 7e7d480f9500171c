import type { MouseEvent } from 'react';

/**
 * Moves the focus to the heading of the page. A screen reader then announces the page, and Tab continues from there.
 * @param preferred an element that gets the focus instead, if there is one
 */
export function focusHeading(preferred?: HTMLElement | false | null): void {
  const main = document.querySelector('main');
  const heading = main?.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  (preferred || heading || main)?.focus({ preventScroll: true });
}

/** Moves the focus to the form around a link that disappears when it is clicked. */
export function keepFocus({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
}
