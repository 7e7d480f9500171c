// Tests the main tasks of users on a running board in Firefox and WebKitGTK, and takes screenshots. The stories use
// Chromium. The board needs its demo data and the embedded identity provider. Usage: npm run browsers -- [URL]
import { join } from 'node:path';
import { startFirefox, startWebKit } from './browsers/drivers.mjs';
import { Page } from './browsers/page.mjs';
import { STEPS } from './browsers/steps.mjs';

const [, , origin = 'http://localhost:3000'] = process.argv;
const folder = join('screens', 'browsers');

for (const start of [startFirefox, startWebKit]) {
  const driver = await start();
  console.log(driver.name);
  const page = new Page(driver, { origin, folder });
  try {
    for (const [name, step] of Object.entries(STEPS)) {
      try {
        console.log(`  ✓ ${name}`, (await step(page)) ?? '');
      } catch (error) {
        process.exitCode = 1;
        await page.picture(`failed ${name}`);
        console.log(`  ✗ ${name}:`, error);
      }
    }
  } finally {
    await driver.close();
  }
}
