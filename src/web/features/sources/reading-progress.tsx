import { useEffect, useState } from 'react';
import { formatProgress } from './describe-source.ts';

/** How often a screen reader announces the progress (ms). Announcing it each second would be too much. */
const ANNOUNCEMENT_INTERVAL = 10_000;

type Props = {
  /** The entries that were read so far; undefined while the source waits for its turn. */
  listed: number | undefined;
  /** Whether the latest request for the progress failed. */
  hasFailed: boolean;
};

/** The progress of a list that is being read. The element that replaces it announces the end. */
export function ReadingProgress({ listed, hasFailed }: Props) {
  const text = hasFailed ? 'The connection is lost. Trying again…' : progressOf(listed);
  const announced = useThrottled(text, ANNOUNCEMENT_INTERVAL);
  return (
    <div className="flex min-h-11 items-center gap-3">
      <span
        aria-hidden="true"
        className="size-3 flex-none rounded-sm bg-brand motion-safe:animate-pulse"
      />
      <p aria-hidden="true" className="tabular-nums">
        {text}
      </p>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  );
}

const progressOf = (listed: number | undefined) =>
  listed === undefined ? 'Waiting for its turn…' : formatProgress(listed);

/** Returns the latest text, but changes at most once per interval (ms). */
function useThrottled(text: string, interval: number): string {
  const [shown, setShown] = useState({ text: '', at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    const show = () => setShown({ text, at: performance.now() });
    const timer = setTimeout(show, Math.max(0, shown.at + interval - performance.now()));
    return () => clearTimeout(timer);
  }, [text, interval, shown.at]);
  return shown.text;
}
