import type { Caller } from '#server/http/api/caller.ts';
import { forbidden } from '#server/http/api/problem.ts';
import { mayWriteCompanies } from '#shared/domain/permissions.ts';

/**
 * Only people who may edit a company need its logo: site admins and owners.
 * @throws ProblemError 403
 */
export function authorizeUpload(caller: Caller, ownsCompany: boolean): void {
  if (!ownsCompany && !mayWriteCompanies(caller)) throw forbidden('role');
}
