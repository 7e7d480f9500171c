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

// The toaster has a root of its own, so that pages without toasts need none of its code. Sonner drops toasts that are
// shown before the toaster is mounted, so it is mounted at once. https://sonner.emilkowal.ski/toaster
flushSync(() =>
  createRoot(document.body.appendChild(document.createElement('div'))).render(
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
