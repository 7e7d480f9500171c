import { readableWebsite } from '#server/content/domains/readable-domain.ts';
import { gazetteer } from '#server/content/places/gazetteer.ts';
import type { Company, CompanyListItem, CompanyProfile } from '#shared/contract/companies.ts';
import { MAX_COMPANY_PLACES } from '#shared/limits.ts';
import { labelOf } from '../search/suggest-places.ts';
import type { CompanyListRow, CompanyPageRow, CompanyRow } from './queries.ts';

/**
 * Presents a company in a list. If the row has a description, the result contains it; otherwise, it contains the
 * summary if requested.
 */
export function presentCompanyListItem(row: CompanyListRow, summary: boolean): CompanyListItem {
  const { id, name, website, logo, description } = row;
  return {
    id,
    name,
    website,
    ...websiteText(website),
    logo,
    description: description ?? (summary ? row.summary : ''),
    truncated: description === null && summary && row.summary_truncated,
  };
}

/** Presents the places of a company. Places with the same name, such as a region and its capital, are merged. */
export function presentPlaces(rows: { place: string; jobs: number }[]) {
  const jobsByLabel = new Map<string, number>();
  for (const { place, jobs } of rows) {
    const area = gazetteer().get(place);
    if (!area) continue;
    const label = labelOf(area);
    jobsByLabel.set(label, Math.max(jobsByLabel.get(label) ?? 0, jobs));
  }
  return [...jobsByLabel].map(([place, jobs]) => ({ place, jobs })).slice(0, MAX_COMPANY_PLACES);
}

/** The website as people read it, if it differs. */
export function websiteText(website: string): { websitetext?: string } {
  const text = readableWebsite(website);
  return text === website ? {} : { websitetext: text };
}

/** Presents a company with the description that the row contains. */
export function presentCompany({ id, name, description, website, logo }: CompanyRow): Company {
  return { id, name, description, website, ...websiteText(website), logo };
}

/** Presents a company with its profile. */
export function presentCompanyProfile(row: CompanyPageRow): CompanyProfile {
  const { industry, size, founded, places, links } = row;
  const linktexts = links.map(readableWebsite);
  const differ = linktexts.some((text, index) => text !== links[index]);
  return {
    ...presentCompany(row),
    industry,
    size,
    founded,
    places,
    links,
    ...(differ && { linktexts }),
  };
}
