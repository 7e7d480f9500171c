import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import type { Dashboard as Page } from '#shared/contract/dashboard.ts';
import type { Correction } from '#shared/contract/job-responses.ts';
import { DASHBOARD_STATES, type DashboardState } from '#shared/domain/dashboard.ts';
import { formatCompactCount, formatCount } from '#shared/format/count.ts';
import { formatNumber } from '#shared/format/number.ts';
import { formatPosition } from '#shared/format/position.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { type JobSearch, pages, queryString, readJobSearch } from '#shared/urls/paths.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { DashboardFilters } from './dashboard-filters.tsx';
import { DashboardJobs } from './dashboard-jobs.tsx';

/** The number of jobs on a page. */
const ROWS = 50;

/** The maximum number of jobs that the list of problems names. */
const MAX_PROBLEMS = 20;

/** The names of the lists, and the texts of empty lists. */
const LISTS: Record<DashboardState, { label: string; none: string }> = {
  open: { label: 'Open', none: 'No open jobs' },
  closing: { label: 'Closing soon', none: 'No jobs close soon' },
  draft: { label: 'Drafts', none: 'No drafts' },
  review: { label: 'In review', none: 'No jobs in review' },
  rejected: { label: 'Rejected', none: 'No rejected jobs' },
  closed: { label: 'Closed', none: 'No closed jobs' },
};

/** The number of jobs in a list from which it has a search and filters. */
const FILTERED_FROM = 20;

type Props = {
  account: Account;
  /** The query parameters of the page: the state, a job search, and the position in the list. */
  parameters: JobSearch & { state?: string; cursor?: string };
  /** Shown above the list. */
  children?: ReactNode;
};

/**
 * An employer's jobs by state. Many jobs can be renewed, closed or deleted at once. Site admins see the jobs of all
 * companies.
 */
export function Dashboard({ account, parameters, children }: Props) {
  const { api } = useSession();
  const router = useRouter();
  const isOfOneCompany = account.role === 'companyadmin';
  const search = readJobSearch(parameters);
  const { cursor } = parameters;
  const stated = DASHBOARD_STATES.find((one) => one === parameters.state);
  /** The first list that has something, for a person without open jobs who has chosen no list. */
  const [filled, setFilled] = useState<DashboardState>();
  const state = stated ?? filled ?? 'open';
  /** The URL of a list in a state. */
  const address = (query: JobSearch & { cursor?: string | undefined } = {}, of = state) =>
    adminPages.dashboard({ ...query, ...((of !== 'open' || filled) && { state: of }) });

  const [changes, setChanges] = useState(0);
  const page = queryString({ state, ...search, cursor, account: account.id });
  const { status, value, retry } = useAsync(`${page} ${account.company} ${changes}`, async () => {
    const query = { ...search, state, cursor, limit: String(ROWS) };
    return { state, ...(await api('GET /api/dashboard', { query })) };
  });
  // Keep the problems here, because `DashboardJobs` is not rendered if no jobs are left.
  const [problems, setProblems] = useState<{ page: string; messages: string[] }>();
  const isLoading = status === 'loading';
  const hasSearch = Object.keys(search).length > 0;

  const isOpenEmpty = status === 'loaded' && value?.state === 'open' && value.counts.open === 0;
  useEffect(() => {
    if (stated || hasSearch || !isOpenEmpty || !value) return;
    setFilled(DASHBOARD_STATES.find((one) => value.counts[one] > 0));
  }, [stated, hasSearch, isOpenEmpty, value]);

  // If no jobs are left, the focused link is gone, so move the focus to the heading.
  useEffect(() => {
    if (status === 'loaded' && document.activeElement === document.body) focusHeading();
  }, [status]);

  const count = value?.counts[state] ?? 0;
  return (
    <>
      <p className="mb-6">
        <ButtonLink href={pages.addJob()}>Add Job</ButtonLink>
      </p>
      {children}
      <nav aria-label="Jobs by state" className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {DASHBOARD_STATES.map((one) => (
            <li key={one}>
              <PageLink
                href={address({}, one)}
                className={`inline-flex min-h-11 items-center rounded-sm border px-3 text-small ${
                  one === state ? 'border-brand bg-brand-tint font-semibold' : 'border-line'
                }`}
                // The router compares URLs without their queries.
                aria-current={one === state ? 'page' : 'false'}
                resetScroll={false}
              >
                {LISTS[one].label} {value && formatCompactCount(value.counts[one])}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      {(hasSearch || count >= FILTERED_FROM) && (
        <DashboardFilters
          search={search}
          isOpen={state === 'open'}
          addressOf={address}
          company={isOfOneCompany ? undefined : (value?.results[0]?.company ?? null)}
          onChange={(next, replace) =>
            router.navigate({ href: address(next), replace, resetScroll: false })
          }
        />
      )}
      {status === 'failed' && (
        <LoadFailed className="mt-6" message="The jobs could not be loaded." retry={retry} />
      )}
      {status === 'missing' && <Missing href={address(search)} />}
      {isLoading && value?.state !== state && <Spinner />}
      {problems?.page === page && problems.messages.length > 0 && (
        <ProblemList messages={problems.messages} />
      )}
      {value?.state === state && (status === 'loaded' || isLoading) && (
        <div aria-busy={isLoading} className={isLoading ? 'opacity-60 transition-opacity' : ''}>
          <Position page={value} />
          {value.correction?.applied && (
            <CorrectionNote search={search} correction={value.correction} addressOf={address} />
          )}
          {value.results.length > 0 ? (
            <DashboardJobs
              // A different page starts without a selection.
              key={page}
              state={state}
              jobs={value.results}
              total={value.total}
              search={search}
              showsCompany={!isOfOneCompany}
              onProblems={(messages) => setProblems({ page, messages })}
              onChanged={() => setChanges((previous) => previous + 1)}
            />
          ) : (
            <EmptyState
              title={cursor ? 'No more jobs' : hasSearch ? 'No jobs match' : LISTS[state].none}
            >
              {(cursor || hasSearch) && (
                <p>
                  <PageLink href={address()} className="link">
                    Show all jobs
                  </PageLink>
                </p>
              )}
            </EmptyState>
          )}
          <Pagination
            first={cursor && { href: address(search), label: 'First jobs' }}
            next={
              value.next && { href: address({ ...search, cursor: value.next }), label: 'More jobs' }
            }
          />
        </div>
      )}
    </>
  );
}

function Position({ page: { offset, results, total } }: { page: Page }) {
  return (
    <p role="status" className="mt-6 text-muted">
      {formatPosition({ offset, rows: results.length, total })} {total === 1 ? 'job' : 'jobs'}
    </p>
  );
}

/**
 * Shown if the list has nothing at the position in the URL, for example because the position comes from a list in a
 * different order.
 */
function Missing({ href }: { href: string }) {
  return (
    <EmptyState title="No more jobs">
      <p>
        <PageLink href={href} className="link">
          First jobs
        </PageLink>
      </p>
    </EmptyState>
  );
}

/** Lists the jobs that could not be changed, with the reasons. */
function ProblemList({ messages }: { messages: string[] }) {
  return (
    <Alert role="alert" className="mt-4">
      <p>{formatCount(messages.length)} could not be changed:</p>
      <ul className="list-disc pl-5 wrap-anywhere">
        {messages.slice(0, MAX_PROBLEMS).map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      {messages.length > MAX_PROBLEMS && (
        <p>and {formatNumber(messages.length - MAX_PROBLEMS)} more</p>
      )}
    </Alert>
  );
}

type CorrectionProps = {
  search: JobSearch;
  correction: Correction;
  addressOf: (search: JobSearch) => string;
};

/** Says that the list is for corrected words, so that nobody deletes jobs that they did not search for. */
function CorrectionNote({ search, correction, addressOf }: CorrectionProps) {
  return (
    <p className="mt-4 wrap-anywhere">
      Showing jobs for <strong>“{correction.q}”</strong>.{' '}
      <PageLink href={addressOf({ ...search, q: correction.instead })} className="link">
        Search for “{search.q}”
      </PageLink>
    </p>
  );
}
