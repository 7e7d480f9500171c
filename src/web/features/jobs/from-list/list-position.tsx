import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { formatCompactCount } from '#shared/format/count.ts';
import { formatNumber } from '#shared/format/number.ts';
import { pages } from '#shared/urls/paths.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { type FoundJob, findInList, type Neighbor } from './find-in-list.ts';

type Props = {
  /** The id of the job on the page. */
  id: string;
  /** The URL path of the page of the list from which the job was opened. */
  listPage: string;
  /** Whether to show the next job, at the end of the description, instead of the position. */
  isAtEnd?: boolean;
};

/**
 * The position of a job in its list, with links to the previous and the next job, which the arrow keys follow. The links
 * replace the entry of the history, so that Back leads to the list.
 */
export function ListPosition({ id, listPage, isAtEnd = false }: Props) {
  const api = useApi();
  const { status, value } = useAsync(`${id} ${listPage}`, () => findInList(api, id, listPage));
  // Until a job is found in its list, the position and the neighbors are those of the job before it.
  const isBusy = status === 'loading';
  if (status === 'failed' || !value) return null;
  if (isAtEnd) return !isBusy && <NextJob {...value} />;
  return <Position isBusy={isBusy} {...value} />;
}

function Position({ isBusy, position, total, previous, next }: FoundJob & { isBusy: boolean }) {
  const nav = useRef<HTMLElement>(null);
  const router = useRouter();
  useEffect(() => {
    if (next) void router.preloadRoute({ to: pages.job(next.id) });
  }, [router, next]);
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (altKey || ctrlKey || metaKey || shiftKey || usesArrows(event)) return;
      const link = `[aria-busy="false"] > [aria-keyshortcuts="${key}"]`;
      nav.current?.parentElement?.querySelector<HTMLElement>(link)?.click();
    };
    addEventListener('keydown', follow);
    return () => removeEventListener('keydown', follow);
  }, []);
  return (
    <nav ref={nav} aria-label="Jobs in the list" aria-busy={isBusy} className="list-position">
      {previous && (
        <NeighborLink {...previous} className="arrow-before" keys="ArrowLeft">
          Previous job
        </NeighborLink>
      )}
      <span>
        {formatNumber(position)}
        {total !== undefined && position <= total && ` of ${formatCompactCount(total)}`}
      </span>
      {next && (
        <NeighborLink {...next} className="arrow-after" keys="ArrowRight">
          Next job
        </NeighborLink>
      )}
    </nav>
  );
}

function NextJob({ total, next }: FoundJob) {
  if (!next) return null;
  const { id, title, company, position, listPage } = next;
  return (
    <nav aria-label="Next job">
      <PageLink href={pages.job(id)} replace state={{ listPage }} className="next-job">
        <span className="text-muted">
          Next
          {total !== undefined &&
            position <= total &&
            `: ${formatNumber(position)} of ${formatCompactCount(total)}`}
        </span>
        <span>
          <strong>
            <bdi>{title}</bdi>
          </strong>
          {' · '}
          <bdi>{company}</bdi>
        </span>
      </PageLink>
    </nav>
  );
}

type NeighborLinkProps = Neighbor & { className: string; keys: string; children: string };

/** An arrow that leads to a neighbor. */
function NeighborLink({ id, title, listPage, className, keys, children }: NeighborLinkProps) {
  return (
    <PageLink
      href={pages.job(id)}
      replace
      state={{ listPage }}
      className={className}
      aria-keyshortcuts={keys}
    >
      <span className="sr-only">{`${children}: ${title}`}</span>
    </PageLink>
  );
}

/** Whether an arrow key has another meaning: in a field, in a dialog, or in an area that scrolls sideways. */
function usesArrows({ target, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || !(target instanceof Element)) return true;
  if (target.closest('input, textarea, select, [contenteditable], dialog, [role]')) return true;
  for (let area: Element | null = target; area && area !== document.body; area = area.parentElement)
    if (area.scrollWidth > area.clientWidth && getComputedStyle(area).overflowX !== 'visible')
      return true;
  return document.querySelector('dialog[open]') !== null;
}
