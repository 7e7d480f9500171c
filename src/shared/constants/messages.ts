/** What toasts say, word for word. Spec section 8. */
export const TOASTS = {
  updateAccount: { success: 'Account updated successfully', failure: 'Error updating account' },
} as const;

/**
 * What is said of a sign-in that failed, by the error's code. Spec section 8. Three of its errors
 * say nothing: `cancelled` is the person's own doing, `login_required` signs out on this side, and a
 * blocked popup leads to signing in by redirect.
 */
export const SIGN_IN_ERRORS = {
  state_mismatch: 'Invalid state',
  missing_transaction: 'There is no sign-in in progress',
  mfa_required: 'Multi-factor authentication is required',
  missing_refresh_token: 'No refresh token is available',
  timeout: 'Sign-in timed out',
  access_denied: 'The identity provider refused the sign-in',
  request_error: 'The request to the identity provider failed',
  /** The board's own: the provider has done its part. */
  account_error: 'Your account could not be loaded',
} as const;

/** On the account page, by role; a company admin is told the company's name. Spec section 5. */
export const ROLE_MESSAGES = {
  user: () => '',
  siteadmin: () => 'You are a site admin!',
  companyadmin: (company: string) => `You are an company admin for ${company}.`,
} as const;
