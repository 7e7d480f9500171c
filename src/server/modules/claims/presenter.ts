import { isConfusable } from '#server/content/domains/company-domains.ts';
import {
  readableAddress,
  readableDomain,
  readableWebsite,
} from '#server/content/domains/readable-domain.ts';
import { renderHtml } from '#server/content/markdown/render-html.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { presentValues } from '#server/modules/jobs/drafts/presenter.ts';
import type { Claim, ReviewedClaim } from '#shared/contract/claims.ts';
import { type ClaimRow, domainOf, isProven, type QueueRow } from './queries.ts';

/** Presents a claim to the person whose claim it is, or to a site admin. */
export function presentClaim(row: ClaimRow, caller: Pick<Caller, 'id'>): Claim {
  const { claim, company, person, code, existing } = row;
  const { id, state, version, registration, message, reason, job, last_rejection: last } = claim;
  const domain = domainOf(row) ?? '';
  const isOwn = caller.id === claim.account_id;
  const needsSiteAdmin = state === 'review' && claim.takes_effect_at === null;
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
    codesentto: readableAddress((isOwn && code) || ''),
    provenemail: readableAddress(claim.proven_email ?? ''),
    job: job && presentValues(job),
    rejected:
      last && state !== 'rejected' ? { ...last, job: last.job && presentValues(last.job) } : null,
    updated: claim.updated_at.toISOString(),
    submitted: claim.submitted_at?.toISOString() ?? null,
    takeseffect: claim.takes_effect_at?.toISOString() ?? null,
    review: needsSiteAdmin ? (isProven(row) ? 'insufficient' : 'unproven') : null,
    outcomesentto: readableAddress((isOwn && person.email) || ''),
  };
}

/** Presents a claim to a site admin, with its Markdown as HTML. */
export function presentInQueue(row: QueueRow, caller: Pick<Caller, 'id'>): ReviewedClaim {
  const { person, owners, signals, reasons, company } = row;
  const { registration, job, ...claim } = presentClaim(row, caller);
  return {
    ...claim,
    registration: registration && {
      ...registration,
      description: renderHtml(registration.description),
    },
    job: job && { ...job, description: renderHtml(job.description) },
    person: { account: person.id, name: person.name, email: readableAddress(person.email ?? '') },
    website: readableWebsite(registration?.website ?? company?.website ?? ''),
    confusable: registration ? isConfusable(registration) : false,
    owners,
    signals,
    reasons,
  };
}
