import type { Caller } from '#server/http/api/caller.ts';
import type { findLastTransition } from '#server/modules/audit/last-transition.ts';
import { mayReviewJobs } from '#shared/domain/permissions.ts';

const VERBS: Record<string, string> = {
  save: 'saved this job',
  submit: 'submitted this job',
  withdraw: 'withdrew this job from the review',
  approve: 'approved this job',
  reject: 'rejected this job',
};

const RESULTS: Record<string, string> = {
  draft: 'It is a draft.',
  review: 'It is in review.',
  rejected: 'It is rejected.',
  published: 'It is published.',
};

/**
 * Says who last changed the state of a job, and how, in two sentences. Only site admins see the name of who changed it,
 * because company admins must not learn the names of reviewers.
 */
export function describeTransition(
  caller: Caller,
  last: Awaited<ReturnType<typeof findLastTransition>>,
): string {
  if (!last) return 'The state of this job has changed.';
  const verb = last.state === null ? 'deleted this job' : VERBS[last.action ?? ''];
  return `${nameOf(caller, last)} ${verb ?? 'changed this job'}. ${RESULTS[last.state ?? ''] ?? ''}`.trim();
}

function nameOf(
  caller: Caller,
  { actor, name, role }: NonNullable<Awaited<ReturnType<typeof findLastTransition>>>,
): string {
  if (actor === caller.id) return 'You';
  if (mayReviewJobs(caller) && name) return name;
  return role === 'siteadmin' ? 'A site admin' : 'Another admin of the company';
}
