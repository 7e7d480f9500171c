import type { BrowserContext, Page } from '@playwright/test';

/** What a hostile script does where it runs, to be noticed in any window and frame. */
export const SCRIPT = 'window.hacked=1;console.log("hacked");alert("hacked")';

/** A host that nothing of the board may ask anything. */
export const ELSEWHERE = 'http://elsewhere.example';

/** Notices from now on what runs or calls elsewhere in a browser that visits one site alone. */
export async function watchForScripts(context: BrowserContext, site: string) {
  const noticed = new Set<string>();
  context.on('dialog', (dialog) => {
    noticed.add('a dialog');
    void dialog.dismiss();
  });
  context.on('console', (message) => {
    if (message.text().includes('hacked')) noticed.add('a message');
  });
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(site) && !/^(data|blob|about):/.test(url)) noticed.add(`asked ${url}`);
  });
  await context.route(`${ELSEWHERE}/**`, (route) => route.fulfill({ body: '' }));
  return {
    /** All that was noticed since the last time, also what is left in the page. */
    async take(page: Page): Promise<string[]> {
      for (const frame of page.frames()) {
        if (await frame.evaluate(() => 'hacked' in window)) noticed.add('a property');
      }
      const all = [...noticed];
      noticed.clear();
      return all;
    },
  };
}
