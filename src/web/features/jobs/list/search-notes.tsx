import type { ReactNode } from 'react';
import { fallbackLogo } from '#shared/brand/fallback-logo.ts';
import type {
  Correction,
  JobList,
  NamedCompany,
  SearchAlternatives,
  Understood,
} from '#shared/contract/job-responses.ts';
import { capitalize } from '#shared/format/capitalize.ts';
import { formatCompactCount, formatCount } from '#shared/format/count.ts';
import { formatYearlyAmount } from '#shared/format/yearly-amount.ts';
import { MAX_ALTERNATIVE_JOBS } from '#shared/limits.ts';
import { type JobSearch, pages, readJobSearch, valuesOf } from '#shared/urls/paths.ts';
import type { Api } from '#web/api/api.ts';
import { BlockPattern } from '#web/ui/block.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { filterLabel } from './active-filters.tsx';
import { onPage } from './listed-job.ts';

export { PartLinks } from './part-links.tsx';

/** The data that the loader of a list returns for the notes. */
export type Notes = {
  /** The alternatives to offer; undefined if the search finds jobs. */
  alternatives: SearchAlternatives | undefined;
};

export type SearchNotesProps = Notes & {
  search: JobSearch;
  cursor: string | undefined;
  list: Omit<JobList, 'results'> & { results: unknown[] };
};

/** Reads alternatives to a search that finds no job. */
export async function readNotes(
  api: Api,
  { cursor, sort: _, part: __, ...search }: JobSearch & { cursor?: string | undefined },
  { results, correction }: JobList,
): Promise<Notes> {
  if (results.length > 0 || cursor || !Object.values(search).some(Boolean)) {
    return { alternatives: undefined };
  }
  const query = onPage({ ...search, ...(correction?.applied && { q: correction.q }) });
  return { alternatives: await api('GET /api/jobs/alternatives', { query }) };
}

/** The notes on a search: the company that it names, how it is interpreted, and what to do if it finds nothing. */
export function SearchNotes({ search: typed, cursor, list, alternatives }: SearchNotesProps) {
  const { results, company, correction, understood = [] } = list;
  const search = correction?.applied ? { ...typed, q: correction.q } : typed;
  return (
    <>
      {company && <CompanyLine company={company} />}
      {understood.length > 0 && <UnderstoodChips search={search} understood={understood} />}
      {correction && (correction.applied || !alternatives) && (
        <SpellingSuggestion correction={correction} search={typed} />
      )}
      {alternatives ? (
        <NothingFound search={search} alternatives={alternatives} understood={understood} />
      ) : (
        results.length === 0 && <EmptyState title={cursor ? 'No more jobs' : 'No jobs yet'} />
      )}
    </>
  );
}

/** The company that the search names, with links to its page and to its open jobs. */
function CompanyLine({ company: { id, name, logo, jobs } }: { company: NamedCompany }) {
  return (
    <p className="company-line">
      {logo ? (
        <img src={logo} alt="" width={40} height={40} decoding="async" />
      ) : (
        <BlockPattern columns={2} rows={2} blocks={fallbackLogo(id)} className="size-10" />
      )}
      <span>
        <PageLink href={pages.company(id)} className="link font-semibold">
          <bdi>{name}</bdi>
        </PageLink>
        <span aria-hidden="true"> · </span>
        {jobs > 0 ? (
          <SearchLink search={{ company: id }} className="link">
            {formatCompactCount(jobs)} open {jobs === 1 ? 'job' : 'jobs'}
          </SearchLink>
        ) : (
          'No open jobs'
        )}
      </span>
    </p>
  );
}

type UnderstoodProps = { search: JobSearch; understood: Understood[] };

/**
 * Shows how parts of the search text are interpreted. Each part is a link that removes it. The last link searches for
 * all of them in the texts of jobs.
 */
function UnderstoodChips({ search, understood }: UnderstoodProps) {
  return (
    <ul aria-label="Understood as" className="chips understood">
      <li aria-hidden="true" className="text-muted text-small">
        Understood as
      </li>
      {understood.map(({ without, ...part }) => (
        <li key={part.plain}>
          <RemovingChip search={{ ...search, q: without }}>{labelOf(part)}</RemovingChip>
        </li>
      ))}
      <li>
        <SearchLink
          search={{ ...search, q: quoteParts(search.q ?? '', understood) }}
          className="text-button"
        >
          Search for these words in the job texts
        </SearchLink>
      </li>
    </ul>
  );
}

function labelOf({ kind, value, name }: Omit<Understood, 'without'>): string {
  if (kind === 'place') return `In ${name ?? value}`;
  if (kind === 'without') return `Not ${value}`;
  if (kind === 'pay') return `From ${formatYearlyAmount(value)}`;
  return capitalize(kind === 'visa' ? `visa ${value}` : value);
}

/**
 * Returns the search text with all interpreted parts in quotes. The `plain` of each part is the search text with only
 * that part in quotes, so `plain` starts to differ from `q` where the part starts.
 */
function quoteParts(q: string, understood: Understood[]): string {
  return understood.reduceRight((words, { plain, text }) => {
    let start = 0;
    while (plain[start] === q[start] && start < q.length) start += 1;
    return `${words.slice(0, start)}"${text}"${words.slice(start + text.length)}`;
  }, q);
}

type CorrectionProps = { correction: Correction; search: JobSearch };

/** A spelling correction. Either it is offered as a link, or it is applied and a link leads to the search as typed. */
function SpellingSuggestion({ correction: { q, applied, instead }, search }: CorrectionProps) {
  return (
    <p className="mb-6">
      {applied ? (
        <>
          Showing results for <strong>{q}</strong>. Search instead for{' '}
        </>
      ) : (
        'Did you mean '
      )}
      <SearchLink search={{ ...search, q: applied ? instead : q }} className="link">
        {applied ? search.q : q}
      </SearchLink>
      {applied ? '.' : '?'}
    </p>
  );
}

type RemovedCondition = SearchAlternatives['conditions'][number]['removed'][number];
type NothingFoundProps = UnderstoodProps & { alternatives: SearchAlternatives };

/** Replaces an empty list: similar searches that find jobs, each with its number of jobs. */
function NothingFound({ search, alternatives, understood }: NothingFoundProps) {
  const { conditions, places, correction } = alternatives;
  const isEmpty = conditions.length === 0 && places.length === 0 && !correction;
  const labelOfCondition = ({ parameter, text }: RemovedCondition) => {
    const meaning = understood.find((part) => parameter === 'q' && part.text === text);
    if (meaning) return labelOf(meaning);
    const [value, ...others] = valuesOf(parameter === 'q' ? text : search[parameter]);
    return others.length > 0
      ? `${others.length + 1} ${parameter === 'type' ? 'job types' : 'companies'}`
      : filterLabel(parameter, value, text);
  };
  const change = (changes: Record<string, string>) => readJobSearch({ ...search, ...changes });
  return (
    <EmptyState title="No matching jobs">
      {isEmpty && <p>Try fewer filters or other words.</p>}
      {correction && (
        <p>
          Did you mean{' '}
          <SearchLink search={change(correction.changes)} className="link">
            {correction.changes.q}
          </SearchLink>
          ? <Jobs count={correction.jobs} />
        </p>
      )}
      <div className="alternatives">
        {conditions.length > 0 && (
          <section>
            <h3 id="fewer-conditions">Remove a condition</h3>
            <ul aria-labelledby="fewer-conditions">
              {conditions.map(({ removed, changes, jobs }) => {
                const label = removed.map(labelOfCondition).join(' and ');
                return (
                  <li key={label}>
                    <RemovingChip search={change(changes)}>{label}</RemovingChip>
                    <Jobs count={jobs} />
                  </li>
                );
              })}
            </ul>
          </section>
        )}
        {places.length > 0 && (
          <section>
            <h3 id="nearby">Nearby</h3>
            <ul aria-labelledby="nearby">
              {places.map(({ place, changes, jobs }) => (
                <li key={place}>
                  <SearchLink search={change(changes)} className="link tap-target">
                    <bdi>{place}</bdi>
                  </SearchLink>
                  <Jobs count={jobs} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <ButtonLink href={pages.jobs()}>Clear filters</ButtonLink>
    </EmptyState>
  );
}

function Jobs({ count }: { count: number }) {
  const max = MAX_ALTERNATIVE_JOBS;
  return (
    <span className="text-muted text-small whitespace-nowrap">
      {count > max ? `${formatCompactCount(max)}+ jobs` : formatCount(count)}
    </span>
  );
}

type SearchLinkProps = { search: JobSearch; className: string; children: ReactNode };

/** A link to a different search. It moves the focus to the search form, because the link disappears. */
function SearchLink({ search, ...rest }: SearchLinkProps) {
  return (
    <PageLink
      href={pages.jobs({ ...search, part: undefined })}
      resetScroll={false}
      onClick={() => document.querySelector<HTMLElement>('search')?.focus({ preventScroll: true })}
      {...rest}
    />
  );
}

function RemovingChip({ search, children }: Omit<SearchLinkProps, 'className'>) {
  return (
    <SearchLink search={search} className="chip">
      <span className="sr-only">Remove </span>
      <bdi>{children}</bdi>
    </SearchLink>
  );
}
