import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Goes through a form by Tab, and types into each field; a field without a label is a button. */
export async function fillByKeyboard(
  page: Page,
  fields: (readonly [label: string, keys: string])[],
): Promise<void> {
  for (const [label, keys] of fields) {
    const button = page.getByRole('button', { name: label, exact: true });
    // A form may come a moment after its page's heading, and Tab would pass it by.
    await expect(page.getByLabel(label).or(button)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(label).or(button)).toBeFocused();
    await page.keyboard.type(keys);
  }
}
