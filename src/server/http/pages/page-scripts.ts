import { createHash } from 'node:crypto';

export type MarkedPage = {
  html: string;
  /** Source expressions for the page's own Content-Security-Policy. */
  allowed: string[];
};

/**
 * A page as it may be shown to many: its own inline scripts, which carry the marker as their nonce, are
 * allowed by their hashes instead. Nobody who writes a text can know the marker, so a script that got into
 * the page by a text is not among them. https://www.w3.org/TR/CSP3/#hash-source
 */
export function allowOwnScripts(page: string, marker: string): MarkedPage {
  const scripts = new RegExp(`<script([^>]*) nonce="${marker}"([^>]*)>(.*?)</script>`, 'gs');
  const allowed = new Set<string>();
  for (const [, before = '', after = '', script = ''] of page.matchAll(scripts)) {
    if (/\ssrc\s*=/i.test(`${before} ${after}`)) continue;
    allowed.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
  const html = page
    .replace(`<meta property="csp-nonce" content="${marker}"/>`, '')
    .replaceAll(` nonce="${marker}"`, '');
  return { html, allowed: [...allowed] };
}
