import { type JobSearch, type JobSearchParameter, pages } from '#shared/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';

type Props = { search: JobSearch; companyName: string | undefined };

/** What a search is narrowed by: a link for each that takes it away, and one that takes away all. */
export function ChosenFilters({ search, companyName }: Props) {
  const chosen = inWords(search, companyName);
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Chosen filters" className="chips">
      {chosen.map(({ names, words }) => (
        <li key={words}>
          <PageLink href={pages.jobs(without(search, names))} className="chip" resetScroll={false}>
            <span className="sr-only">Remove </span>
            <bdi>{words}</bdi>
          </PageLink>
        </li>
      ))}
      <li>
        <PageLink href={pages.jobs()} className="text-button" resetScroll={false}>
          Clear all
        </PageLink>
      </li>
    </ul>
  );
}

/** A choice that goes with another goes away with it. */
function inWords(search: JobSearch, companyName: string | undefined) {
  const { q, location, remote, salary, type, company, minsalary, nosalary, posted } = search;
  const all: { names: JobSearchParameter[]; words: string | undefined }[] = [
    { names: ['q'], words: q && `“${q}”` },
    {
      names: ['location', 'remote'],
      words: location && `in ${location}${remote ? ' or remote' : ''}`,
    },
    { names: ['salary'], words: salary },
    { names: ['type'], words: type },
    { names: ['company'], words: company && (companyName ?? 'one company') },
    {
      names: ['minsalary', 'nosalary'],
      words: minsalary && `pays ${minsalary} or more${nosalary ? ', or states nothing' : ''}`,
    },
    { names: ['posted'], words: posted && POSTED[posted] },
  ];
  return all.flatMap(({ names, words }) => (words ? [{ names, words }] : []));
}

/** The choices of how long ago a job was posted, by days. */
export const POSTED: Record<string, string> = {
  1: 'Last day',
  7: 'Last 7 days',
  30: 'Last 30 days',
};

function without(search: JobSearch, names: JobSearchParameter[]): JobSearch {
  return { ...search, ...Object.fromEntries(names.map((name) => [name, undefined])) };
}
