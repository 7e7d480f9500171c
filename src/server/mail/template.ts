import { html } from 'ghtml';
import type { MailContent, MailJob } from '#server/db/mail-tables.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { type AccentSchemes, accentSchemes } from '#shared/domain/accent.ts';
import { quotedLines } from './quoted.ts';

const UNSUBSCRIBE = 'End these emails';

/**
 * The line from which mail programs learn the code and the site for which they may fill it in. It must be the last one.
 * https://wicg.github.io/sms-one-time-codes/
 */
const boundCode = (url: string, code: string) =>
  `@${new URL(url).hostname} #${code.replace(/\D/g, '')}`;

/** Writes the text version of a mail. */
export function mailText({ name, origin }: LiveSite, content: MailContent): string {
  const { heading, lead, jobs = [], items = [], paragraphs, code, button, reason } = content;
  const { links = [], unsubscribe } = content;
  return [
    heading,
    ...(lead ? [lead] : []),
    ...(code ? [code] : []),
    ...groupByCompany(jobs).map(({ company, jobs: own }) =>
      [
        company,
        ...own.map(({ title, url: page, pay, facts, open }) =>
          [title, pay, facts, open, page].filter(Boolean).join('\n'),
        ),
      ].join('\n\n'),
    ),
    ...items.map(({ title, url, action }) =>
      [title, url, ...(action ? [`${action.label}: ${action.url}`] : [])].join('\n'),
    ),
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    `-- \n${name}\n${origin}\n\n${reason}`,
    ...links.map(({ label, url: page }) => `${label}:\n${page}`),
    ...(unsubscribe ? [`${UNSUBSCRIBE}:\n${unsubscribe}`] : []),
    ...(code ? [boundCode(origin, code)] : []),
  ].join('\n\n');
}

/**
 * The colors of mails are those of the pages in the light and the dark theme (`src/web/styles/theme.css`). They are
 * repeated here, because mail programs support neither `light-dark()` nor custom properties.
 */
const styles = ({ light, dark }: AccentSchemes) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 16px; background: #fbfaf7; color: #17192b;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
main, footer { max-width: 560px; margin: 0 auto; overflow-wrap: break-word; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; }
h2 { margin: 0 0 4px; font-size: 16px; line-height: 1.3; }
h3 { margin: 12px 0 0; font-size: 18px; line-height: 1.3; }
.company { margin: 0 0 16px; padding: 12px 0 0; border-top: 2px solid #17192b; }
.company p { margin: 4px 0 0; }
h3 a { color: ${light.brand}; }
.lead { color: #5a5d70; }
.open { color: #1f6f4f; font-weight: 600; }
p, li { margin: 0 0 16px; }
ul { margin: 0; padding: 0; list-style: none; }
li a { color: ${light.brand}; }
.title { font-weight: 600; }
blockquote { margin: 0 0 16px; padding-left: 12px; border-left: 3px solid #d9d7cf; }
.site { margin-bottom: 24px; font-weight: 700; }
.code { margin: 24px 0; padding: 16px; border: 1px solid #d9d7cf; border-radius: 4px; background: #ffffff;
  font: 700 28px/1.2 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: 2px;
  text-align: center; user-select: all; -webkit-user-select: all; }
.button { display: inline-block; padding: 12px 20px; border-radius: 4px; background: ${light.brand}; color: ${light.onBrand};
  font-weight: 600; text-decoration: none; }
footer { margin-top: 32px; padding-top: 16px; border-top: 1px solid #d9d7cf; color: #5a5d70; font-size: 14px; }
footer a { color: #5a5d70; }
footer .links a { display: inline-block; padding: 12px 16px 12px 0; }
@media (prefers-color-scheme: dark) {
  body { background: #12141f; color: #eeeef3; }
  blockquote { border-color: #343849; }
  .code { border-color: #343849; background: #1a1d2b; }
  li a, h3 a { color: ${dark.brand}; }
  .company { border-color: #eeeef3; }
  .lead { color: #a6a9bb; }
  .open { color: #62c79b; }
  .button { background: ${dark.brand}; color: ${dark.onBrand}; }
  footer { border-color: #343849; color: #a6a9bb; }
  footer a { color: #a6a9bb; }
}`;

/** The colors of the default theme. */
const DEFAULT_SCHEMES: AccentSchemes = {
  light: { brand: '#2b3fd6', onBrand: '#ffffff', brandTint: '#e6e9ff' },
  dark: { brand: '#8f9bff', onBrand: '#12141f', brandTint: '#20264d' },
};

/** The jobs of each company, in the order of their first jobs. */
function groupByCompany(jobs: MailJob[]): { company: string; jobs: MailJob[] }[] {
  const names = [...new Set(jobs.map(({ company }) => company))];
  return names.map((name) => ({
    company: name,
    jobs: jobs.filter(({ company }) => company === name),
  }));
}

function htmlJob({ title, url, pay, facts, open }: MailJob): string {
  const lines = [
    pay && html`<b>${pay}</b>`,
    facts && html`${facts}`,
    open && html`<span class="open">${open}</span>`,
  ];
  return html`<h3><a href="${url}">${title}</a></h3><p>!${lines.filter(Boolean).join('<br>')}</p>`;
}

function htmlItem({ title, url, action }: NonNullable<MailContent['items']>[number]): string {
  const more = action ? html`<br><a href="${action.url}">${action.label}</a>` : '';
  return html`<li><a class="title" href="${url}">${title}</a>!${more}</li>`;
}

/** A paragraph; a quotation keeps its line breaks. */
function htmlParagraph(paragraph: string): string {
  const lines = quotedLines(paragraph);
  return lines
    ? html`<blockquote>!${lines.map((text) => html`${text}`).join('<br>')}</blockquote>`
    : html`<p>${paragraph}</p>`;
}

/**
 * Writes the HTML version of a mail. It loads no pictures and fonts, because loading them would reveal when the mail is
 * read. All values are escaped.
 */
export function mailHtml({ name, origin, accent }: LiveSite, content: MailContent): string {
  const { heading, lead, jobs = [], items = [], paragraphs, code, button, reason } = content;
  const { links = [], unsubscribe } = content;
  const allLinks = [...links, ...(unsubscribe ? [{ label: UNSUBSCRIBE, url: unsubscribe }] : [])];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading}</title>
<style>!${styles(accent ? accentSchemes(accent) : DEFAULT_SCHEMES)}</style>
</head>
<body>
<main>
<p class="site">${name}</p>
<h1>${heading}</h1>
!${lead ? html`<p class="lead">${lead}</p>` : ''}
!${code ? html`<p class="code">${code}</p>` : ''}
!${groupByCompany(jobs).map(
    ({ company, jobs: own }) => html`<div class="company">
<h2>${company}</h2>!${own.map(htmlJob)}</div>`,
  )}
!${items.length > 0 ? html`<ul>!${items.map(htmlItem)}</ul>` : ''}
!${paragraphs.map(htmlParagraph)}
!${button ? html`<p><a class="button" href="${button.url}">${button.label}</a></p>` : ''}
</main>
<footer>
<p><a href="${origin}">${name}</a></p>
<p>${reason}</p>
!${
    allLinks.length > 0
      ? html`<p class="links">
!${allLinks.map((each) => html`<a href="${each.url}">${each.label}</a>`)}</p>`
      : ''
  }
!${code ? html`<p>${boundCode(origin, code)}</p>` : ''}
</footer>
</body>
</html>
`;
}
