import { createFileRoute } from '@tanstack/react-router';
import { pages } from '#shared/paths.ts';
import { found } from '#web/api/found.ts';
import { CompanyCard } from '#web/features/companies/company-card.tsx';
import { pageTitle } from '#web/features/site/page-title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListPages } from '#web/ui/list-pages.tsx';

type Search = { cursor?: string };

export const Route = createFileRoute('/companies/')({
  validateSearch: ({ cursor }: Search): Search => (cursor ? { cursor } : {}),
  loaderDeps: ({ search: { cursor } }) => ({ cursor }),
  loader: ({ context: { api }, deps: { cursor } }) =>
    found(api('GET /api/companies', { query: { cursor, description: 'summary' } })),
  head: ({ match: { context } }) => ({ meta: [{ title: pageTitle(context.site, 'Companies') }] }),
  component: Companies,
});

function Companies() {
  const { results, next } = Route.useLoaderData();
  const { cursor } = Route.useSearch();
  return (
    <section className="page-width page-space">
      <h1 className="page-title mb-10">Companies</h1>
      {results.length > 0 ? (
        <ul className="company-grid">
          {results.map(({ truncated, description, ...company }) => (
            <li key={company.id}>
              <CompanyCard company={company} heading="h2">
                {description && <p dir="auto">{truncated ? `${description}...` : description}</p>}
              </CompanyCard>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={cursor ? 'Nothing further' : 'No company is listed yet'} />
      )}
      <ListPages
        first={cursor && { href: pages.companies(), label: 'First companies' }}
        next={next && { href: pages.companies({ cursor: next }), label: 'More companies' }}
      />
    </section>
  );
}
