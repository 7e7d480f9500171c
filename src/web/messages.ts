import { numberOfDays } from '#shared/format/days.ts';

/** The texts of toasts. Spec: "Messages". */
export const TOASTS = {
  addJob: { success: 'Job Added Successfully', failure: 'Job Was Not Added' },
  loadJob: { failure: 'Failed to load job data' },
  updateJob: { success: 'Job Updated Successfully', failure: 'Job Was Not Updated' },
  deleteJob: { success: 'Job Deleted Successfully', failure: 'Job Not Deleted' },
  closeJob: { success: 'Job Closed Successfully', failure: 'Job Was Not Closed' },
  renewJob: { success: 'Job Renewed Successfully', failure: 'Job Was Not Renewed' },
  renewJobs: { success: 'Jobs Renewed Successfully', failure: 'Jobs Were Not Renewed' },
  reopenJob: { success: 'Job Reopened Successfully', failure: 'Job Was Not Reopened' },
  restoreJob: { success: 'Job Restored Successfully', failure: 'Job Was Not Restored' },
  closeJobs: { success: 'Jobs Closed Successfully', failure: 'Jobs Were Not Closed' },
  deleteJobs: { success: 'Jobs Deleted Successfully', failure: 'Jobs Not Deleted' },
  reopenJobs: { success: 'Jobs Reopened Successfully', failure: 'Jobs Were Not Reopened' },
  restoreJobs: { success: 'Jobs Restored Successfully', failure: 'Jobs Were Not Restored' },
  saveDraft: { success: 'Draft Saved Successfully', failure: 'Draft Was Not Saved' },
  addJobToReview: { success: 'Job Submitted for Review' },
  submitJob: { success: 'Job Submitted Successfully', failure: 'Job Was Not Submitted' },
  withdrawJob: { success: 'Job Withdrawn Successfully', failure: 'Job Was Not Withdrawn' },
  discardEdit: { success: 'Edit Discarded', failure: 'Edit Was Not Discarded' },
  approveJob: { success: 'Job Approved Successfully', failure: 'Job Was Not Approved' },
  rejectJob: { success: 'Job Rejected Successfully', failure: 'Job Was Not Rejected' },
  resolveReports: { success: 'Reports Resolved', failure: 'Reports Were Not Resolved' },
  addCompany: { success: 'Company Added Successfully', failure: 'Company Was Not Added' },
  updateCompany: { failure: 'Company Was Not Updated' },
  updateOwnCompany: { success: 'Company Updated Successfully' },
  requestRename: { success: 'Company Saved. The New Name or Website Is in Review' },
  withdrawRename: { success: 'Request Withdrawn', failure: 'Request Was Not Withdrawn' },
  dismissRename: { success: 'Rejection Dismissed', failure: 'Rejection Was Not Dismissed' },
  approveRename: { success: 'Change Approved', failure: 'Change Was Not Approved' },
  rejectRename: { success: 'Change Rejected', failure: 'Change Was Not Rejected' },
  deleteCompany: { success: 'Company Deleted Successfully', failure: 'Company Not Deleted' },
  restoreCompany: {
    success: 'Company Restored Successfully',
    failure: 'Company Was Not Restored',
  },
  registerCompany: { success: 'Company Saved Successfully', failure: 'Company Was Not Saved' },
  submitClaim: { success: 'Request Submitted for Review', failure: 'Request Was Not Submitted' },
  withdrawClaim: {
    success: 'Request Withdrawn Successfully',
    failure: 'Request Was Not Withdrawn',
  },
  deleteClaim: { success: 'Request Deleted Successfully', failure: 'Request Was Not Deleted' },
  approveClaim: { success: 'Request Approved Successfully', failure: 'Request Was Not Approved' },
  rejectClaim: { success: 'Request Rejected Successfully', failure: 'Request Was Not Rejected' },
  saveFirstJob: { success: 'Job Saved Successfully', failure: 'Job Was Not Saved' },
  resendMail: { success: 'Mail Queued Successfully', failure: 'Mail Was Not Queued' },
  testMail: { success: 'Test Mail Queued Successfully', failure: 'Test Mail Was Not Queued' },
  pauseMail: { success: 'Mail Paused Successfully', failure: 'Mail Was Not Paused' },
  resumeMail: { success: 'Mail Resumed Successfully', failure: 'Mail Was Not Resumed' },
  downloadList: { failure: 'The List Was Not Downloaded' },
  addPasskey: { success: 'Passkey Added Successfully' },
  removePasskey: { success: 'Passkey Removed Successfully', failure: 'Passkey Was Not Removed' },
  removeIdentity: { success: 'Sign-In Removed', failure: 'Sign-In Was Not Removed' },
  updateAccount: { success: 'Account updated successfully', failure: 'Error updating account' },
} as const;

/** The texts of the actions of site admins. */
export const ADMIN_ACTIONS = {
  mergeCompanies: {
    success: 'Companies Merged',
    failure: 'The companies were not merged',
    invalid: 'The other company no longer exists. Choose a different one.',
  },
  deleteCompany: { success: 'Company Deleted', failure: 'The company was not deleted' },
  restore: { success: 'Restored', failure: 'Nothing was restored' },
  saveSettings: { success: 'Settings Saved', failure: 'The settings were not saved' },
  addPage: { success: 'Page Added', failure: 'The page was not added' },
  savePage: { success: 'Page Saved', failure: 'The page was not saved' },
  deletePage: { success: 'Page Deleted', failure: 'The page was not deleted' },
  resetPage: { success: 'Page Reset', failure: 'The page was not reset' },
  restorePage: { success: 'Page Restored', failure: 'The page was not restored' },
  saveCategory: { success: 'Category Saved', failure: 'The category was not saved' },
  moveCategory: { success: 'Category Moved', failure: 'The category was not moved' },
  deleteCategory: { success: 'Category Deleted', failure: 'The category was not deleted' },
  undoMerge: { success: 'Merge Undone', failure: 'The merge was not undone' },
  undoSettings: { success: 'Change Undone', failure: 'The change was not undone' },
  assignRole: { success: 'Role Changed', failure: 'The role was not changed' },
  endSessions: { success: 'Sessions Ended', failure: 'The sessions were not ended' },
  block: { success: 'Person Blocked', failure: 'The person was not blocked' },
  unblock: { success: 'Person Unblocked', failure: 'The person was not unblocked' },
} as const;

/** The texts of the actions on sources. */
export const SOURCE_ACTIONS = {
  preview: { failure: 'The URL was not read' },
  save: { success: 'Source Saved', failure: 'The source was not saved' },
  run: { failure: 'The source was not read' },
  pause: { success: 'Source Paused', failure: 'The source was not paused' },
  resume: { success: 'Source Resumed', failure: 'The source was not resumed' },
  approve: { success: 'Source Approved', failure: 'The source was not approved' },
  settings: { success: 'Settings Saved', failure: 'The settings were not saved' },
  interval: { success: 'Interval Saved', failure: 'The interval was not saved' },
  remove: { success: 'Source Removed', failure: 'The source was not removed' },
  undo: { success: 'Run Undone', failure: 'The run was not undone' },
  unlock: { success: 'Value Replaced', failure: 'The value was not replaced' },
  merge: {
    success: 'Jobs Merged',
    failure: 'The jobs were not merged',
    invalid: 'One of the jobs no longer exists. Load the page again.',
  },
  distinguish: { success: 'Jobs Stay Apart', failure: 'The answer was not saved' },
} as const;

/**
 * The message on the account page, by role. `company` is the company's name. The specification prescribes these texts,
 * including "an company admin". Spec: "Account".
 */
export const ROLE_MESSAGES = {
  user: () => '',
  siteadmin: () => 'You are a site admin!',
  companyadmin: (company: string) => `You are an company admin for ${company}.`,
} as const;

/** The errors below the form that adds a passkey. */
export const PASSKEY_ERRORS = {
  unsupported: 'This browser does not support passkeys.',
  cancelled: 'No passkey was added: it was cancelled, or it took too long. Try again.',
  exists: 'This device already has a passkey for your account.',
  failed: 'The passkey was not added. Try again.',
} as const;

/** The error at the logo field. The failure toast of the form follows. Spec: "Messages". */
export const LOGO_UPLOAD_FAILED = 'Failed to upload logo image';

/** The questions before a deletion. Spec: "Forms". */
export const DELETE_QUESTIONS = {
  job: 'Are you sure you want to delete this job?',
  company: 'Are you sure you want to delete this company?',
} as const;

/** The hint below these questions: how long the next page offers to undo the deletion. */
export const UNDO_HINT = 'You can undo this for 10 seconds.';

/** The hint at "Closes on". */
export const CLOSES_ON_HINT = 'Optional. The job is listed through this day, where the job is.';

/** The hint for a job that is not published yet. */
export const closesOnHint = (days: number) =>
  `The job is listed through this day, where the job is, for ${numberOfDays(days)} unless you choose a different date. Without a date, it stays open.`;

/** The toast that appears when the session ends while a form has unsaved input. */
export const SIGNED_OUT_WHILE_WRITING =
  'You have been signed out. Your changes are stored in this tab. Log in to continue.';
