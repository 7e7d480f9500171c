import type { Caller } from '#server/http/api/caller.ts';
import type { findLastTransition } from '#server/modules/audit/last-transition.ts';

const VERBS: Record<string, string> = {
  save: 'changed this request',
  prove: 'verified this request with an email address',
  submit: 'submitted this request',
  withdraw: 'withdrew this request from the review',
  approve: 'approved this request',
  reject: 'rejected this request',
  accept: 'accepted this request',
  object: 'objected to this request',
  takeEffect: 'verified this request with an email address',
};

const RESULTS: Record<string, string> = {
  draft: 'It is not submitted.',
  review: 'It is in review.',
  rejected: 'It is rejected.',
  approved: 'It is approved.',
};

/**
 * Says who last changed the state of a claim, and how, in two sentences. Only site admins see the name of who changed
 * it, because claimants must not learn the names of reviewers.
 */
export function describeTransition(
  caller: Caller,
  last: Awaited<ReturnType<typeof findLastTransition>>,
): string {
  if (!last) return 'The state of this request has changed.';
  const { actor, name, role, action, state } = last;
  const isReviewer = caller.role === 'siteadmin';
  const other =
    role === 'siteadmin'
      ? 'A site admin'
      : action === 'accept' || action === 'object'
        ? 'An owner of the company'
        : 'The person';
  const subject = actor === caller.id ? 'You' : (isReviewer && name) || other;
  const verb = state === null ? 'deleted this request' : VERBS[action ?? ''];
  return `${subject} ${verb ?? 'changed this request'}. ${RESULTS[state ?? ''] ?? ''}`.trim();
}
