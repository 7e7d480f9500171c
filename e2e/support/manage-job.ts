import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Waits for the advice in the panel "Manage Job". A request for it that is still running when the job is closed or
 * deleted would fail.
 */
export async function waitForAdvice(page: Page): Promise<void> {
  const advice = page.getByRole('region', { name: 'In Google’s job search' });
  await expect(advice.getByText(/missing|by Google/).first()).toBeVisible();
}
