import { html } from 'ghtml';
import { pageTitle } from '#shared/format/page-title.ts';

/** Assets that give a server-written page the design of the site. */
export type PageLook = {
  siteName: string;
  /** URL paths of the site's style sheets. */
  styleSheets: string[];
  /** URL paths of the site's fonts. */
  fonts: string[];
};

/** A complete HTML document. `!${…}` inserts raw HTML; other values are escaped. https://github.com/gurgunday/ghtml */
export function htmlDocument(
  { siteName, styleSheets, fonts }: PageLook,
  title: string,
  { head = '', body }: { head?: string; body: string },
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${pageTitle(siteName, title)}</title>
<link rel="icon" type="image/svg+xml" href="/static/icon.svg">
!${fonts.map((href) => html`<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`)}
!${styleSheets.map((href) => html`<link rel="stylesheet" href="${href}">`)}
!${head}
</head>
<body>
!${body}
</body>
</html>
`;
}

/** A page without the React app, such as a form or an error. */
export function plainPage(look: PageLook, title: string, content: string): string {
  return htmlDocument(look, title, { body: html`<main class="plain-page">!${content}</main>` });
}
