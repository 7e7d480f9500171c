import { isConfusable, provableDomain } from '#server/content/domains/company-domains.ts';
import { readableAddress, readableDomain } from '#server/content/domains/readable-domain.ts';
import { renderHtml } from '#server/content/markdown/render-html.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { presentValues } from '#server/modules/jobs/drafts/presenter.ts';
import type { Claim, ReviewedClaim } from '#shared/contract/claims.ts';
import type { ClaimRow, QueueRow } from './queries.ts';

/** Presents a claim to the person whose claim it is, or to a site admin. */
export function presentClaim(
  { claim, company, code, existing }: ClaimRow,
  caller: Pick<Caller, 'id'>,
): Claim {
  const { id, state, version, registration, message, reason, job, last_rejection: last } = claim;
  const domain = provableDomain(registration?.website ?? company?.trusted_website ?? '') ?? '';
  return {
    id,
    state,
    version,
    registration,
    message,
    existing,
    company: company && { id: company.id, name: company.name, logo: company.logo },
    reason: reason ?? '',
    domain,
    domaintext: readableDomain(domain),
    // Only the person may know to which email address a code was sent.
    codesentto: (caller.id === claim.account_id && code) || '',
    provenemail: readableAddress(claim.proven_email ?? ''),
    job: job && presentValues(job),
    rejected:
      last && state !== 'rejected' ? { ...last, job: last.job && presentValues(last.job) } : null,
    updated: claim.updated_at.toISOString(),
    submitted: claim.submitted_at?.toISOString() ?? null,
    takeseffect: claim.takes_effect_at?.toISOString() ?? null,
  };
}

/** Presents a claim to a site admin, with its Markdown as HTML. */
export function presentInQueue(row: QueueRow, caller: Pick<Caller, 'id'>): ReviewedClaim {
  const { person, owners, company } = row;
  const { registration, job, ...claim } = presentClaim(row, caller);
  return {
    ...claim,
    registration: registration && {
      ...registration,
      description: renderHtml(registration.description),
    },
    job: job && { ...job, description: renderHtml(job.description) },
    person: { account: person.id, name: person.name, email: readableAddress(person.email ?? '') },
    website: registration?.website ?? company?.website ?? '',
    confusable: registration ? isConfusable(registration) : false,
    owners,
  };
}
