import { type KeyboardEvent, useState } from 'react';
import type { InboxItem } from '#shared/contract/inbox.ts';
import { inboxItem } from '#shared/domain/inbox.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { TimeAgo } from '#web/ui/relative-time.tsx';
import { reportsLabel } from './report-item.tsx';

/** The id of the element that opens an item. */
export const linkId = (item: string) => `inbox-${item}`;

type Props = {
  items: InboxItem[];
  /** The open item. */
  open: string | undefined;
  hrefOf: (item: InboxItem) => string;
};

/**
 * The list of items. It is one stop of the Tab key: the arrow keys move through it, and Enter opens an item.
 * https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/#kbd_roving_tabindex
 */
export function ItemList({ items, open, hrefOf }: Props) {
  const [focused, setFocused] = useState<string>();
  const keys = items.map(inboxItem);
  const stop = [focused, open].find((one) => one && keys.includes(one)) ?? keys[0];

  function move(event: KeyboardEvent<HTMLElement>): void {
    const at = keys.indexOf(stop ?? '');
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: keys.length - 1 }[event.key];
    const key = target === undefined ? undefined : keys[target];
    if (key === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    document.getElementById(linkId(key))?.focus();
  }

  return (
    <>
      <p id="inbox-keys" className="mb-2 text-muted text-small pointer-coarse:hidden">
        ↑ and ↓ move through the list, Enter opens. In an item, ← and → lead to its neighbors.
      </p>
      <ul aria-label="Items" className="border-t border-line" onKeyDown={move}>
        {items.map((item) => {
          const key = inboxItem(item);
          const { kind, title, since, company, person, reports } = item;
          const details = [person, company].filter((text) => text && text !== title).join(' · ');
          return (
            <li key={key} className="border-b border-line">
              <PageLink
                id={linkId(key)}
                href={hrefOf(item)}
                aria-describedby="inbox-keys"
                aria-current={key === open ? 'true' : 'false'}
                tabIndex={key === stop ? 0 : -1}
                onFocus={() => setFocused(key)}
                resetScroll={false}
                replace={open !== undefined}
                className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-l-4 py-3 pr-2 pl-3 wrap-anywhere ${
                  key === open ? 'border-brand bg-brand-tint' : 'border-transparent hover:bg-raised'
                }`}
              >
                <span className="col-span-2 text-muted text-small">
                  {kind === 'report' ? reportsLabel(reports) : LABELS[kind]}
                </span>
                <bdi className="font-semibold">{title || 'Untitled'}</bdi>
                <span className="text-muted text-small">
                  <TimeAgo iso={since} />
                </span>
                {details && <bdi className="col-span-2 text-muted text-small">{details}</bdi>}
              </PageLink>
            </li>
          );
        })}
      </ul>
    </>
  );
}

const LABELS: Record<Exclude<InboxItem['kind'], 'report'>, string> = {
  registration: 'New company',
  claim: 'Claim of a company',
  rename: 'Change of name or website',
  job: 'Job',
  edit: 'Edit of an open job',
  question: 'Question about an import',
};
