import type { Operation } from '../support/api-operations.ts';
import { type Input, roleRefusal } from './calls.ts';
import type { BoardUnderTest, Caller, Target } from './test-board.ts';

type Situation = { operation: Operation; caller: Caller; input: Input; board: BoardUnderTest };

/** The one answer to a valid call: the board's rules once more, in few words. */
export function expectedStatus(situation: Situation): number {
  const { operation, caller, input } = situation;
  const { success } = operation;
  const refused = roleRefusal(operation, caller);
  if (refused) return refused;
  const { target } = input;
  switch (operation.id) {
    case 'getJob':
      return { open: success, closed: 410, deleted: 410, unknown: 404 }[stateOf(target)];
    case 'getClosedJob':
      return { open: 404, closed: success, deleted: success, unknown: 404 }[stateOf(target)];
    case 'listPostingIssues':
    case 'listPostingGaps':
      return (
        { open: undefined, closed: 410, deleted: 410, unknown: 404 }[stateOf(target)] ??
        (mayWriteJobsOf(caller, target?.company) ? success : 403)
      );
    case 'createJob':
      return mayWriteJobsOf(caller, companyIn(input)) ? success : 403;
    case 'updateJob':
    case 'closeJob':
    case 'deleteJob':
    case 'reopenJob':
      return ofJob(situation);
    case 'getCompany':
    case 'updateCompany':
    case 'deleteCompany':
      return target?.state === 'open' ? unlessStale(situation) : 404;
    case 'getAccount':
    case 'updateAccount':
      if (caller.id !== target?.id && caller.role !== 'siteadmin') return 403;
      return target?.state === 'open' ? success : 404;
    case 'createAccount': {
      const id = input.body?.id;
      if (caller.id !== id && caller.role !== 'siteadmin') return 403;
      return situation.board.callers.some((one) => one.id === id && one.role) ? 409 : success;
    }
    default:
      return success;
  }
}

function ofJob(situation: Situation): number {
  const { operation, caller, input } = situation;
  const state = stateOf(input.target);
  if (state === 'unknown') return 404;
  if (state === 'deleted') return 410;
  if (!mayWriteJobsOf(caller, input.target?.company)) return 403;
  if (operation.id === 'reopenJob') return state === 'closed' ? operation.success : 409;
  if (operation.id !== 'deleteJob' && state === 'closed') return 410;
  if (operation.id === 'updateJob' && !mayWriteJobsOf(caller, companyIn(input))) return 403;
  return unlessStale(situation);
}

const stateOf = (target: Target | undefined) => target?.state ?? 'unknown';

function companyIn({ body }: Input): string | undefined {
  return (body?.company as { id?: string } | undefined)?.id;
}

function mayWriteJobsOf({ role, company }: Caller, id: string | undefined): boolean {
  return role === 'siteadmin' || (role === 'companyadmin' && company === id);
}

/** A version that no row of the board has come to. */
export const STALE_TAG = '"987654321"';

function unlessStale({ operation, input }: Situation): number {
  return input.headers['if-match'] === STALE_TAG ? 412 : operation.success;
}
