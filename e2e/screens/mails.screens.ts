import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, expectAccessible, expectNoOverflow, test } from '../support/fixtures.ts';
import { causeMails } from '../support/pictures/mails.ts';
import { FOLDER, MAIL_VIEWS, pictureName, SCHEMES } from '../support/pictures/views.ts';

/** Accessibility rules that do not apply to mails, because mail programs show a mail within their own page. */
const EXCEPT = ['landmark-one-main', 'region'];

test('screenshots of each mail that the board sends', async ({ page }) => {
  test.setTimeout(300_000);
  await mkdir(FOLDER, { recursive: true });
  const mails = await causeMails();
  expect(mails.length).toBeGreaterThanOrEqual(25);
  for (const [position, { name, html }] of mails.entries()) {
    // The file's name leaves out quotes and similar characters, and has a number, because some subjects are equal.
    const words = name.replace(/&[^;]*;|[^\p{L}\p{N} ]/gu, '').slice(0, 60);
    const screen = `mail ${String(position + 1).padStart(2, '0')}, ${words}`;
    for (const [view, size] of Object.entries(MAIL_VIEWS)) {
      await page.setViewportSize(size);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await page.setContent(html);
        const path = join(
          FOLDER,
          pictureName(screen, view as keyof typeof MAIL_VIEWS, colorScheme),
        );
        await page.screenshot({ path, fullPage: true, scale: 'css' });
        await expectNoOverflow(page);
        await expectAccessible(page, { except: EXCEPT });
      }
    }
  }
});
