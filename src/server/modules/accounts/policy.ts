import { forbidden } from '#server/http/problem.ts';
import type { Caller } from '#server/identity/access.ts';

/**
 * Accounts are for oneself, or for a site admin.
 * @throws ProblemError 403, whether or not there is such an account: nobody learns who has one
 */
export function authorizeAccount(caller: Caller, id: string): void {
  if (caller.id !== id && caller.role !== 'siteadmin') throw forbidden('account');
}
