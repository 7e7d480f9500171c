import { z } from 'zod';
import { parseUrl } from '#server/platform/parse-url.ts';
import { EMAIL_LENGTH } from '#shared/limits.ts';
import { isLoopback } from '../loopback.ts';

/**
 * An email address to which mails can be sent: ASCII characters only, because few mail servers accept others (RFC
 * 6531).
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export const mailAddress = z
  .string()
  .max(EMAIL_LENGTH)
  .regex(z.regexes.html5Email, 'must be an email address, such as name@example.com');

export type Mailbox = { name: string; address: string };

/** The maximum length of the name of a sender (characters). */
const NAME_LENGTH = 60;

/** An email address with or without a name: `jobs@board.example` or `Board <jobs@board.example>`. */
export const mailbox = z.string().transform((value, context): Mailbox => {
  const [, quoted, written = value] = /^(.*)<([^<>]*)>$/.exec(value) ?? [];
  const name = (quoted ?? '').trim().replace(/^"([^"]*)"$/, '$1');
  const address = mailAddress.safeParse(written.trim());
  // A control character in the name could end the mail header. `"`, `<` and `>` would need escaping. Names of boards do
  // not need them, so all of these are refused.
  if (!address.success || name.length > NAME_LENGTH || /[\p{Cc}\u2028\u2029"<>]/u.test(name)) {
    context.addIssue('must be an address, or a name and an address: Board <jobs@board.example>');
    return z.NEVER;
  }
  return { name, address: address.data };
});

export type SmtpServer = {
  host: string;
  port: number;
  /**
   * When TLS begins: with the connection, or by the command STARTTLS before anything else is sent. `none` is possible
   * only for a loopback address.
   */
  tls: 'implicit' | 'starttls' | 'none';
  login: { user: string; password: string } | undefined;
};

/** The default ports of mail servers, by protocol. https://www.rfc-editor.org/rfc/rfc8314#section-3.3 */
const PORTS = { 'smtps:': 465, 'smtp:': 587 };

/**
 * Parses `smtps://USER:PASSWORD@HOST:PORT` and `smtp://…`. Reports all problems at once, without repeating the values.
 */
export const smtpServer = z.string().transform((value, context): SmtpServer => {
  const url = parseUrl(value);
  if (!url || !(url.protocol === 'smtp:' || url.protocol === 'smtps:')) {
    context.addIssue('must be an smtp:// or smtps:// address');
    return z.NEVER;
  }
  const user = decode(url.username);
  const password = decode(url.password);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const checks: [boolean, string][] = [
    [host === '', 'must name a host'],
    [user === undefined || password === undefined, 'must have a valid percent-encoding'],
    [(user === '') !== (password === ''), 'must have both a user and a password, or neither'],
    [!/^\/?$/.test(url.pathname), 'must not have a path'],
    [url.search + url.hash !== '', 'must not have parameters'],
  ];
  const problems = checks.filter(([isWrong]) => isWrong);
  for (const [, problem] of problems) context.addIssue(problem);
  if (problems.length > 0) return z.NEVER;
  return {
    host,
    port: Number(url.port) || PORTS[url.protocol],
    tls: url.protocol === 'smtps:' ? 'implicit' : isLoopback(host) ? 'none' : 'starttls',
    login: user && password ? { user, password } : undefined,
  };
});

/** Decodes a percent-encoded text. Returns undefined if its encoding is not valid. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
