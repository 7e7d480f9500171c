import type { BrowserContext, Page } from '@playwright/test';

/** A script whose effects can be detected in any window or frame. */
export const HOSTILE_SCRIPT = 'window.hacked=1;console.log("hacked");alert("hacked")';

/** A host that no page of the board may contact. */
export const OTHER_SITE = 'http://elsewhere.example';

/** Detects hostile scripts and requests to other hosts in a browser that visits one site. */
export async function detectScripts(context: BrowserContext, site: string) {
  const traces = new Set<string>();
  context.on('dialog', (dialog) => {
    traces.add('a dialog');
    void dialog.dismiss();
  });
  context.on('console', (message) => {
    if (message.text().includes('hacked')) traces.add('a message');
  });
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(site) && !/^(data|blob|about):/.test(url))
      traces.add(`a request to ${url}`);
  });
  await context.route(`${OTHER_SITE}/**`, (route) => route.fulfill({ body: '' }));
  return {
    /** Returns what was detected since the last call, including traces in the page. */
    async take(page: Page): Promise<string[]> {
      for (const frame of page.frames()) {
        if (await frame.evaluate(() => 'hacked' in window)) traces.add('a property');
      }
      const all = [...traces];
      traces.clear();
      return all;
    },
  };
}
