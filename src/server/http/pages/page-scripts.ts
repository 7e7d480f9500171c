import { createHash } from 'node:crypto';

type AllowedPage = {
  html: string;
  /** The source expressions of the inline scripts, for the page's Content-Security-Policy. */
  allowed: string[];
};

/**
 * The source expression that allows an inline script in a Content-Security-Policy.
 * https://www.w3.org/TR/CSP3/#hash-source
 */
export const scriptHash = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * Makes a page cacheable: replaces the nonce of its inline scripts with their hashes, which are the same for every
 * client. The placeholder of the nonce is random for each rendering. A script in user content cannot contain it, and
 * therefore gets no hash.
 */
export function allowOwnScripts(page: string, noncePlaceholder: string): AllowedPage {
  const scripts = new RegExp(
    `<script([^>]*) nonce="${noncePlaceholder}"([^>]*)>(.*?)</script>`,
    'gs',
  );
  const allowed = new Set<string>();
  for (const [, before = '', after = '', script = ''] of page.matchAll(scripts)) {
    if (/\ssrc\s*=/i.test(`${before} ${after}`)) continue;
    allowed.add(scriptHash(script));
  }
  const html = page
    .replace(`<meta property="csp-nonce" content="${noncePlaceholder}"/>`, '')
    .replaceAll(` nonce="${noncePlaceholder}"`, '');
  return { html, allowed: [...allowed] };
}
