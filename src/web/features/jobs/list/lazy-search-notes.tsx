import { ServerRendered } from '#web/data/server-rendered.tsx';
import { importSearchNotes, SearchNotes } from './load-search-notes.ts';
import type { SearchNotesProps } from './search-notes.tsx';

/**
 * The notes on a list. Those that the server has rendered need no script. They are loaded once another list is shown,
 * because the person may go back.
 */
export function LazySearchNotes(props: SearchNotesProps) {
  if (!SearchNotes) return <ServerRendered onUnmount={preload} />;
  return (
    <div>
      <SearchNotes {...props} />
    </div>
  );
}

function preload(): void {
  // The loader of the next list with notes reports a failure.
  importSearchNotes().catch(() => {});
}
