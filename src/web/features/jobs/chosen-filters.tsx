import type { MouseEvent } from 'react';
import {
  JOB_SEARCH_PARAMETERS,
  type JobSearch,
  type JobSearchParameter,
  pages,
} from '#shared/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';

/** The choices of how long ago a job was posted, by days. */
export const POSTED: Record<string, string> = {
  1: 'Last day',
  7: 'Last 7 days',
  30: 'Last 30 days',
};

/** What is said of a choice whose value does not say it all. */
const WORDS: { [Name in JobSearchParameter]?: (value: string) => string | undefined } = {
  q: (value) => `“${value}”`,
  location: (value) => `In ${value}`,
  remote: () => 'Or remote',
  minsalary: (value) => `From $${value.replace('$', '')}`,
  nosalary: () => 'Or no salary stated',
  posted: (value) => POSTED[value],
};

type Props = { search: JobSearch; companyName: string | undefined };

/** What a search is narrowed by: a link for each that takes it away, and one that takes away all. */
export function ChosenFilters({ search, companyName = 'One company' }: Props) {
  const chosen = JOB_SEARCH_PARAMETERS.filter((name) => name !== 'sort' && search[name]);
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Chosen filters" className="chips">
      {chosen.map((name) => {
        const value = search[name] ?? '';
        return (
          <li key={name}>
            <PageLink
              href={pages.jobs({ ...search, [name]: undefined })}
              className="chip"
              resetScroll={false}
              onClick={keepFocus}
            >
              <span className="sr-only">Remove </span>
              <bdi>{name === 'company' ? companyName : (WORDS[name]?.(value) ?? value)}</bdi>
            </PageLink>
          </li>
        );
      })}
      <li>
        <PageLink
          href={pages.jobs()}
          className="text-button"
          resetScroll={false}
          onClick={keepFocus}
        >
          Clear all
        </PageLink>
      </li>
    </ul>
  );
}

/** The link disappears; keyboard focus stays in its place. */
function keepFocus({ currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
}
