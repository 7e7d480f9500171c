import { Button } from './button.tsx';

type Props = {
  /** What could not be loaded, as a sentence. */
  message: string;
  retry: () => void;
  className?: string;
};

/** Replaces content that could not be loaded. Screen readers announce the message. */
export function LoadFailed({ message, retry, className = '' }: Props) {
  return (
    <div role="alert" className={`grid justify-items-start gap-4 ${className}`}>
      <p>{message}</p>
      <Button onClick={retry}>Try again</Button>
    </div>
  );
}
