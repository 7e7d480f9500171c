import { UPLOADS_PATH } from '#server/content/storage/upload-name.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { badInput, forbidden } from '#server/http/api/problem.ts';
import { mayWriteCompanies } from '#shared/domain/permissions.ts';
import type { TeamRole } from '#shared/domain/team-roles.ts';

/**
 * Owners and site admins may edit a company, and see and withdraw the request to change its name or website. `teamRole` is the
 * caller's role in the team of the company.
 */
export function mayEdit(caller: Caller, teamRole: TeamRole | undefined): boolean {
  return teamRole === 'owner' || mayWriteCompanies(caller);
}

/** @throws ProblemError 403 if the caller may not edit the company */
export function authorizeEditing(caller: Caller, teamRole: TeamRole | undefined): void {
  if (!mayEdit(caller, teamRole)) throw forbidden('company');
}

/** Whether another name and another website that the caller sends need the approval of a site admin. */
export function needsApproval(caller: Caller): boolean {
  return !mayWriteCompanies(caller);
}

/**
 * Only site admins may use a logo at another site, which could change or learn who visits the page.
 * @throws ProblemError 400 at `logo`
 */
export function authorizeLogo(caller: Caller, logo: string): void {
  if (!logo || logo.startsWith(UPLOADS_PATH) || mayWriteCompanies(caller)) return;
  throw badInput([{ path: 'logo', message: 'must be a picture that was uploaded here' }]);
}

/**
 * A company keeps its website. Imported companies may have none, and can be edited without one.
 * @throws ProblemError 400 at `website`
 */
export function requireWebsite(website: string, stored: string): void {
  if (website || !stored) return;
  throw badInput([{ path: 'website', message: 'must not be empty' }]);
}
