import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Waits for the section about Google's job search in the panel "Manage Job". Its request would fail if it were still
 * running when the job is closed or deleted.
 */
export async function waitForAdvice(page: Page): Promise<void> {
  const advice = page.getByRole('region', { name: 'In Google’s job search' });
  await expect(advice.getByText(/missing|by Google/).first()).toBeVisible();
}
