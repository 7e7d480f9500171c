import type { ComponentType } from 'react';
import type { JobList } from '#shared/contract/job-responses.ts';
import type { JobSearch } from '#shared/urls/paths.ts';
import type { Api } from '#web/api/api.ts';
import type { PartLinksProps } from './part-links.tsx';
import type { Notes, SearchNotesProps } from './search-notes.tsx';

/** The component that shows notes; undefined until it is loaded. */
export let SearchNotes: ComponentType<SearchNotesProps> | undefined;

/** The component that links to the parts of a result; undefined until it is loaded. */
export let PartLinks: ComponentType<PartLinksProps> | undefined;

/** Loads the component that shows notes. It is in a separate chunk, because most lists have no notes. */
export async function importSearchNotes() {
  const chunk = await import('./search-notes.tsx');
  SearchNotes = chunk.SearchNotes;
  PartLinks = chunk.PartLinks;
  return chunk;
}

/** Loads everything that is needed to show notes on a list. Resolves to undefined if there are no notes. */
export async function loadSearchNotes(
  api: Api,
  search: JobSearch & { cursor?: string | undefined },
  list: JobList,
): Promise<Notes | undefined> {
  const { company, correction, understood } = list;
  const hasNotes = company || correction || understood || search.q || search.location;
  if (list.results.length > 0 && !hasNotes) return;
  return (await importSearchNotes()).readNotes(api, search, list);
}
