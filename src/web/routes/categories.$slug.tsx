import { createFileRoute, notFound } from '@tanstack/react-router';
import { formatCount } from '#shared/format/count.ts';
import { formatPosition } from '#shared/format/position.ts';
import { newAlertPage, pages } from '#shared/urls/paths.ts';
import { orNotFound } from '#web/api/errors.ts';
import { inColumns } from '#web/data/columns.ts';
import { JobGrid } from '#web/features/jobs/list/job-grid.tsx';
import {
  countPostings,
  type ListedJob,
  readCategoryJobs,
  toPage,
} from '#web/features/jobs/list/listed-job.ts';
import { useListPages } from '#web/features/jobs/list/use-list-pages.ts';
import { ArrowLink } from '#web/ui/arrow-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Pagination, PreviousPage } from '#web/ui/pagination.tsx';

type Search = { cursor?: string };

/** A shelf of the operator, with its jobs. The list of all jobs has the same search with all filters. */
export const Route = createFileRoute('/categories/$slug')({
  validateSearch: (search: Search) => search,
  loaderDeps: ({ search: { cursor } }) => ({ cursor }),
  loader: async ({ context: { api }, params: { slug }, deps }) => {
    const [{ results }, list] = await orNotFound(
      Promise.all([api('GET /api/categories', {}), readCategoryJobs(api, slug, deps)]),
    );
    const category = results.find((each) => each.slug === slug);
    if (!category) throw notFound();
    return inColumns({ category, list: toPage(list, deps.cursor) });
  },
  component: Category,
});

/** The id of the line above the jobs. */
const LIST_ID = 'jobs';

function Category() {
  const { category, list } = Route.useLoaderData();
  const { cursor } = Route.useSearch();
  const { api, site } = Route.useRouteContext();
  const { slug, name, description } = category;
  const { shown, add } = useListPages(list, {
    search: {},
    read: (at) => readCategoryJobs(api, slug, { cursor: at }),
    hash: LIST_ID,
  });
  const [first = list] = shown;
  const { total, next } = list;
  const results = shown.flatMap((page) => page.results);
  const pageAt = (at?: string) => pages.category(slug, { cursor: at });
  const pageOf = (job: ListedJob) =>
    pageAt(shown.find((page) => page.results.includes(job))?.cursor);
  const search = { category: slug };
  return (
    <section className="page-width page-space">
      <h1 dir="auto" className="page-title">
        {name}
      </h1>
      {description && (
        <p dir="auto" className="lead mt-3 max-w-160">
          {description}
        </p>
      )}
      <div
        id={LIST_ID}
        className="my-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1"
      >
        <p role="status" className="text-muted">
          {`${formatPosition({ offset: first.offset, rows: countPostings(results), total })} ${total === 1 ? 'job' : 'jobs'}`}
        </p>
        {total !== undefined && total > 0 && (
          <ArrowLink href={pages.jobs(search)}>{`Filter and sort ${formatCount(total)}`}</ArrowLink>
        )}
      </div>
      {first.previous && (
        <PreviousPage
          href={pageAt(first.previous)}
          label="Earlier jobs"
          onClick={add('previous')}
        />
      )}
      {results.length > 0 ? (
        <JobGrid jobs={results} heading="h2" pageOf={pageOf} />
      ) : (
        <EmptyState title={cursor ? 'No more jobs' : 'No jobs yet'}>
          <p>
            <PageLink href={cursor ? pageAt() : pages.jobs()} className="link">
              {cursor ? 'Show the first ones' : 'See all jobs'}
            </PageLink>
          </p>
        </EmptyState>
      )}
      <Pagination
        next={
          next && { href: `${pageAt(next)}#${LIST_ID}`, label: 'More jobs', onClick: add('next') }
        }
      />
      {!site.noMail && (
        <a href={newAlertPage(search)} className="link">
          Email me new jobs like this
        </a>
      )}
    </section>
  );
}
