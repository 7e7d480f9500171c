/** Codes of errors, such as `access_denied`, `OAUTH_TIMEOUT` and `ECONNREFUSED`. */
const CODE = /^\w{1,60}$/;

/**
 * Describes, for the log, why a provider did not sign a person in. Omits messages, which may quote a response, and codes
 * in an unusual format, which may come from the URL in the browser.
 */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const codes = [
    'error' in error ? error.error : undefined,
    cause instanceof Error && 'code' in cause ? cause.code : undefined,
    'code' in error ? error.code : undefined,
  ];
  const code = codes.find((value) => typeof value === 'string' && CODE.test(value));
  return typeof code === 'string' ? code : error.name;
}
