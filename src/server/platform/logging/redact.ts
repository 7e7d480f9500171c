const REMOVED = '[removed]';

/**
 * What must not stand in a record, whoever wrote it there: the user of an address, its query, access tokens,
 * what a sign-in is finished with, and e-mail addresses. Each stops at a quote and a backslash, so that JSON
 * stays JSON; and at a length, so that no text takes long.
 */
const SECRETS: [RegExp, string][] = [
  [/\/\/[^\s"\\/]{1,500}@/g, '//'],
  [/(\bhttps?:\/\/[^\s"\\?#]{1,500})\?[^\s"\\]*/gi, '$1'],
  [/\beyJ[\w-]{5,}(?:\.[\w-]*)*/g, REMOVED],
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, `$1 ${REMOVED}`],
  [/\b(code|state|xsrf|password|[a-z]+_token|token|code_verifier)=[^\s"\\&]+/gi, `$1=${REMOVED}`],
  [/[^\s"\\@<>(),;:/|=&?]{1,255}(?:@|%40)[^\s"\\@<>(),;:/|=&?]+/gi, REMOVED],
];

/** Of each kind of them, something that is there where one is: most texts hold none. */
const SUSPICIOUS = /@|%40|eyJ|\?|=|bearer|basic/i;

export function redact(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return SECRETS.reduce((rest, [secret, instead]) => rest.replace(secret, instead), text);
}
