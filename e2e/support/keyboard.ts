import type { Page } from '@playwright/test';
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
