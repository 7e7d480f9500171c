/**
 * The parameters of the sign-in. Times are in milliseconds. They are in a separate file, because browsers load them only
 * to sign in. Spec: "Sign-in".
 */
export const SIGN_IN = {
  popupTimeout: 60_000,
  authorizeTimeout: 60_000,
  httpTimeout: 10_000,
  clockLeeway: 60_000,
  sessionCheckExpiryDays: 1,
  signatureAlgorithm: 'RS256',
  scope: 'openid profile email',
  /** The name of the broadcast channel on which the last page of a sign-in reports that it is complete. */
  channel: 'sign-in',
} as const;
