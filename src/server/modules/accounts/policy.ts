import type { Caller } from '#server/http/api/caller.ts';
import { forbidden } from '#server/http/api/problem.ts';

/**
 * Accounts are for oneself, or for a site admin.
 * @throws ProblemError 403, whether or not there is such an account: nobody learns who has one
 */
export function authorizeAccount(caller: Caller, id: string): void {
  if (caller.id !== id && caller.role !== 'siteadmin') throw forbidden('account');
}
