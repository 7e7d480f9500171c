import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Moves through a form with Tab, and types these keys at each field or button. */
export async function fillByKeyboard(
  page: Page,
  fields: (readonly [label: string, keys: string])[],
): Promise<void> {
  for (const [label, keys] of fields) {
    const button = page.getByRole('button', { name: label, exact: true });
    // The form may render after the heading; pressing Tab earlier would skip the form.
    await expect(page.getByLabel(label).or(button)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(label).or(button)).toBeFocused();
    await page.keyboard.type(keys);
  }
}

/** The maximum number of presses by which a field or button must be reached. */
const MAX_TABS = 60;

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Not reached by ${MAX_TABS} presses of Tab: ${target}`);
}
