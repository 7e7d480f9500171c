import { SOURCE_STATES } from '#shared/domain/sources.ts';
import { AddSource } from '#web/features/sources/add-source.tsx';
import { SourcePage } from '#web/features/sources/source-page.tsx';
import { SourceRow } from '#web/features/sources/source-row.tsx';
import { NEW_SOURCE, SITE_ADMIN_SCOPE } from '#web/features/sources/source-scope.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import type { AdminPageProps } from './admin-page-props.ts';
import { CompanyField } from './company-field.tsx';
import { AdminList } from './list/admin-list.tsx';
import { readParameters } from './list/parameters.ts';

const STATE_NAMES: Record<(typeof SOURCE_STATES)[number], string> = {
  active: 'Active',
  paused: 'Paused',
  proposed: 'Waiting for approval',
  asking: 'Waiting for an answer',
};

const FILTERS = [
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: [
      ...SOURCE_STATES.map((value) => ({ value, label: STATE_NAMES[value] })),
      { value: 'failing', label: 'Failing' },
    ],
  },
] as const;

/** The sources of all companies, one of these sources, or the form that adds one. */
export function Sources({ parameters }: AdminPageProps) {
  const { source } = readParameters(parameters, ['source']);
  if (source === NEW_SOURCE) {
    return (
      <AddSource
        scope={SITE_ADMIN_SCOPE}
        company={undefined}
        renderCompanyField={(choice) => <CompanyField {...choice} />}
      />
    );
  }
  if (source) return <SourcePage key={source} id={source} scope={SITE_ADMIN_SCOPE} />;
  return (
    <AdminList
      page="sources"
      parameters={parameters}
      noun={{ one: 'source', many: 'sources' }}
      searchLabel="Company or system"
      filters={FILTERS}
      links={{ company: 'One company' }}
      load={(api, query) => api('GET /api/sources', { query })}
      actions={<ButtonLink href={SITE_ADMIN_SCOPE.hrefOf(NEW_SOURCE)}>Add source</ButtonLink>}
      empty="Add the career page of a company, and its jobs are imported automatically."
    >
      {(source) => <SourceRow key={source.id} source={source} scope={SITE_ADMIN_SCOPE} />}
    </AdminList>
  );
}
