import { type RefObject, useEffect, useRef, useState } from 'react';
import type { EndpointResponse } from '#shared/contract/endpoints.ts';
import { formatTimeAgo } from '#shared/format/time-span.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Age } from '../age.tsx';

/**
 * A line that says when the employer's site last listed an imported job, and how often the job was posted again. The
 * line is loaded when the visitor scrolls near it and the browser is idle. The cached page does not contain it, because
 * it changes with each run of the source.
 */
export function JobSource({ id }: { id: string }) {
  const api = useApi();
  const place = useRef<HTMLParagraphElement>(null);
  const isWanted = useIdleNear(place);
  const { value } = useAsync(isWanted ? id : undefined, () =>
    api('GET /api/jobs/:id/source', { params: { id } }),
  );
  return (
    <p ref={place} className="text-muted text-small">
      {value && <Text {...value} />}
    </p>
  );
}

function Text({ confirmed, firstseen, reposts }: EndpointResponse<'GET /api/jobs/:id/source'>) {
  // Show nothing for a job that is not read on a schedule: its date is already among the facts.
  if (!confirmed) return null;
  return (
    <>
      Confirmed at the employer’s site{' '}
      <time dateTime={confirmed}>{formatTimeAgo(confirmed, Date.now())}</time>
      {firstseen && (
        <>
          {' · '}First seen <Age iso={firstseen} />
          {reposts > 0 && `, reposted ${timesOf(reposts)}`}
        </>
      )}
    </>
  );
}

function timesOf(reposts: number): string {
  if (reposts === 1) return 'once';
  return reposts === 2 ? 'twice' : `${reposts} times`;
}

/** How long the browser may be busy before the line is loaded nevertheless (ms). */
const PATIENCE = 3_000;

/** Returns whether the element has come near the visible part of the page, and the browser has been idle since. */
function useIdleNear(element: RefObject<HTMLElement | null>): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    let cancel = () => {};
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        cancel = whenIdle(() => setIsIdle(true));
      },
      { rootMargin: '300px' },
    );
    if (element.current) observer.observe(element.current);
    return () => {
      observer.disconnect();
      cancel();
    };
  }, [element]);
  return isIdle;
}

/** Calls a function once the browser is idle. Safari has no idle callbacks. Returns a function that prevents the call. */
function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback, PATIENCE / 10);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: PATIENCE });
  return () => cancelIdleCallback(handle);
}
