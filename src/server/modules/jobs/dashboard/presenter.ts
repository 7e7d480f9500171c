import type { DashboardJob } from '#shared/contract/dashboard.ts';
import type { EmploymentType } from '#shared/domain/employment-types.ts';
import { findPostingIssues } from '../posting/posting-issues.ts';
import { closingTime } from '../queries.ts';
import type { DashboardDraftRow, DashboardJobRow } from './queries.ts';

export function presentDashboardJob(row: DashboardJobRow): DashboardJob {
  const { id, title, type, location, company, facts } = row;
  const closed = closingTime(row);
  const validthrough = row.validthrough ?? '';
  return {
    id,
    title,
    type,
    location,
    validthrough,
    company: { id: company.id, name: company.name, logo: company.logo },
    posted: row.date.toISOString(),
    updated: row.updated_at.toISOString(),
    closesat: row.closes_at?.toISOString() ?? null,
    closedat: closed?.toISOString() ?? null,
    closedby: closed ? (row.closed_by ?? (row.closed_at ? 'source' : 'day')) : null,
    reason: '',
    issues: closed
      ? []
      : findPostingIssues({
          ...facts,
          company,
          validthrough,
          hasDescription: row.has_description,
          sourceCloses: row.source_validthrough,
        }),
  };
}

export function presentDashboardDraft(row: DashboardDraftRow): DashboardJob {
  const { id, title, location, company, validthrough, reason } = row;
  return {
    id,
    title,
    location,
    company,
    validthrough,
    // The database stores any text, but the contract has allowed only the types in the select box.
    type: row.type as EmploymentType,
    posted: null,
    updated: row.updated_at.toISOString(),
    closesat: null,
    closedat: null,
    closedby: null,
    reason: reason ?? '',
    issues: [],
  };
}
