import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { embeds } from '#shared/urls/outside-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { expect, expectNoOverflow, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';

test('the embedded list has no accessibility violations', async ({ page }) => {
  for (const path of [
    embeds.jobs(),
    embeds.jobs({ theme: 'dark', type: 'Contract' }),
    embeds.jobs({ q: 'nothing of the kind', theme: 'light' }),
  ]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectAccessibleScreens(page);
      await page.setViewportSize({ width: 280, height: 600 });
      await expectNoOverflow(page);
    });
  }
});

test.describe('on another site,', () => {
  let address: string;
  const partner = createServer(({ url = '/' }, response) => {
    const framed = decodeURIComponent(url.slice(1));
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Partner</title>
      <link rel="icon" href="data:,"><iframe title="Jobs" width="480" height="600" src="${framed}"
      sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`);
  });
  test.beforeAll(async () => {
    partner.listen(0, '127.0.0.1');
    await once(partner, 'listening');
    address = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`;
  });
  test.afterAll(() => {
    partner.close();
  });

  test('the embedded list is shown in a frame in the chosen theme and links to a job', async ({
    page,
    context,
    baseURL,
    allowBrowserError,
  }) => {
    // Chromium reports that the sandboxed frame has an opaque origin.
    allowBrowserError('origin-keyed');
    const list = `${baseURL}${embeds.jobs({ theme: 'dark', limit: 3 })}`;
    await page.goto(`${address}/${encodeURIComponent(list)}`);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { level: 2 })).toHaveCount(3);
    await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(18, 20, 31)');
    const link = frame.getByRole('listitem').first().getByRole('link');
    const title = (await link.textContent()) ?? '';
    const opened = context.waitForEvent('page');
    await link.click();
    const job = await opened;
    await expect(job.getByRole('heading', { level: 1 })).toHaveText(title);
    expect(await job.evaluate(() => window.opener)).toBeNull();
  });

  test('no page other than the embedded list can be framed', async ({
    page,
    baseURL,
    allowBrowserError,
  }) => {
    allowBrowserError('frame-ancestors');
    allowBrowserError('origin-keyed');
    allowBrowserError('failed: ');
    const refused = page.waitForEvent('console', (message) =>
      message.text().includes('frame-ancestors'),
    );
    await page.goto(`${address}/${encodeURIComponent(`${baseURL}${pages.jobs()}`)}`);
    await refused;
    await expect(page.frameLocator('iframe').getByRole('heading')).toHaveCount(0);
  });
});
