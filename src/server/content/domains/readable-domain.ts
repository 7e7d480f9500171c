import { domainToASCII, domainToUnicode } from 'node:url';
import { parseUrl } from '#server/platform/parse-url.ts';
import { mixesScripts } from '../names/mixed-scripts.ts';

/** Matches domains without letters beyond ASCII, in either form. */
const PLAIN = /^(?!.*xn--)[ -~]*$/i;

/**
 * A domain as people write it, such as `bücher.example`. It stays in ASCII (`xn--…`) if one of its labels mixes scripts,
 * such as a Latin word with a Cyrillic letter that looks the same.
 * https://www.unicode.org/reports/tr39/#Restriction_Level_Detection
 */
export function readableDomain(domain: string): string {
  // The conversion would turn a number into an address such as 0.0.0.0.
  if (PLAIN.test(domain)) return domain;
  const ascii = domainToASCII(domain);
  const readable = domainToUnicode(ascii);
  return readable.split('.').some(mixesScripts) ? ascii : readable || domain;
}

/** An email address with its domain as people write it. */
export function readableAddress(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return `${email.slice(0, at)}${readableDomain(email.slice(at))}`;
}

/** The URL of a website with its domain as people write it; the text itself if it is not a valid URL. */
export function readableWebsite(website: string): string {
  const hostname = parseUrl(website)?.hostname;
  const [, scheme, host, rest] = /^(https?:\/\/)([^/:?#]+)(.*)$/i.exec(website.trim()) ?? [];
  // Keep the spelling of a website without a letter beyond ASCII.
  if (!hostname?.includes('xn--') || !host) return website;
  return `${scheme}${readableDomain(hostname)}${rest}`;
}
