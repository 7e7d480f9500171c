import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import type { Correction } from '#shared/contract/job-responses.ts';
import { formatCount } from '#shared/format/count.ts';
import { formatPosition } from '#shared/format/position.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { type JobSearch, pages, queryString, readJobSearch } from '#shared/urls/paths.ts';
import type { Api } from '#web/api/api.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ManageFilters } from './manage-filters.tsx';
import { SelectableJobs } from './selectable-jobs.tsx';

/** The number of jobs on a page. */
const ROWS = 50;

type Props = {
  account: Account;
  /** The query parameters of the page: a job search, and the position in its list. */
  parameters: JobSearch & { cursor?: string };
};

/** The page on which admins close and delete many jobs at once. Company admins see the jobs of their own company. */
export function ManageJobs({ account, parameters }: Props) {
  const api = useApi();
  const router = useRouter();
  const isOfOneCompany = account.role === 'companyadmin';
  const chosen = readJobSearch(parameters);
  const search = isOfOneCompany ? { ...chosen, company: account.company } : chosen;
  const { cursor } = parameters;

  const [changes, setChanges] = useState(0);
  const page = queryString({ ...search, cursor });
  const { status, value, retry } = useAsync(`${page} ${changes}`, () =>
    readPage(api, search, cursor),
  );
  // Keep the problems here, because `SelectableJobs` is not rendered if no jobs are left.
  const [problems, setProblems] = useState<{ page: string; messages: string[] }>();
  const isLoading = status === 'loading';

  // If no jobs are left, the link that had the focus is gone.
  useEffect(() => {
    if (status === 'loaded' && document.activeElement === document.body) focusHeading();
  }, [status]);

  const show = (next: JobSearch, replace: boolean) =>
    router.navigate({ href: pages.manageJobs(next), replace, resetScroll: false });

  return (
    <section className="page-width page-space">
      <PageHeader title="Manage Jobs" className="mb-6">
        <p className="flex flex-wrap gap-3">
          {!isOfOneCompany && (
            <ButtonLink href={adminPages.reviewJobs()} variant="secondary">
              Review Jobs
            </ButtonLink>
          )}
          <ButtonLink href={pages.closedJobs()} variant="secondary">
            Closed Jobs
          </ButtonLink>
          <ButtonLink href={pages.addJob()}>Add Job</ButtonLink>
        </p>
      </PageHeader>
      <ManageFilters
        search={chosen}
        company={isOfOneCompany ? undefined : (value?.results[0]?.company ?? null)}
        onChange={show}
      />
      {status === 'failed' && (
        <Button className="mt-6" onClick={retry}>
          Try again
        </Button>
      )}
      {isLoading && !value && <Spinner />}
      {problems?.page === page && problems.messages.length > 0 && (
        <ProblemList messages={problems.messages} />
      )}
      {value && status !== 'failed' && (
        <div aria-busy={isLoading} className={isLoading ? 'opacity-60 transition-opacity' : ''}>
          <p role="status" className="mt-6 text-muted">
            {formatPosition({
              offset: value.offset,
              rows: value.results.length,
              total: value.total,
            })}{' '}
            {value.total === 1 ? 'job' : 'jobs'}
          </p>
          {value.correction?.applied && (
            <CorrectionNote search={chosen} correction={value.correction} />
          )}
          {value.results.length > 0 ? (
            <SelectableJobs
              // Another page starts without a selection.
              key={page}
              jobs={value.results}
              showsCompany={!isOfOneCompany}
              onProblems={(messages) => setProblems({ page, messages })}
              onChanged={() => setChanges((previous) => previous + 1)}
            />
          ) : (
            <EmptyState title={cursor ? 'No more jobs' : 'No jobs match'}>
              <p>
                <PageLink href={pages.manageJobs()} className="link">
                  Show all jobs
                </PageLink>
              </p>
            </EmptyState>
          )}
          <Pagination
            first={cursor && { href: pages.manageJobs(chosen), label: 'First jobs' }}
            next={
              value.next && {
                href: pages.manageJobs({
                  ...chosen,
                  cursor: value.next,
                }),
                label: 'More jobs',
              }
            }
          />
        </div>
      )}
    </section>
  );
}

/** Reads a page of the list, and counts the jobs on all pages. */
async function readPage(api: Api, { sort, ...search }: JobSearch, cursor: string | undefined) {
  const list = await api('GET /api/jobs', {
    query: { ...search, sort, cursor, limit: String(ROWS), description: 'summary' },
  });
  if (list.total !== undefined) return list;
  const { total } = await api('GET /api/jobs/counts', { query: search });
  return { ...list, total };
}

/** Lists the jobs that could not be changed, with the reasons. */
function ProblemList({ messages }: { messages: string[] }) {
  return (
    <Alert role="alert" className="mt-4">
      <p>{formatCount(messages.length)} could not be changed:</p>
      <ul className="list-disc pl-5 wrap-anywhere">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Alert>
  );
}

/** Says that the list is for corrected words, so that nobody deletes jobs for which they did not search. */
function CorrectionNote({ search, correction }: { search: JobSearch; correction: Correction }) {
  return (
    <p className="mt-4 wrap-anywhere">
      Showing jobs for <strong>“{correction.q}”</strong>.{' '}
      <PageLink href={pages.manageJobs({ ...search, q: correction.instead })} className="link">
        Search for “{search.q}”
      </PageLink>
    </p>
  );
}
