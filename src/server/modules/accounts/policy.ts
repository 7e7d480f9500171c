import type { Caller } from '#server/http/api/caller.ts';
import { forbidden } from '#server/http/api/problem.ts';

/**
 * Accounts are private to their owner and to site admins.
 * @throws ProblemError 403 whether or not the account exists, so that nobody learns who has an account
 */
export function authorizeAccount(caller: Caller, id: string): void {
  if (caller.id !== id && caller.role !== 'siteadmin') throw forbidden('account');
}
