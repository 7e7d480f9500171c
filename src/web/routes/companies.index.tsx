import { createFileRoute, Link } from '@tanstack/react-router';
import { found } from '#web/api/found.ts';
import { CompanyCard } from '#web/features/companies/company-card.tsx';
import { pageTitle } from '#web/features/site/page-title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

type Search = { cursor?: string };

export const Route = createFileRoute('/companies/')({
  validateSearch: ({ cursor }: Search): Search => (cursor ? { cursor } : {}),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api }, deps: { cursor } }) =>
    found(api('GET /api/companies', { query: { cursor, description: 'html' } })),
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
          {results.map((company) => (
            <li key={company.id}>
              <CompanyCard company={company} heading="h2" />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="No companies yet">
          <p>The first one to be added will stand here.</p>
        </EmptyState>
      )}
      <nav aria-label="Pages" className="mt-14 flex flex-wrap justify-center gap-4 empty:hidden">
        {cursor && (
          <Link to="/companies" className="button button-quiet">
            First companies
          </Link>
        )}
        {next && (
          <Link to="/companies" search={{ cursor: next }} className="button" rel="next">
            More companies
          </Link>
        )}
      </nav>
    </section>
  );
}
