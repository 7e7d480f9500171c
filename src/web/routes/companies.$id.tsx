import { createFileRoute } from '@tanstack/react-router';
import type { CompanyProfile } from '#shared/contract/companies.ts';
import { mayWriteCompanies } from '#shared/domain/permissions.ts';
import { formatCount } from '#shared/format/count.ts';
import { formatPosition } from '#shared/format/position.ts';
import { SEARCH_LENGTH } from '#shared/limits.ts';
import { newAlertPage, pages } from '#shared/urls/paths.ts';
import { orNotFound } from '#web/api/errors.ts';
import { useAccount } from '#web/auth/use-session.ts';
import { inColumns } from '#web/data/columns.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { CompanyCard, CompanyLink } from '#web/features/companies/company-card.tsx';
import { CompanyFigures } from '#web/features/companies/company-figures.tsx';
import { CompanyFacts } from '#web/features/companies/profile/company-facts.tsx';
import { JobGrid } from '#web/features/jobs/list/job-grid.tsx';
import {
  countPostings,
  type ListedJob,
  readCompanyJobs,
  toPage,
} from '#web/features/jobs/list/listed-job.ts';
import { useListPages } from '#web/features/jobs/list/use-list-pages.ts';
import { ArrowLink } from '#web/ui/arrow-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Pagination, PreviousPage } from '#web/ui/pagination.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { SearchForm } from '#web/ui/search-form.tsx';

type Search = { q?: string; cursor?: string };

export const Route = createFileRoute('/companies/$id')({
  validateSearch: (search: Search) => search,
  loaderDeps: ({ search: { q, cursor } }) => ({ q, cursor }),
  loader: async ({ context: { api }, params, deps }) => {
    const [company, list, figures] = await orNotFound(
      Promise.all([
        api('GET /api/companies/:id', { params, query: { description: 'html' } }),
        readCompanyJobs(api, params.id, deps),
        api('GET /api/companies/:id/figures', { params }),
      ]),
    );
    return inColumns({ company, list: toPage(list, deps.cursor), figures });
  },
  component: Company,
});

/** These components are in a separate chunk, because only admins need them. */
const ManageCompanyLink = lazyComponent(
  async () => (await import('#web/features/companies/manage-company-link.tsx')).ManageCompanyLink,
);
const ManageCompany = lazyComponent(
  async () => (await import('#web/features/companies/manage-company.tsx')).ManageCompany,
);

function Company() {
  const { company, list, figures } = Route.useLoaderData();
  const { q = '' } = Route.useSearch();
  const { site } = Route.useRouteContext();
  const account = useAccount();
  const editable = mayWriteCompanies(account ?? {});
  return (
    <div className="page-width page-space">
      <p className="mb-8">
        <ArrowLink back href={pages.companies()}>
          All companies
        </ArrowLink>
      </p>
      <div className="lg:grid lg:grid-cols-[minmax(0,44rem)_minmax(0,24rem)] lg:items-start lg:gap-8 lg:*:mt-0">
        <CompanyCard
          company={company}
          links={otherLinksOf(company)}
          heading="h1"
          linked={false}
          editable={editable}
        >
          <RichText html={company.description} />
          <CompanyFacts company={company} />
        </CompanyCard>
        {editable && <ManageCompany id={company.id} name={company.name} />}
      </div>
      <CompanyFigures id={company.id} figures={figures} />
      {(q || list.results.length > 0) && <OpenJobs />}
      {!editable && (
        <p className="mt-8 min-h-6 text-small">
          {account?.company === company.id ? (
            <ManageCompanyLink id={company.id} />
          ) : site.closed ? null : (
            <PageLink
              href={pages.employers({ company: company.id, step: 'company' })}
              className="link tap-target inline-block"
            >
              Is this your company?
            </PageLink>
          )}
        </p>
      )}
    </div>
  );
}

/** The open jobs of the company. Their cards do not repeat its name and logo. */
function OpenJobs() {
  const { company, list } = Route.useLoaderData();
  const { q, cursor } = Route.useSearch();
  const { api, site } = Route.useRouteContext();
  const { id } = company;
  const { shown, add } = useListPages(list, {
    search: { q },
    read: (at) => readCompanyJobs(api, id, { q, cursor: at }),
    hash: 'jobs',
  });
  const [first = list] = shown;
  const { offset, previous } = first;
  const { total, next } = list;
  const results = shown.flatMap((page) => page.results);
  const pageOf = (job: ListedJob) =>
    pages.company(id, {
      q,
      cursor: shown.find((page) => page.results.includes(job))?.cursor,
    });
  const all = pages.jobs({ company: id, q });
  return (
    <section aria-labelledby="jobs" className="mt-12">
      <h2 id="jobs" className="section-title">
        Open jobs
      </h2>
      <SearchForm
        label="Search these jobs"
        value={q ?? ''}
        maxLength={SEARCH_LENGTH}
        pageOf={(text) => pages.company(id, { q: text })}
      />
      <div className="mt-4 mb-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <p role="status" className="text-muted">
          {`${formatPosition({ offset, rows: countPostings(results), total })} ${total === 1 ? 'job' : 'jobs'}`}
        </p>
        {total !== undefined && total > 0 && (
          <ArrowLink href={all}>{`Filter and sort ${formatCount(total)}`}</ArrowLink>
        )}
      </div>
      {previous && (
        <PreviousPage
          href={pages.company(id, { q, cursor: previous })}
          label="Earlier jobs"
          onClick={add('previous')}
        />
      )}
      {results.length > 0 ? (
        <div className="[&_.job-head>:is(img,svg,bdi)]:hidden">
          <JobGrid jobs={results} heading="h3" pageOf={pageOf} />
        </div>
      ) : (
        <EmptyState title={cursor ? 'No more jobs' : 'No jobs match'}>
          <p>
            <PageLink href={pages.company(id)} className="link">
              Show all jobs
            </PageLink>
          </p>
        </EmptyState>
      )}
      <Pagination
        next={
          next && {
            href: `${pages.company(id, { q, cursor: next })}#jobs`,
            label: 'More jobs',
            onClick: add('next'),
          }
        }
      />
      {!site.noMail && (
        <a href={newAlertPage({ company: id, q })} className="link">
          Email me new jobs like this
        </a>
      )}
    </section>
  );
}

/** The links of a profile. The website is listed once, even if it is also among them. */
function otherLinksOf({ website, links, linktexts = links }: CompanyProfile) {
  return links.flatMap((href, index) =>
    href === website
      ? []
      : [<CompanyLink key={href} href={href} text={linktexts[index] ?? href} />],
  );
}
