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
  for (let presses = 0; presses <= MAX_TABS; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Not reached by ${MAX_TABS} presses of Tab: ${target}`);
}

/** Goes to a field with Tab, and types over its value. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Goes to a button or link with Tab, and presses Enter. */
export async function enterAt(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
