import type { Caller } from '#server/http/api/caller.ts';
import { forbidden } from '#server/http/api/problem.ts';

/**
 * Accounts are private to their owners and to site admins.
 * @throws ProblemError 403, even if the account does not exist, so that nobody can find out who has an account
 */
export function authorizeAccount(caller: Caller, id: string): void {
  if (caller.id !== id && caller.role !== 'siteadmin') throw forbidden('account');
}
