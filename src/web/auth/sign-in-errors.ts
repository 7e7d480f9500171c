import { REQUEST_ERROR } from './request-error.ts';

/**
 * Messages for a failed sign-in, by error code. Spec: "Sign-in". Three errors have no message: `cancelled`, because the
 * person closed the popup; `login_required`, which signs out in this tab; and a blocked popup, which leads to a sign-in
 * by redirect.
 */
export const SIGN_IN_ERRORS = {
  state_mismatch: 'Invalid state',
  missing_transaction: 'There is no sign-in in progress',
  mfa_required: 'Multi-factor authentication is required',
  missing_refresh_token: 'No refresh token is available',
  timeout: 'Sign-in timed out',
  access_denied: 'The identity provider refused the sign-in',
  request_error: REQUEST_ERROR,
  /** Not an error of the provider: the API failed to load or create the account. */
  account_error: 'Your account could not be loaded',
} as const;
