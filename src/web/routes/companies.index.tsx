import { createFileRoute } from '@tanstack/react-router';
import { mayWriteCompanies } from '#shared/domain/permissions.ts';
import { formatPosition } from '#shared/format/position.ts';
import { SEARCH_LENGTH } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { orNotFound } from '#web/api/errors.ts';
import { useAccount } from '#web/auth/use-session.ts';
import { inColumns } from '#web/data/columns.ts';
import { CompanyRow } from '#web/features/companies/company-row.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SearchForm } from '#web/ui/search-form.tsx';

type Search = { q?: string; sort?: 'jobs'; cursor?: string };

export const Route = createFileRoute('/companies/')({
  // Leave `sort` out of the type. In components of several pages, the router combines the types of all searches, and
  // this `sort` would contradict the `sort` of job searches.
  validateSearch: (search: Search): Omit<Search, 'sort'> => search,
  loaderDeps: ({ search }) => {
    const { q, sort, cursor }: Search = search;
    return { q, sort, cursor };
  },
  loader: async ({ context: { api }, deps }) =>
    inColumns(
      await orNotFound(
        api('GET /api/companies', { query: { ...deps, description: 'summary', counts: 'true' } }),
      ),
    ),
  component: Companies,
});

const ORDERS = [
  { sort: undefined, label: 'Name' },
  { sort: 'jobs', label: 'Most jobs' },
] as const;

function Companies() {
  const { results, total = 0, offset, next } = Route.useLoaderData();
  const { q = '', sort, cursor }: Search = Route.useSearch();
  const editable = mayWriteCompanies(useAccount() ?? {});
  return (
    <section className="page-width page-space">
      <PageHeader title="Companies" className="mb-6">
        {editable && <ButtonLink href={pages.addCompany()}>Add Company</ButtonLink>}
      </PageHeader>
      <SearchForm
        label="Search companies"
        value={q}
        maxLength={SEARCH_LENGTH}
        pageOf={(text) => pages.companies({ q: text, sort })}
      >
        {sort && <input type="hidden" name="sort" value={sort} />}
      </SearchForm>
      <div className="mt-6 mb-3 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <p role="status" className="text-muted">
          {`${formatPosition({ offset, rows: results.length, total })} ${total === 1 ? 'company' : 'companies'}`}
        </p>
        <nav aria-label="Order" className="flex flex-wrap items-baseline gap-x-4 text-small">
          <span aria-hidden="true" className="text-muted">
            Sort by
          </span>
          {ORDERS.map((order) => (
            <ButtonLink
              key={order.label}
              href={pages.companies({ q, sort: order.sort })}
              variant="text"
              resetScroll={false}
              {...(order.sort === sort && { 'aria-current': 'true' as const })}
            >
              {order.label}
            </ButtonLink>
          ))}
        </nav>
      </div>
      {results.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line">
          {results.map((company) => (
            <li key={company.id}>
              <CompanyRow company={company} editable={editable} />
            </li>
          ))}
        </ul>
      ) : q && !cursor ? (
        <EmptyState title="No matching companies">
          <p>
            <PageLink href={pages.companies({ sort })} className="link">
              Show all companies
            </PageLink>
          </p>
        </EmptyState>
      ) : (
        <EmptyState title={cursor ? 'No more companies' : 'No companies yet'} />
      )}
      <Pagination
        first={cursor && { href: pages.companies({ q, sort }), label: 'First companies' }}
        next={
          next && {
            href: pages.companies({ q, sort, cursor: next }),
            label: 'More companies',
          }
        }
      />
    </section>
  );
}
