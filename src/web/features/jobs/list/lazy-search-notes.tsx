import { useEffect, useState } from 'react';
import { ServerRendered } from '#web/data/server-rendered.tsx';
import { importSearchNotes, PartLinks, SearchNotes } from './load-search-notes.ts';
import type { PartLinksProps } from './part-links.tsx';
import type { SearchNotesProps } from './search-notes.tsx';

/**
 * The notes on a list, such as how its search is interpreted. Notes that the server has rendered need no script. When they
 * leave the page, their script is loaded, because the person may return to their list.
 */
export function LazySearchNotes(props: SearchNotesProps) {
  // Ignore a failure: the loader of the next list with notes reports it.
  useEffect(() => () => void importSearchNotes().catch(() => {}), []);
  if (!SearchNotes) return <ServerRendered />;
  return (
    <div>
      <SearchNotes {...props} />
    </div>
  );
}

/** Links to the parts of a result. Those that the server has rendered need a script only if their numbers are missing. */
export function LazyPartLinks(props: PartLinksProps) {
  const [, refresh] = useState<unknown>();
  const isCounted = Boolean(props.list.counts);
  useEffect(() => {
    // Ignore a failure: the loader of the next list with notes reports it.
    if (!isCounted) importSearchNotes().then(refresh, () => {});
  }, [isCounted]);
  if (!PartLinks) return <ServerRendered />;
  return (
    <div>
      <PartLinks {...props} />
    </div>
  );
}
