import type { ComponentType } from 'react';
import { ServerRendered } from '#web/data/server-rendered.tsx';
import type { SearchNotesProps } from './search-notes.tsx';

let Loaded: ComponentType<SearchNotesProps> | undefined;

/** Loads the notes, in a chunk of their own because most lists have none. The loader of a list with notes awaits it. */
export async function loadSearchNotes(): Promise<void> {
  Loaded = (await import('./search-notes.tsx')).SearchNotes;
}

/** Notes that the server has rendered need no script until another list was shown and the person goes back. */
function onUnmount(): void {
  // The next list with notes reports a failure.
  loadSearchNotes().catch(() => {});
}

/** The notes on a search. They are loaded, unless the server has rendered them for the first page that is shown. */
export function LazySearchNotes(props: SearchNotesProps) {
  if (!Loaded) return <ServerRendered onUnmount={onUnmount} />;
  return (
    <div>
      <Loaded {...props} />
    </div>
  );
}
