import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { formatMoment } from '#shared/format/moment.ts';
import type { AsyncResult } from '#web/data/use-async.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ArrowLink } from '#web/ui/arrow-link.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** What an item knows of the list. */
export type Place = {
  /** The URL of the list. */
  list: string;
  /** Since when the item waits, and its position, such as "3 of 9"; undefined if it is not in the list. */
  since: string | undefined;
  position: string | undefined;
  previous: string | undefined;
  next: string | undefined;
  /** What ended the item, such as "Boss approved this job."; empty while it waits. */
  ended: string;
  /** The version of the item in the list; undefined if it is not in the list, null if it has none. */
  version: number | null | undefined;
  /** Opens another item. */
  onOpen: (href: string) => void;
  /** Called after a decision: the next item follows. */
  onDone: () => void;
};

export type ItemProps = { id: string; place: Place };

type Props<Value> = {
  place: Place;
  /** What is to be decided, in two or three words, such as "New company". */
  label: string;
  /** The item; undefined if it does not exist any more. */
  result: AsyncResult<Value | undefined>;
  titleOf: (value: Value) => ReactNode;
  versionOf: (value: Value) => number | null;
  /** Renders the item. `mayDecide`: nobody has decided it since. */
  children: (value: Value, mayDecide: boolean) => ReactNode;
};

/**
 * An item of the inbox beside the list: its title, which gets the focus, its place in the list, and what has happened to
 * it since it was opened. An item that someone else decides stays on the screen.
 */
export function ItemFrame<Value>({ place, label, result, ...of }: Props<Value>) {
  const { status, value, retry } = result;
  const { ended, since, position, previous, next, version } = place;
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = status === 'loaded' || status === 'missing';
  useEffect(() => {
    if (isShown) heading.current?.focus();
  }, [isShown]);

  /** Opens the previous or the next item. In a field, the arrow keys move the cursor. */
  function followArrow(event: KeyboardEvent<HTMLElement>): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    const href = key === 'ArrowLeft' ? previous : key === 'ArrowRight' ? next : undefined;
    const isField = target instanceof Element && target.closest('input, textarea, select, dialog');
    // A text that is being written stays.
    const isWriting = Array.from(event.currentTarget.querySelectorAll('textarea')).some(
      ({ value: text }) => text !== '',
    );
    if (!href || isField || isWriting || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    place.onOpen(href);
  }

  const isChanged =
    value !== undefined &&
    typeof version === 'number' &&
    version > (of.versionOf(value) ?? version);
  return (
    <article aria-label="Open item" className="min-w-0" onKeyDown={followArrow}>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <span className="lg:hidden">
          <ArrowLink back href={place.list}>
            Inbox
          </ArrowLink>
        </span>
        <p className="text-muted text-small">
          {position}
          {since && ` · waits since ${formatMoment(since)}`}
        </p>
        <p className="flex gap-x-6 text-small">
          <Neighbor href={previous} keys="ArrowLeft">
            Previous
          </Neighbor>
          <Neighbor href={next} keys="ArrowRight">
            Next
          </Neighbor>
        </p>
      </div>
      {status === 'loading' && value === undefined && <Spinner />}
      {status === 'failed' && <LoadFailed message="The item could not be loaded." retry={retry} />}
      {(isShown || value !== undefined) && (
        <>
          <p className="text-muted text-small">{label}</p>
          <h2
            ref={heading}
            tabIndex={-1}
            dir="auto"
            className="mb-4 text-2xl font-semibold tracking-tight wrap-anywhere"
          >
            {value === undefined ? 'This no longer waits' : of.titleOf(value)}
          </h2>
        </>
      )}
      <div role="status">
        {isShown && (ended || value === undefined) && (
          <Alert className="mb-6">
            <p>{ended || 'Someone has decided it, or it was withdrawn.'}</p>
            {next ? (
              <ButtonLink variant="secondary" href={next}>
                Next item
              </ButtonLink>
            ) : (
              <ButtonLink variant="secondary" href={place.list}>
                Inbox
              </ButtonLink>
            )}
          </Alert>
        )}
        {isShown && !ended && isChanged && (
          <Alert className="mb-6">
            <p>This has changed since you opened it.</p>
            <Button variant="secondary" onClick={retry}>
              Show the new version
            </Button>
          </Alert>
        )}
      </div>
      {value !== undefined && status !== 'failed' && (
        <div className="grid gap-6 wrap-anywhere">{of.children(value, !ended && !isChanged)}</div>
      )}
    </article>
  );
}

type NeighborProps = { href: string | undefined; keys: string; children: string };

function Neighbor({ href, keys, children }: NeighborProps) {
  if (!href) return null;
  return (
    <PageLink
      href={href}
      replace
      resetScroll={false}
      aria-keyshortcuts={keys}
      className="link inline-flex min-h-11 min-w-11 items-center justify-center"
    >
      {children}
    </PageLink>
  );
}
