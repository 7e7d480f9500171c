import { isConfusable, provableDomain } from '#server/content/domains/company-domains.ts';
import { readableDomain } from '#server/content/domains/readable-domain.ts';
import type { CompanyRename } from '#shared/contract/company-renames.ts';
import { websiteText } from '../presenter.ts';
import type { RenameRow } from './queries.ts';

export function presentRename({ rename, company, person, existing }: RenameRow): CompanyRename {
  const { id, name, website, state, reason, requested_at, version } = rename;
  return {
    id,
    company: { ...company, ...websiteText(company.website) },
    name: name ?? company.name,
    website: website ?? company.website,
    ...websiteText(website ?? company.website),
    domain: readableDomain(provableDomain(website ?? '') ?? ''),
    state,
    reason: reason ?? '',
    person: person ?? '',
    requested: requested_at.toISOString(),
    version,
    // What stays was accepted before.
    confusable: isConfusable({ name: name ?? '', website: website ?? '' }),
    existing,
  };
}
