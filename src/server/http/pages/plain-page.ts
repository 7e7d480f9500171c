import { html } from 'ghtml';
import type { StyledSite } from '#server/platform/live-site.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { pageTitle } from '#shared/format/page-title.ts';
import { pages } from '#shared/urls/paths.ts';

/** The assets that give pages without React the design of the site. */
export type PageLook = {
  site: StyledSite;
  /** URL paths of the site's style sheets. */
  styleSheets: string[];
  /** URL paths of the site's fonts. */
  fonts: string[];
};

/**
 * Renders a complete HTML document. `!${…}` inserts raw HTML; other values are escaped.
 * https://github.com/gurgunday/ghtml
 */
export function htmlDocument(
  { site, styleSheets, fonts }: PageLook,
  title: string,
  { head = '', body }: { head?: string; body: string },
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${pageTitle(site.name, title)}</title>
!${site.look.icons.map(({ href, type, media }) => html`<link rel="icon" type="${type}" href="${href}"!${media ? html` media="${media}"` : ''}>`)}
!${fonts.map((href) => html`<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`)}
!${[...styleSheets, ...ownSheet(site)].map((href) => html`<link rel="stylesheet" href="${href}">`)}
!${head}
</head>
<body>
!${body}
</body>
</html>
`;
}

/** The style sheet with the colors of the board, if it has its own. */
export const ownSheet = ({ look: { styleSheet } }: StyledSite): string[] =>
  styleSheet ? [styleSheet] : [];

/** Renders a page without React, such as a form or an error. */
export function plainPage(look: PageLook, title: string, content: string): string {
  return htmlDocument(look, title, { body: html`<main class="plain-page">!${content}</main>` });
}

/** Renders the page for a temporary error (429 or 5xx). */
export function failedPage(look: PageLook, { status, detail, requestid }: Problem): string {
  const heading = status === 500 ? 'Something went wrong' : 'One moment, please';
  return plainPage(
    look,
    heading,
    html`
<p><a class="link" href="${pages.home()}">${look.site.name}</a></p>
<h1 class="section-title">${heading}</h1>
<p>${detail}</p>
<p><a class="button" href="">Try again</a></p>
!${requestid ? html`<p class="plain-hint">If the problem persists, report request ${requestid}.</p>` : ''}`,
  );
}

/** Renders the page for a request that the server refuses, such as a form of another site (4xx). */
export function refusedPage(look: PageLook, { status, detail }: Problem): string {
  const heading = status === 404 ? 'Not found' : 'This did not work';
  return plainPage(
    look,
    heading,
    html`
<h1 class="section-title">${heading}</h1>
<p>${detail}</p>
<p><a class="button" href="${pages.home()}">Back to ${look.site.name}</a></p>`,
  );
}

/** Renders the page for a person whom a site admin has blocked. */
export function blockedPage(look: PageLook, { detail }: Problem): string {
  const heading = 'This account is blocked';
  return plainPage(
    look,
    heading,
    html`
<p><a class="link" href="${pages.home()}">${look.site.name}</a></p>
<h1 class="section-title">${heading}</h1>
<p>${detail}</p>
<p><a class="button" href="${pages.contactUs()}">Contact Us</a></p>`,
  );
}
