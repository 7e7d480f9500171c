import { type CSSProperties, useEffect } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import 'sonner/dist/styles.css';
import { attachToaster } from './toast.ts';
import './toaster.css';

/** How long a toast is visible (ms), and how many toasts are visible at once. Spec: "Messages". */
const TOAST_DURATION = 5_000;
const MAX_VISIBLE_TOASTS = 20;

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

/** How long a toast with a button is visible (ms). */
const ACTION_DURATION = 60_000;

let setMounted: () => void = () => {};
const mounted = new Promise<void>((resolve) => {
  setMounted = resolve;
});

/**
 * Shows a toast with a button, beside an earlier toast that has loaded the toaster. This function is not in `toast.ts`,
 * which every page loads.
 */
export async function showAction(
  message: string,
  action: { label: string; onClick: () => void },
): Promise<void> {
  await mounted;
  toast.info(message, { action, duration: ACTION_DURATION });
}

/** The component that shows toasts. https://sonner.emilkowal.ski/toaster */
export function Toaster() {
  useEffect(() => {
    setMounted();
    return attachToaster(({ kind, message }) => toast[kind](message));
  }, []);
  return (
    <SonnerToaster
      position="top-right"
      offset={OFFSET}
      mobileOffset={OFFSET}
      duration={TOAST_DURATION}
      visibleToasts={MAX_VISIBLE_TOASTS}
      expand
      theme="system"
      closeButton
      style={STYLE}
    />
  );
}
