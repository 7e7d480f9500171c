import { Suspense, useState } from 'react';
import { feeds, type JobSearch } from '#shared/paths.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

/** For few, so that visitors load nothing of it. */
const EmbedPanel = lazyPart(async () => {
  const module = await import('./embed-panel.tsx');
  return module.EmbedPanel;
});

type Props = {
  search: JobSearch;
  /** The name of the company that the search is narrowed to. */
  company: string | undefined;
};

/** The list in other forms: for feed readers, and for other sites. */
export function ListTools({ search, company }: Props) {
  const [embedding, setEmbedding] = useState(false);
  return (
    <div className="list-tools">
      <a href={feeds.jobsAtom(search)} className="link">
        Feed of this search
      </a>
      <button
        type="button"
        className="text-button needs-script"
        aria-expanded={embedding}
        onClick={() => setEmbedding(!embedding)}
      >
        Embed this list
      </button>
      {embedding && (
        <Suspense>
          <EmbedPanel search={search} company={company} />
        </Suspense>
      )}
    </div>
  );
}
