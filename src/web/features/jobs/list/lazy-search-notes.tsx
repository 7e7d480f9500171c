import type { ComponentType } from 'react';
import type { JobList, SearchAlternatives } from '#shared/contract/job-responses.ts';
import type { JobSearch } from '#shared/urls/paths.ts';
import type { Api } from '#web/api/api.ts';
import { ServerRendered } from '#web/data/server-rendered.tsx';
import type { SearchNotesProps } from './search-notes.tsx';

let Loaded: ComponentType<SearchNotesProps> | undefined;

/** Loads the notes, which are a chunk of their own because most lists have none. */
async function load() {
  const chunk = await import('./search-notes.tsx');
  Loaded = chunk.SearchNotes;
  return chunk;
}

/** What the loader of a list adds for its notes. */
type Notes = { alternatives: SearchAlternatives | undefined };

/** Loads what the notes on a list need. Undefined if there is nothing to note. */
export async function loadSearchNotes(
  api: Api,
  search: JobSearch & { cursor?: string | undefined },
  list: JobList,
): Promise<Notes | undefined> {
  const { company, correction, understood, ratesdate } = list;
  if (list.results.length > 0 && !(company || correction || understood || ratesdate)) return;
  const { readAlternatives } = await load();
  return { alternatives: await readAlternatives(api, search, list) };
}

/**
 * The notes on a list. Those that the server has rendered need no script. They are loaded once another list is shown,
 * because the person may go back.
 */
export function LazySearchNotes(props: SearchNotesProps) {
  if (!Loaded) return <ServerRendered onUnmount={preload} />;
  return (
    <div>
      <Loaded {...props} />
    </div>
  );
}

function preload(): void {
  // The loader of the next list with notes reports a failure.
  load().catch(() => {});
}
