import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '#web/ui/button.tsx';

type Notice = {
  text: string;
  actions: { label: string; onClick: () => unknown }[];
};

let close: (() => void) | undefined;

/** Removes the notice. */
export function closeNotice(): void {
  close?.();
}

/**
 * Shows one line with a question at the bottom of the window, over the page, so that nothing moves. It replaces an earlier
 * one and stays until it is answered. It is a separate React root, so that pages without it need none of its code.
 */
export function showNotice(notice: Notice): void {
  closeNotice();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  close = () => {
    close = undefined;
    const hadFocus = place.contains(document.activeElement);
    root.unmount();
    place.remove();
    if (hadFocus) document.querySelector('main')?.focus();
  };
  root.render(<NoticeLine {...notice} />);
}

function NoticeLine({ text, actions }: Notice) {
  // A screen reader announces a status only if the text appears later than its element.
  const [shown, setShown] = useState('');
  useEffect(() => setShown(text), [text]);
  return (
    <section className="mark-notice" aria-label="Question">
      <p role="status">{shown}</p>
      {actions.map(({ label, onClick }) => (
        <Button
          key={label}
          variant="text"
          onClick={() => {
            closeNotice();
            onClick();
          }}
        >
          {label}
        </Button>
      ))}
    </section>
  );
}
