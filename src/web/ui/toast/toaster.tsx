import type { CSSProperties } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import 'sonner/dist/styles.css';
import './toaster.css';

/** How long a toast is visible (ms), and how many toasts are visible at once. Spec: "Messages". */
const TOAST_DURATION = 5_000;
const MAX_VISIBLE_TOASTS = 20;

/** How long a toast with a button is visible (ms). */
const ACTION_DURATION = 60_000;

/** The theme, as custom properties that Sonner's styles use. */
const STYLE: CSSProperties & Record<`--${string}`, string> = {
  fontFamily: 'inherit',
  '--normal-bg': 'var(--color-raised)',
  '--normal-border': 'var(--color-line)',
  '--normal-text': 'var(--color-ink)',
  '--border-radius': '4px',
};

/**
 * Toasts are below the navigation bar, so that they do not cover its "Log in" button, and below a notice that offers to
 * undo an action.
 */
const OFFSET = { top: 'max(5rem, var(--notice-end, 0px))' };

export const show = (kind: 'success' | 'error', message: string) => toast[kind](message);

export const showAction = (message: string, action: { label: string; onClick: () => void }) =>
  toast.info(message, { action, duration: ACTION_DURATION });

/**
 * An element for the toaster. Tab moves through the toasts, and leaves them, in the order of the page: Sonner would send
 * the focus back to the element before them, so that nobody could leave the end of the page while a toast is visible. A
 * button in a toast returns the focus to that element.
 * https://www.w3.org/WAI/WCAG22/Understanding/no-keyboard-trap.html
 */
function createHost(): HTMLElement {
  const host = document.body.appendChild(document.createElement('div'));
  let previous: EventTarget | null = null;
  // Listeners in the capture phase run before those of Sonner.
  host.addEventListener(
    'focusin',
    (event) => {
      event.stopPropagation();
      const from = event.relatedTarget;
      if (!(from instanceof Node && host.contains(from))) previous = from;
    },
    { capture: true },
  );
  host.addEventListener(
    'click',
    ({ target }) => {
      const isButton = target instanceof Element && target.closest('button');
      if (isButton && previous instanceof HTMLElement) previous.focus({ preventScroll: true });
    },
    { capture: true },
  );
  return host.appendChild(document.createElement('div'));
}

// The toaster has a root of its own, so that pages without toasts need none of its code. Sonner drops toasts that are
// shown before the toaster is mounted, so it is mounted at once. https://sonner.emilkowal.ski/toaster
flushSync(() =>
  createRoot(createHost()).render(
    <Toaster
      position="top-right"
      offset={OFFSET}
      mobileOffset={OFFSET}
      duration={TOAST_DURATION}
      visibleToasts={MAX_VISIBLE_TOASTS}
      expand
      theme="system"
      closeButton
      style={STYLE}
    />,
  ),
);
