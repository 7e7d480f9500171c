const REMOVED = '[removed]';

/**
 * Patterns of secrets that must not appear in logs: user info and query strings of URLs, access tokens, sign-in
 * parameters, and email addresses. Each pattern stops at a quote or a backslash, so that JSON stays valid. Lengths are
 * limited, so that matching stays fast.
 */
const SECRETS: [RegExp, string][] = [
  [/\/\/[^\s"\\/]{1,500}@/g, '//'],
  [/(\bhttps?:\/\/[^\s"\\?#]{1,500})\?[^\s"\\]*/gi, '$1'],
  [/\beyJ[\w-]{5,}(?:\.[\w-]*)*/g, REMOVED],
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, `$1 ${REMOVED}`],
  [/\b(code|state|xsrf|password|[a-z]+_token|token|code_verifier)=[^\s"\\&]+/gi, `$1=${REMOVED}`],
  [/[^\s"\\@<>(),;:/|=&?]{1,255}(?:@|%40)[^\s"\\@<>(),;:/|=&?]+/gi, REMOVED],
];

/**
 * A fast check before the slower replacements. Every secret contains a match of this pattern, but most texts contain
 * none.
 */
const SUSPICIOUS = /@|%40|eyJ|\?|=|bearer|basic/i;

/** Replaces secrets in the text with `[removed]`. */
export function redact(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return SECRETS.reduce((rest, [secret, replacement]) => rest.replace(secret, replacement), text);
}
