/**
 * What is said of a sign-in that failed, by the error's code. Spec: "Sign-in". Three of its errors
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
