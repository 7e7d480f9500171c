import { type CSSProperties, useEffect } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import 'sonner/dist/styles.css';
import { TOAST_DURATION, TOASTS_AT_ONCE } from '#shared/constants/limits.ts';
import { takeToasts } from './toast.ts';

/** The board's own colours and type, by the variables that Sonner's styles are written with. */
const LOOK: CSSProperties & Record<`--${string}`, string> = {
  fontFamily: 'inherit',
  '--normal-bg': 'var(--color-raised)',
  '--normal-border': 'var(--color-line)',
  '--normal-text': 'var(--color-ink)',
  '--border-radius': '4px',
};

/** Below the bar: what a toast tells of is often to be tried again there. */
const OFFSET = { top: '5rem' };

/** https://sonner.emilkowal.ski/toaster */
export function Toaster() {
  useEffect(() => takeToasts(({ kind, message }) => toast[kind](message)), []);
  return (
    <SonnerToaster
      position="top-right"
      offset={OFFSET}
      mobileOffset={OFFSET}
      duration={TOAST_DURATION}
      visibleToasts={TOASTS_AT_ONCE}
      expand
      theme="system"
      closeButton
      style={LOOK}
    />
  );
}
