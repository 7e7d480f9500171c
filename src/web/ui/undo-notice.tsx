import { useEffect, useId, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { focusHeading } from './focus-heading.ts';

/** How long an undo is offered (ms). The time stops while the pointer or the focus is on the notice. */
const DURATION = 10_000;

export type UndoOffer = {
  /** What was done, such as "Deleted “Weaver”.". */
  message: string;
  /** Undoes the action. If it rejects, the notice shows the reason and offers the undo again. */
  undo: () => Promise<void>;
  /** Formats the error of a failed undo. */
  formatError: (error: unknown) => string;
};

let dismiss: (() => void) | undefined;

/**
 * Shows a notice with an "Undo" button at the top of the page, in place of an earlier notice. The notice stays during
 * navigation. It is a separate React root, so that only the chunks of admins contain its code.
 */
export function showUndoNotice(offer: UndoOffer): void {
  dismiss?.();
  const main = document.querySelector('main');
  if (!main) return;
  const place = document.createElement('div');
  place.className = 'sticky top-0 z-20';
  main.prepend(place);
  const root = createRoot(place);
  dismiss = () => {
    dismiss = undefined;
    const hadFocus = place.contains(document.activeElement);
    root.unmount();
    place.remove();
    document.documentElement.style.removeProperty('--notice-end');
    if (hadFocus) focusHeading();
  };
  root.render(<UndoNotice {...offer} onEnd={dismiss} />);
}

function UndoNotice({ message, undo, formatError, onEnd }: UndoOffer & { onEnd: () => void }) {
  const messageId = useId();
  const element = useRef<HTMLDivElement>(null);
  const remaining = useRef(DURATION);
  // A screen reader announces a status only if the text appears later than its element.
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isPaused = busy || isHovered || isFocused;

  useEffect(() => setText(message), [message]);

  // Toasts begin below the notice, so that they do not cover its button. Scrolling the page moves the notice.
  useEffect(() => {
    const measure = () => {
      const end = element.current?.getBoundingClientRect().bottom ?? 0;
      document.documentElement.style.setProperty('--notice-end', `${Math.max(0, end)}px`);
    };
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    return () => window.removeEventListener('scroll', measure);
  });

  useEffect(() => {
    if (isPaused) return;
    const start = performance.now();
    const timer = setTimeout(onEnd, remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= performance.now() - start;
    };
  }, [isPaused, onEnd]);

  async function onUndo(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await undo();
      onEnd();
    } catch (error) {
      remaining.current = DURATION;
      setText(formatError(error));
      setBusy(false);
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer and the focus only stop the time
    <div
      ref={element}
      className="page-width py-3"
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <Alert className="grid-cols-[minmax(0,1fr)_auto] items-center rounded-sm py-3! shadow-md">
        <p id={messageId} role="status" className="min-h-lh wrap-anywhere">
          {text}
        </p>
        <Button
          variant="secondary"
          aria-describedby={messageId}
          aria-busy={busy}
          onClick={() => void onUndo()}
        >
          Undo
        </Button>
      </Alert>
    </div>
  );
}
