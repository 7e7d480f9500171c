/** Codes of errors, such as `access_denied`, `OAUTH_TIMEOUT` and `ECONNREFUSED`. */
const CODE = /^\w{1,60}$/;

/**
 * Describes why a provider did not sign a person in, for the log. Messages are left out, because they may quote a
 * response, and so are codes that are not of the usual format, because they may come from the browser's address.
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
