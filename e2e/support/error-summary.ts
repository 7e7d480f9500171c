import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The error summary at the top of a form. */
export const errorSummary = (page: Page): Locator =>
  page.getByRole('alert', { name: 'There is a problem' });

/** Expects that the error summary has the focus and lists these messages in the order of the fields. */
export async function expectErrors(page: Page, messages: readonly string[]): Promise<void> {
  await expect(errorSummary(page).getByRole('link')).toHaveText(messages);
  await expect(errorSummary(page)).toBeFocused();
}
