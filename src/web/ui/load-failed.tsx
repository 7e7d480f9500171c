import { useId } from 'react';
import { Button } from './button.tsx';

type Props = {
  /** What could not be loaded, as a sentence. */
  message: string;
  retry: () => void;
  className?: string;
};

/**
 * Replaces content that could not be loaded. Only the button is visible (Spec: "Messages"). Screen readers announce the
 * message, and read it with the button, because a screen may have several.
 */
export function LoadFailed({ message, retry, className = '' }: Props) {
  const messageId = useId();
  return (
    <div role="alert" className={className}>
      <span id={messageId} className="sr-only">
        {message}
      </span>
      <Button aria-describedby={messageId} onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
