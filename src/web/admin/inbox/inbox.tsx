import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { InboxItem, Inbox as InboxPage } from '#shared/contract/inbox.ts';
import { INBOX_KINDS, inboxItem, readInboxItem } from '#shared/domain/inbox.ts';
import { formatDuration } from '#shared/format/time-span.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { useSession } from '#web/auth/use-session.ts';
import { setInboxCount } from '#web/data/inbox-count.ts';
import { useAsync } from '#web/data/use-async.ts';
import { usePolling } from '#web/data/use-polling.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { AdminPageProps } from '../admin-page-props.ts';
import { readParameters } from '../list/parameters.ts';
import { ClaimItem } from './claim-item.tsx';
import { DigestChoice } from './digest-choice.tsx';
import type { Place } from './item-frame.tsx';
import { ItemList, linkId } from './item-list.tsx';
import { JobItem } from './job-item.tsx';
import { QuestionItem } from './question-item.tsx';
import { RenameItem } from './rename-item.tsx';
import { ReportItem } from './report-item.tsx';

/** How often the inbox is read again (ms). An item that someone else decides disappears within this time. */
const INTERVAL = 3_000;

const KIND_NAMES: Record<InboxItem['kind'], string> = {
  registration: 'New companies',
  claim: 'Claims',
  rename: 'Changes of name or website',
  job: 'Jobs',
  edit: 'Edits',
  report: 'Reports',
  question: 'Imports',
};

/**
 * Everything that waits for a site admin: the list, and beside it the open item, which is decided in place. On small
 * screens, the item replaces the list.
 */
export function Inbox({ parameters }: AdminPageProps) {
  const { api } = useSession();
  const router = useRouter();
  const chosen = readParameters(parameters, ['kind', 'item']);
  const kind = INBOX_KINDS.find((one) => one === chosen.kind);
  const opened = readInboxItem(chosen.item ?? '');
  const item = opened && inboxItem(opened);
  const key = `${kind ?? ''} ${item ?? ''}`;
  const [latest, setLatest] = useState<{ key: string; kind: typeof kind; page: InboxPage }>();

  async function read(): Promise<void> {
    const page = await api('GET /api/admin/inbox', { query: { kind, item } });
    setLatest({ key, kind, page });
    setInboxCount(page.total);
  }

  const { status, retry } = useAsync(key, read);
  usePolling(status === 'loading' ? undefined : key, read, INTERVAL);
  useFocusAfterItem(item);

  const page = latest?.kind === kind ? latest?.page : undefined;
  const items = page?.results ?? [];
  const index = items.findIndex((one) => inboxItem(one) === item);
  const waiting = page && (kind ? page.counts[kind] : page.total);
  const hrefOf = (one: InboxItem | undefined) =>
    one && adminPages.inbox({ kind, item: inboxItem(one) });
  const next = hrefOf(index === -1 ? items[0] : items[index + 1]);
  const previous = hrefOf(items[index - 1]);
  const list = adminPages.inbox({ kind });

  function open(href: string): void {
    void router.navigate({ href, replace: true, resetScroll: false });
  }

  /** Opens the item that follows a decided one, or the list if it was the last one. */
  function onDone(): void {
    // Drop the lists of jobs that the router has preloaded, because they are outdated now.
    router.clearCache();
    if (page) {
      const results = items.filter((one) => inboxItem(one) !== item);
      setLatest({ key, kind, page: { ...page, results } });
    }
    open(next ?? previous ?? list);
    retry();
  }

  const place: Place = {
    list,
    since: items[index]?.since,
    position: index === -1 ? undefined : `${index + 1} of ${waiting}`,
    previous,
    next,
    ended: latest?.key === key ? latest.page.ended : '',
    version: items[index]?.version,
    onOpen: open,
    onDone,
  };

  return (
    <section className="page-width page-space">
      <div className={item ? 'max-lg:sr-only' : ''}>
        <h1 className="page-title mb-2">Inbox</h1>
        {page && <Summary page={page} />}
      </div>
      <div className="mt-6 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div className={item ? 'max-lg:hidden' : ''}>
          {page && <Kinds page={page} kind={kind} />}
          {/* A poll may have succeeded since. */}
          {status === 'failed' && latest?.key !== key && (
            <LoadFailed className="mt-6" message="The inbox could not be loaded." retry={retry} />
          )}
          {!page && status === 'loading' && <Spinner />}
          {page && items.length > 0 && (
            <ItemList items={items} open={item} hrefOf={(one) => hrefOf(one) ?? list} />
          )}
          {page && items.length === 0 && (
            <div className="mt-6">
              <EmptyState title={kind ? 'Nothing of this kind is waiting' : 'Nothing waits'}>
                {kind && (
                  <p>
                    <PageLink href={adminPages.inbox()} className="link" resetScroll={false}>
                      Show all
                    </PageLink>
                  </p>
                )}
              </EmptyState>
            </div>
          )}
          {page?.next && (
            <p className="mt-4 text-muted text-small">
              These are the oldest {items.length}. The others follow when these are decided.
            </p>
          )}
          {page?.mail && (
            <DigestChoice isWanted={page.digest} frequency={page.frequency} onDone={retry} />
          )}
        </div>
        <div className={item ? 'min-w-0' : 'max-lg:hidden'}>
          {opened && <OpenItem key={item} {...opened} place={place} />}
          {!opened && items.length > 0 && (
            <p className="border-l-4 border-line px-5 py-4 text-muted">
              Choose an item to decide it here. After each decision, the next item opens.
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

/** When an item is closed by Back, the focus returns to its link in the list; after the last decision, to the heading. */
function useFocusAfterItem(item: string | undefined): void {
  const last = useRef(item);
  useEffect(() => {
    const closed = last.current;
    last.current = item;
    if (!item && closed) focusHeading(document.getElementById(linkId(closed)));
  }, [item]);
}

function Summary({ page: { total, oldest, results } }: { page: InboxPage }) {
  const now = useNow();
  const [first] = results;
  if (total === 0 || !oldest) return <p className="text-muted">Nothing waits.</p>;
  const wait = formatDuration(Math.max(0, now - Date.parse(oldest)));
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <p className="text-muted">
        {total === 1 ? '1 item waits' : `${total} items wait`}, the oldest for {wait}.
      </p>
      {first && (
        <ButtonLink
          variant="secondary"
          href={adminPages.inbox({ item: inboxItem(first) })}
          className="lg:hidden"
          resetScroll={false}
        >
          Start with the oldest
        </ButtonLink>
      )}
    </div>
  );
}

/** The filter by kind, with the number of items of each kind. */
function Kinds({ page: { total, counts }, kind }: { page: InboxPage; kind: string | undefined }) {
  const shown = INBOX_KINDS.filter((one) => counts[one] > 0 || one === kind);
  if (shown.length < 2 && !kind) return null;
  const links = [
    { value: undefined, label: 'All', count: total },
    ...shown.map((value) => ({ value, label: KIND_NAMES[value], count: counts[value] })),
  ];
  return (
    <nav aria-label="Kinds of items" className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {links.map(({ value, label, count }) => (
          <li key={label}>
            <PageLink
              href={adminPages.inbox({ kind: value })}
              className={`inline-flex min-h-11 items-center gap-1.5 rounded-sm border px-3 text-small ${
                value === kind ? 'border-brand bg-brand-tint font-semibold' : 'border-line'
              }`}
              // The router compares URLs without their queries.
              aria-current={value === kind ? 'page' : 'false'}
              resetScroll={false}
            >
              {label} <span className="text-muted">{count}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OpenItem({ kind, ...props }: { kind: InboxItem['kind']; id: string; place: Place }) {
  if (kind === 'registration' || kind === 'claim') return <ClaimItem kind={kind} {...props} />;
  if (kind === 'rename') return <RenameItem {...props} />;
  if (kind === 'job' || kind === 'edit') return <JobItem kind={kind} {...props} />;
  if (kind === 'report') return <ReportItem {...props} />;
  return <QuestionItem {...props} />;
}
