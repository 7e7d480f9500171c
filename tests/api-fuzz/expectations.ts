import { describeRefusedText } from '#server/modules/pages/commands.ts';
import { jobSearch } from '#shared/contract/jobs.ts';
import { PICTURE_SETTINGS } from '#shared/domain/board-settings.ts';
import { isTimeZone } from '#shared/domain/time-zone.ts';
import { MAX_CATEGORIES } from '#shared/limits.ts';
import { parseQuery, readJobSearch } from '#shared/urls/paths.ts';
import type { Operation } from '../support/api-operations.ts';
import { type Input, roleRefusal } from './calls.ts';
import type { Caller, Target, TestBoard } from './test-board.ts';

type Situation = { operation: Operation; caller: Caller; input: Input; board: TestBoard };

/** Returns the expected status of a valid call. It restates the board's rules independently of the server's code. */
export function expectedStatus(situation: Situation): number {
  const { operation, caller, input } = situation;
  const { success } = operation;
  const refused = roleRefusal(operation, caller);
  if (refused) return refused;
  const { target } = input;
  switch (operation.id) {
    case 'reportJob':
    case 'getJob':
    case 'listSimilarJobs':
      return { open: success, closed: 410, deleted: 410, unknown: 404 }[stateOf(target)];
    case 'getClosedJob':
      return { open: 404, closed: success, deleted: success, unknown: 404 }[stateOf(target)];
    case 'listPostingIssues':
      return (
        { open: undefined, closed: 410, deleted: 410, unknown: 404 }[stateOf(target)] ??
        (canWriteJobsOf(caller, target?.company) ? success : 403)
      );
    case 'markJob': {
      const { saved, applied, hidden, note } = input.body ?? {};
      const isMarked = saved || applied || hidden || String(note ?? '').trim();
      const exists = target?.kind === 'job' && ['open', 'closed'].includes(stateOf(target));
      return isMarked && !exists ? 404 : success;
    }
    case 'hideCompany':
      return target?.state === 'open' ? success : 404;
    case 'requestAlert':
      return isSearch(input) ? success : 400;
    case 'saveSearch':
      return statusForSearch(situation);
    case 'createJob':
      return canWriteJobsOf(caller, companyOfBody(input)) ? success : 403;
    case 'updateJob':
    case 'closeJob':
    case 'renewJob':
    case 'deleteJob':
    case 'reopenJob':
      return statusForJob(situation);
    case 'restoreJob':
      return statusForRestore(situation);
    case 'restoreCompany':
      return target?.state === 'open' ? 409 : 404;
    case 'getCompany':
    case 'getCompanyFigures':
    case 'deleteCompany':
      return target?.state === 'open' ? unlessOutdated(situation) : 404;
    case 'updateCompany':
      return statusForCompany(situation);
    case 'mergeCompanies':
      // No company has the ids in the body.
      return target?.state === 'open' ? 400 : 404;
    case 'getAuditEvent':
    case 'restoreDeleted':
      // No event has such a number.
      return 404;
    case 'getAccount':
    case 'updateAccount':
      if (caller.id !== target?.id && caller.role !== 'siteadmin') return 403;
      return target?.state === 'open' ? success : 404;
    case 'assignRole':
      return statusForRole(situation);
    case 'blockPerson':
      if (!isPerson(target)) return 404;
      return target?.id === caller.id ? 409 : success;
    case 'unblockPerson':
      return isPerson(target) ? 409 : 404;
    case 'endSessionsOfPerson':
      return isPerson(target) ? success : 404;
    case 'unlockField': {
      const status = statusForJob(situation);
      const isField = JOB_FIELDS.includes(String(input.body?.field));
      if (!isField && stateOf(target) === 'closed' && status === 410) return 400;
      if (status !== success) return status;
      // The jobs have no source.
      return isField ? 404 : 400;
    }
    case 'mergeJob':
    case 'distinguishJobs':
      if (stateOf(target) === 'deleted' || stateOf(target) === 'unknown') return 404;
      // No job has the id in the body.
      return canWriteJobsOf(caller, target?.company) ? 400 : 403;
    case 'previewSource':
      // The company in the body does not exist, and only site admins may leave it out.
      if (caller.role !== 'siteadmin') return 403;
      return input.body?.company === undefined ? success : 400;
    case 'createSource':
      // The board has no such preview.
      return 400;
    case 'createJobDraft':
      return canWriteJobsOf(caller, companyOfBody(input)) ? success : 403;
    case 'resolveReports':
    case 'resendMail':
    case 'changeSavedSearch':
    case 'deleteSavedSearch':
    case 'endSession':
    case 'removeIdentity':
    case 'removePasskey':
    case 'chooseMembership':
    case 'updateMembership':
    case 'endMembership':
    case 'withdrawInvitation':
    case 'readInvitation':
    case 'readJobRenewal':
    case 'renewJobByToken':
    case 'closeJobByToken':
    case 'acceptInvitation':
    case 'getJobDraft':
    case 'updateJobDraft':
    case 'deleteJobDraft':
    case 'submitJobDraft':
    case 'withdrawJobDraft':
    case 'approveJobDraft':
    case 'rejectJobDraft':
    case 'getReview':
    case 'getClaim':
    case 'updateClaim':
    case 'deleteClaim':
    case 'uploadClaimLogo':
    case 'updateClaimedJob':
    case 'sendClaimCode':
    case 'proveClaim':
    case 'submitClaim':
    case 'withdrawClaim':
    case 'acceptClaim':
    case 'objectToClaim':
    case 'approveClaim':
    case 'rejectClaim':
    case 'getRename':
    case 'deleteRename':
    case 'approveRename':
    case 'rejectRename':
    case 'getSourcePreview':
    case 'getSource':
    case 'updateSource':
    case 'deleteSource':
    case 'runSource':
    case 'pauseSource':
    case 'resumeSource':
    case 'listSourceRuns':
    case 'listRunChanges':
    case 'undoSourceRun':
    case 'listLockedFields':
    case 'listDuplicateJobs':
      // The board has no mails, reports, invitations, drafts, claims, renames and sources with these ids, and it has signed no
      // token. Its callers sign in without a session, and have no identities and passkeys. The ids of their memberships
      // are unknown.
      return 404;
    case 'createClaim':
      return statusForClaim(situation);
    case 'getTeam':
    case 'listCompanyRenames':
    case 'invite':
      return statusForTeam(situation);
    case 'updateSettings':
      return statusForSettings(situation);
    case 'addPage':
      return describeRefusedText(String(input.body?.text)) || !isNewPage(input) ? 400 : success;
    case 'changeCategory':
    case 'deleteCategory':
      // No category has such a slug.
      return 404;
    case 'addCategory':
      return isNewCategory(input) ? success : 409;
    case 'getPage':
    case 'readPage':
    case 'updatePage':
    case 'deletePage':
    case 'readPageVersion':
      // The generated ids belong to rows of other kinds, not to text pages.
      return 404;
    case 'getDataExport':
      // The caller's download does not exist, or is still being prepared.
      return 404;
    case 'deleteAccount':
    case 'sendDeletionCode':
      return statusForDeletion(situation);
    case 'sendTestMail':
      // The callers have no verified address.
      return 409;
    case 'createPasskeyOptions':
    case 'addPasskey':
      // The callers do not sign in at the embedded provider.
      return 409;
    case 'createAccount': {
      const id = input.body?.id;
      if (caller.id !== id && caller.role !== 'siteadmin') return 403;
      return situation.board.callers.some((one) => one.id === id && one.role) ? 409 : success;
    }
    default:
      return success;
  }
}

/** The slugs of the categories that earlier calls have added. */
const addedCategories = new Set<unknown>();

function statusForSettings({ operation, input }: Situation): number {
  const { timezone = 'UTC' } = input.body ?? {};
  if (!isTimeZone(String(timezone).trim())) return 400;
  if (input.headers['if-match'] === OUTDATED_ETAG) return 412;
  // No picture with such a path was uploaded.
  return PICTURE_SETTINGS.some((name) => input.body?.[name]) ? 400 : operation.success;
}

const addedPages = new Set<unknown>();

function isNewPage({ body }: Input): boolean {
  const isNew = !addedPages.has(body?.slug);
  addedPages.add(body?.slug);
  return isNew;
}

function isNewCategory({ body }: Input): boolean {
  const isNew = !addedCategories.has(body?.slug) && addedCategories.size < MAX_CATEGORIES;
  if (isNew) addedCategories.add(body?.slug);
  return isNew;
}

function statusForJob(situation: Situation): number {
  const { operation, caller, input } = situation;
  const state = stateOf(input.target);
  if (state === 'unknown') return 404;
  if (state === 'deleted') return 410;
  if (!canWriteJobsOf(caller, input.target?.company)) return 403;
  if (operation.id === 'reopenJob') return state === 'closed' ? operation.success : 409;
  if (operation.id !== 'deleteJob' && state === 'closed') return 410;
  if (operation.id === 'updateJob' && !canWriteJobsOf(caller, companyOfBody(input))) return 403;
  return unlessOutdated(situation);
}

/** Owners use only logos that are uploaded. */
function statusForCompany(situation: Situation): number {
  const { caller, input } = situation;
  if (input.target?.state !== 'open') return 404;
  if (!canWriteJobsOf(caller, input.target.id)) return 403;
  const status = unlessOutdated(situation);
  const isElsewhere = /^\s*https?:/i.test(String(input.body?.logo ?? ''));
  return status !== 412 && isElsewhere && caller.role !== 'siteadmin' ? 400 : status;
}

/** No code can be sent to the callers, so a word confirms the deletion. The only site admin cannot be deleted. */
function statusForDeletion({ operation, caller, input, board }: Situation): number {
  const admins = board.callers.filter(({ role }) => role === 'siteadmin');
  if (operation.id === 'sendDeletionCode') return 409;
  if (caller.role === 'siteadmin' && admins.length === 1) return 409;
  return String(input.body?.word).trim().toUpperCase() === 'DELETE' ? operation.success : 400;
}

/** The status of restoring a job. None of the callers deleted the deleted jobs of the board. */
function statusForRestore({ operation, caller, input }: Situation): number {
  const state = stateOf(input.target);
  if (state === 'unknown') return 404;
  if (!canWriteJobsOf(caller, input.target?.company)) return 403;
  if (state !== 'deleted') return 409;
  return caller.role === 'siteadmin' ? operation.success : 403;
}

function statusForTeam({ operation, caller, input: { target } }: Situation): number {
  if (target?.state !== 'open') return 404;
  return canWriteJobsOf(caller, target.id) ? operation.success : 403;
}

/** Either an existing company or a new one must be given. Site admins and owners need no claim. */
function statusForClaim({ operation, caller, input }: Situation): number {
  const company = companyOfBody(input);
  if ((company === undefined) === (input.body?.registration === undefined)) return 400;
  if (!caller.role) return 403;
  const isOwner = company !== undefined && caller.company === company;
  return isOwner || caller.role === 'siteadmin' ? 409 : operation.success;
}

/** The fields of a job that a person can unlock. */
const JOB_FIELDS = ['title', 'type', 'location', 'description', 'pay', 'applyurl', 'validthrough'];

const isPerson = (target: Target | undefined) =>
  target?.kind === 'account' && target.state === 'open';

const stateOf = (target: Target | undefined) => target?.state ?? 'unknown';

function companyOfBody({ body }: Input): string | undefined {
  return (body?.company as { id?: string } | undefined)?.id;
}

function canWriteJobsOf({ role, company }: Caller, id: string | undefined): boolean {
  return role === 'siteadmin' || (role === 'companyadmin' && company === id);
}

/** People without an account save no searches. Without a verified address, no search sends emails. */
function statusForSearch({ operation, caller, input }: Situation): number {
  if (!isSearch(input)) return 400;
  if (!caller.role) return 403;
  return input.body?.frequency === 'never' ? operation.success : 409;
}

/** Whether the query string in a body is a valid search. */
function isSearch({ body }: Input): boolean {
  return jobSearch.safeParse(readJobSearch(parseQuery(String(body?.search ?? '')))).success;
}

/** An ETag with a version that no row has. */
export const OUTDATED_ETAG = '"987654321"';

function unlessOutdated({ operation, input }: Situation): number {
  return input.headers['if-match'] === OUTDATED_ETAG ? 412 : operation.success;
}

/** The body must name a company only for company admins. The only site admin cannot lose the role. */
function statusForRole({ operation, caller, input, board }: Situation): number {
  const { role, company } = (input.body ?? {}) as { role?: string; company?: string };
  if ((role === 'companyadmin') !== (company !== undefined)) return 400;
  if (!isPerson(input.target)) return 404;
  if (
    company !== undefined &&
    !board.targets.some(
      (one) => one.kind === 'company' && one.id === company && one.state === 'open',
    )
  )
    return 404;
  const isLast = input.target?.id === caller.id && role !== 'siteadmin';
  return isLast ? 409 : operation.success;
}
