import type { Page } from '@playwright/test';
import { statement } from '#tests/security/statements.ts';
import { svg } from '#tests/support/pictures.ts';
import { expect } from '../support/fixtures.ts';
import { detectScripts, HOSTILE_SCRIPT, OTHER_SITE } from '../support/hostile-script.ts';
import { test } from '../support/isolated-board.ts';

const box = '<rect width="100" height="50"/>';
const script = `<script>${HOSTILE_SCRIPT}</script>`;
const quoted = HOSTILE_SCRIPT.replaceAll('"', '&quot;');
const html = (content: string) =>
  `<foreignObject width="100" height="50"><div xmlns="http://www.w3.org/1999/xhtml">${content}</div></foreignObject>`;
const nested = `data:image/svg+xml;base64,${svg(script).toString('base64')}`;

/** SVG files that each run a script or contact a different site if a browser opens them unchanged. */
const HOSTILE: Record<string, Buffer> = {
  'a script': svg(script),
  'a script in CDATA': svg(`<script><![CDATA[${HOSTILE_SCRIPT}]]></script>`),
  'a script from elsewhere': svg(`<script href="${OTHER_SITE}/x.js"/>`),
  'a handler': svg(`<g onclick="${quoted}" onload="${quoted}">${box}</g>`, `onload="${quoted}"`),
  'a handler of an animation': svg(`<animate onbegin="${quoted}" attributeName="x" dur="1s"/>`),
  'a link': svg(`<a href="javascript:${quoted}" xlink:href="javascript:${quoted}">${box}</a>`),
  HTML: svg(
    html(
      `<img src="data:," onerror="${quoted}"/><iframe srcdoc="&lt;script&gt;${quoted}&lt;/script&gt;"/>`,
    ),
  ),
  'another SVG within': svg(html(`<iframe src="${nested}"/>`)),
  'pictures from elsewhere': svg(
    `<image href="${OTHER_SITE}/1.png"/><image xlink:href="${OTHER_SITE}/2.png"/><use href="${OTHER_SITE}/3.svg#x"/>`,
  ),
  'styles from elsewhere': svg(
    `<style>@import url("${OTHER_SITE}/x.css");rect{fill:url("${OTHER_SITE}/x.svg#x")}</style>${box}`,
  ),
  'an entity': Buffer.from(`<!DOCTYPE svg [<!ENTITY x '${script}'>]>${svg('&x;')}`),
  'UTF-16': Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${svg(script)}`, 'utf16le'),
};

/** Older browsers run this script; current ones do not. */
const ANIMATED_LINK = svg(
  `<a id="a">${box}<set attributeName="href" to="javascript:${quoted}"/><animate attributeName="href" values="javascript:${quoted}"/></a>`,
);

/** A page that embeds each file in every element that can show it. */
const viewer = (urls: string[]) =>
  `<!doctype html><title>Viewer</title>${urls
    .map(
      (url) =>
        `<object data="${url}"></object><iframe src="${url}"></iframe><embed src="${url}"><img src="${url}">`,
    )
    .join('')}`;

/** Opens a file as a page and clicks on it. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.mouse.click(20, 20);
}

test(statement(3), async ({ page, context, board, allowBrowserError }) => {
  // Chromium reports that it may not apply its own style for pictures, and that uploads have an opaque origin.
  allowBrowserError('Applying inline style');
  allowBrowserError('origin-keyed');
  // The Content-Security-Policy of uploads forbids frames, which the browser reports.
  allowBrowserError('frame-ancestors');
  allowBrowserError(`failed: ${board.url}/uploads/`);
  const { take } = await detectScripts(context, board.url);
  const uploads = Object.entries({ ...HOSTILE, 'an animated link': ANIMATED_LINK }).map(
    async ([name, content]) => ({ name, response: await board.upload(content) }),
  );
  const drawn = new Set<string>();
  for (const { name, response } of await Promise.all(uploads)) {
    if (response.ok) drawn.add((await response.json()).url);
    else expect([400, 415], name).toContain(response.status);
  }
  expect(drawn.size).toBeGreaterThan(0);
  for (const url of drawn) {
    await open(page, url);
    expect([url, await take(page)]).toEqual([url, []]);
  }
  // A page on the board's origin. It has no Content-Security-Policy, which would block scripts in the files.
  await page.route('**/viewer', (route) =>
    route.fulfill({ contentType: 'text/html', body: viewer([...drawn]) }),
  );
  await page.goto(`${board.url}/viewer`);
  expect(await take(page)).toEqual([]);
});

test('the test detects a hostile SVG file that is served unchanged', async ({
  page,
  context,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('');
  const { take } = await detectScripts(context, board.url);
  for (const [name, body] of Object.entries(HOSTILE)) {
    await page.route('**/raw.svg', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body }),
    );
    await open(page, `${board.url}/raw.svg`);
    // The script of a `javascript:` link runs asynchronously after the click.
    await expect.poll(async () => (await take(page)).length, name).toBeGreaterThan(0);
    await page.unroute('**/raw.svg');
  }
});
