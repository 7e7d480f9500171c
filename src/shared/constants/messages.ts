/** What toasts say, word for word. Spec: "Messages". */
export const TOASTS = {
  addJob: { success: 'Job Added Successfully', failure: 'Job Was Not Added' },
  loadJob: { failure: 'Failed to load job data' },
  updateJob: { success: 'Job Updated Successfully', failure: 'Job Was Not Updated' },
  deleteJob: { success: 'Job Deleted Successfully', failure: 'Job Not Deleted' },
  closeJob: { success: 'Job Closed Successfully', failure: 'Job Was Not Closed' },
  reopenJob: { success: 'Job Reopened Successfully', failure: 'Job Was Not Reopened' },
  addCompany: { success: 'Company Added Successfully', failure: 'Company Was Not Added' },
  updateCompany: { failure: 'Company Was Not Updated' },
  deleteCompany: { success: 'Company Deleted Successfully', failure: 'Company Not Deleted' },
  updateAccount: { success: 'Account updated successfully', failure: 'Error updating account' },
} as const;

/** On the account page, by role; a company admin is told the company's name. Spec: "Account". */
export const ROLE_MESSAGES = {
  user: () => '',
  siteadmin: () => 'You are a site admin!',
  companyadmin: (company: string) => `You are an company admin for ${company}.`,
} as const;

/** Raised when the upload of a logo is refused; the form's own failure follows. Spec: "Messages". */
export const LOGO_UPLOAD_FAILED = 'Failed to upload logo image';

/** What is asked before something is deleted. Spec: "Forms". */
export const DELETE_QUESTIONS = {
  job: 'Are you sure you want to delete this job?',
  company: 'Are you sure you want to delete this company?',
} as const;

/** Beside "Closes on". */
export const CLOSES_ON_HINT = 'The last day on which it is listed, until midnight UTC; or nothing';

/** What was put into the clipboard: the address of a page, or the HTML that embeds a list. */
export const SHARING = {
  copied: 'Link copied',
  failed: 'The link could not be copied: please take it from the address bar',
  snippetCopied: 'HTML copied',
  snippetFailed: 'The HTML could not be copied: please select it and copy it yourself',
} as const;

/** The session has ended in the midst of a form. */
export const SIGNED_OUT_WHILE_WRITING =
  'You have been signed out. What you wrote is kept for when you are back.';
