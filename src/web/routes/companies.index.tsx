import { createFileRoute } from '@tanstack/react-router';
import { mayWriteCompanies } from '#shared/domain/permissions.ts';
import { pages } from '#shared/urls/paths.ts';
import { orNotFound } from '#web/api/errors.ts';
import { useAccount } from '#web/auth/use-session.ts';
import { CompanyCard } from '#web/features/companies/company-card.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CardGrid } from '#web/ui/card-grid.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';

type Search = { cursor?: string };

export const Route = createFileRoute('/companies/')({
  validateSearch: ({ cursor }: Search): Search => (cursor ? { cursor } : {}),
  loaderDeps: ({ search: { cursor } }) => ({ cursor }),
  loader: ({ context: { api }, deps: { cursor } }) =>
    orNotFound(api('GET /api/companies', { query: { cursor, description: 'summary' } })),
  component: Companies,
});

function Companies() {
  const { results, next } = Route.useLoaderData();
  const { cursor } = Route.useSearch();
  const editable = mayWriteCompanies(useAccount() ?? {});
  return (
    <section className="page-width page-space">
      <PageHeader title="Companies" className="mb-10">
        {editable && <ButtonLink href={pages.addCompany()}>Add Company</ButtonLink>}
      </PageHeader>
      {results.length > 0 ? (
        <CardGrid>
          {results.map(({ truncated, description, ...company }) => (
            <li key={company.id}>
              <CompanyCard company={company} heading="h2" editable={editable}>
                {description && <p dir="auto">{truncated ? `${description}...` : description}</p>}
              </CompanyCard>
            </li>
          ))}
        </CardGrid>
      ) : (
        <EmptyState title={cursor ? 'No more companies' : 'No companies yet'} />
      )}
      <Pagination
        first={cursor && { href: pages.companies(), label: 'First companies' }}
        next={next && { href: pages.companies({ cursor: next }), label: 'More companies' }}
      />
    </section>
  );
}
